import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import { etagOf } from '../domain/versions.ts'
import { addOperation } from '../http/operation.ts'
import { recordResponse } from '../http/operation-contract.ts'
import { FBO_ACCOUNT, fboAccountNotFound } from './fbo-account.ts'
import { findFboAccount } from './get-fbo-account.store.ts'

export function getFboAccountRoute(app: FastifyInstance): void {
  addOperation(
    app,
    {
      operationId: 'getFboAccount',
      description: 'Reads one FBO account of the organization.',
      method: 'GET',
      path: '/v1/fbo-accounts/{id}',
      permission: 'fbo_accounts:read',
      parameters: Type.Object({ id: FBO_ACCOUNT.properties.id }),
      success: recordResponse('The account.', FBO_ACCOUNT),
      versioned: true,
      refusals: ['fbo_account_not_found'],
    },
    {
      notFound: fboAccountNotFound,
      handle: async ({ caller, database, parameters }, head) => {
        const found = await findFboAccount(caller, database, parameters.id)
        if (found === undefined) throw fboAccountNotFound()
        head.header('ETag', etagOf(found.version))
        return { data: found.account }
      },
    },
  )
}
