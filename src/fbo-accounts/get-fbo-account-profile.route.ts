import type { FastifyInstance } from 'fastify'
import { addOperation } from '../http/operation.ts'
import { recordResponse } from '../http/operation-contract.ts'
import { readRecord } from '../http/read-record.ts'
import { ACCOUNT_PROFILE, PROFILE_BY_ACCOUNT, toAccountProfile } from './account-profile.ts'
import { getFboAccountProfile } from './get-fbo-account-profile.store.ts'

export function getFboAccountProfileRoute(app: FastifyInstance): void {
  addOperation(
    app,
    {
      operationId: 'getFboAccountProfile',
      description:
        'Reads what a client keeps with one FBO account: the id that it has elsewhere, and ' +
        'attributes. Its `ETag` is of the profile, not of the account.',
      method: 'GET',
      path: '/v1/fbo-accounts/{id}/profile',
      permission: 'fbo_accounts:read',
      ...PROFILE_BY_ACCOUNT,
      success: recordResponse('The profile.', ACCOUNT_PROFILE),
      versioned: true,
    },
    { handle: readRecord(getFboAccountProfile, toAccountProfile) },
  )
}
