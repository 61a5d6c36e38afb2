import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import { CREATED_PARAMETERS, NEWEST_FIRST } from '../domain/pagination.ts'
import { addList } from '../http/list-operation.ts'
import { FBO_ACCOUNT, toFboAccount } from './fbo-account.ts'
import { listFboAccounts } from './list-fbo-accounts.store.ts'

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
      tag: 'FBO accounts',
      summary: 'List FBO Accounts',
      description: 'Lists FBO accounts of the organization, newest first, page by page.',
      path: '/v1/fbo-accounts',
      permission: 'fbo_accounts:read',
      filters: FILTERS,
      order: NEWEST_FIRST,
      entry: FBO_ACCOUNT,
      entries: 'accounts',
      refusals: [],
    },
    {
      find: async ({ caller, database, request }) => {
        const { isPrimary, ...rest } = request
        const filter = isPrimary === undefined ? {} : { isPrimary: isPrimary === 'true' }
        return await listFboAccounts(caller, database, { ...rest, ...filter })
      },
      toView: toFboAccount,
    },
  )
}
