import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import { CREATED_PARAMETERS } from '../domain/pagination.ts'
import { addList } from '../http/list-operation.ts'
import { FBO_ACCOUNT, toFboAccount } from './fbo-account.ts'
import { FBO_ACCOUNT_PAGES } from './list-fbo-accounts.store.ts'

const FILTERS = {
  isPrimary: Type.Optional(
    Type.Enum(['true', 'false'], {
      description: '`true`: only the primary account; `false`: only the others.',
    }),
  ),
  ...CREATED_PARAMETERS,
}

export function listFboAccountsRoute(app: FastifyInstance): void {
  addList(
    app,
    {
      operationId: 'listFboAccounts',
      description: 'Lists FBO accounts of the organization, newest first, page by page.',
      path: '/v1/fbo-accounts',
      permission: 'fbo_accounts:read',
      filters: FILTERS,
      entry: FBO_ACCOUNT,
      entries: 'accounts',
    },
    { pages: FBO_ACCOUNT_PAGES, toView: toFboAccount },
  )
}
