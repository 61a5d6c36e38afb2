import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import { addReadOperation } from '../http/read-operation.ts'
import { FBO_ACCOUNT, FBO_ACCOUNT_RECORD, fboAccountNotFound, toFboAccount } from './fbo-account.ts'

export function getFboAccount(app: FastifyInstance): void {
  addReadOperation(
    app,
    {
      operationId: 'getFboAccount',
      tag: 'FBO accounts',
      summary: 'Get FBO Account',
      description: 'Reads one FBO account of the organization.',
      path: '/v1/fbo-accounts/{id}',
      permission: 'fbo_accounts:read',
      parameters: Type.Object({ id: FBO_ACCOUNT.properties.id }),
      entry: FBO_ACCOUNT,
      found: 'The account.',
      refusals: ['fbo_account_not_found'],
    },
    {
      recordKind: FBO_ACCOUNT_RECORD,
      notFound: fboAccountNotFound,
      toView: toFboAccount,
    },
  )
}
