import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import type { Database } from '../database/database.ts'
import { addOperation } from '../http/operation.ts'
import { CREATED_PARAMETERS, PAGE_PARAMETERS, pageAnswer, pageOf, readPage } from '../pages.ts'
import { FBO_ACCOUNT, toFboAccount } from './fbo-account.ts'
import { listFboAccounts as findFboAccounts } from './list-fbo-accounts.store.ts'

const QUERY = Type.Object(
  {
    ...PAGE_PARAMETERS,
    isPrimary: Type.Optional(
      Type.Enum(['true', 'false'], {
        description: '`true`: only the primary account; `false`: only the others.',
      }),
    ),
    ...CREATED_PARAMETERS,
  },
  { additionalProperties: false },
)

export function listFboAccounts(app: FastifyInstance, database: Database): void {
  addOperation(
    app,
    {
      operationId: 'listFboAccounts',
      tag: 'FBO accounts',
      summary: 'List FBO Accounts',
      description: 'Lists FBO accounts of the organization, newest first, page by page.',
      method: 'GET',
      path: '/v1/fbo-accounts',
      permission: 'fbo_accounts:read',
      query: QUERY,
      success: {
        status: 200,
        description: 'One page of accounts.',
        body: pageOf(FBO_ACCOUNT),
      },
      refusals: ['invalid_parameter', 'invalid_request'],
    },
    {
      handle: async ({ caller, query }) => {
        const { isPrimary, ...request } = readPage(query)
        const filter = isPrimary === undefined ? {} : { isPrimary: isPrimary === 'true' }
        const found = await findFboAccounts(caller, database, { ...request, ...filter })
        return pageAnswer(found, request, toFboAccount)
      },
    },
  )
}
