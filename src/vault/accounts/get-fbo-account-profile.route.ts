import { operation } from '../../http/operation.ts'
import { versionedResponse } from '../../http/operation-contract.ts'
import { readRecord } from '../../http/read-record.ts'
import { ACCOUNT_PROFILE, PROFILE_BY_ACCOUNT, toAccountProfile } from './account-profile.ts'
import { getFboAccountProfile } from './account-profiles.store.ts'

export const getFboAccountProfileRoute = operation({
  operationId: 'getFboAccountProfile',
  description:
    'Reads what a client keeps with one FBO account: the id that it has elsewhere, and ' +
    'attributes. Its `ETag` is of the profile, not of the account.',
  path: '/v1/fbo-accounts/{id}/profile',
  permission: 'fbo_accounts:read',
  ...PROFILE_BY_ACCOUNT,
  success: versionedResponse('The profile.', ACCOUNT_PROFILE),
  handle: readRecord(getFboAccountProfile, toAccountProfile),
})
