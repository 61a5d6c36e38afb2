import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import type { Database } from '../database/database.ts'
import { addOperation } from '../http/operation.ts'
import { FBO_ACCOUNT, fboAccountNotFound, toFboAccount } from './fbo-account.ts'
import { getFboAccount as findFboAccount } from './get-fbo-account.store.ts'

export function getFboAccount(app: FastifyInstance, database: Database): void {
  addOperation(
    app,
    {
      operationId: 'getFboAccount',
      tag: 'FBO accounts',
      summary: 'Get FBO Account',
      description: 'Reads one FBO account of the organization.',
      method: 'GET',
      path: '/v1/fbo-accounts/{id}',
      permission: 'fbo_accounts:read',
      parameters: Type.Object({ id: FBO_ACCOUNT.properties.id }),
      success: {
        status: 200,
        description: 'The account.',
        body: Type.Object({ data: FBO_ACCOUNT }),
      },
      refusals: ['fbo_account_not_found'],
    },
    {
      notFound: fboAccountNotFound,
      handle: async ({ caller, parameters }) => {
        const row = await findFboAccount(caller, database, parameters.id)
        if (row === undefined) throw fboAccountNotFound()
        return { data: toFboAccount(row) }
      },
    },
  )
}
