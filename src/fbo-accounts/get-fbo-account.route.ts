import type { FastifyInstance } from 'fastify'
import { addOperation } from '../http/operation.ts'
import { recordResponse } from '../http/operation-contract.ts'
import { readRecord } from '../http/read-record.ts'
import { FBO_ACCOUNT, FBO_ACCOUNT_BY_ID } from './fbo-account.ts'
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
      ...FBO_ACCOUNT_BY_ID,
      success: recordResponse('The account.', FBO_ACCOUNT),
      versioned: true,
    },
    { handle: readRecord(findFboAccount, ({ record }) => record) },
  )
}
