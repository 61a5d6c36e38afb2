import { operation } from '../../http/operation.ts'
import { versionedResponse } from '../../http/operation-contract.ts'
import { readRecord } from '../../http/read-record.ts'
import { FBO_ACCOUNT, FBO_ACCOUNT_BY_ID } from './fbo-account.ts'
import { findFboAccount } from './get-fbo-account.store.ts'

export const getFboAccountRoute = operation({
  operationId: 'getFboAccount',
  description: 'Reads one FBO account of the organization.',
  path: '/v1/fbo-accounts/{id}',
  permission: 'fbo_accounts:read',
  ...FBO_ACCOUNT_BY_ID,
  success: versionedResponse('The account.', FBO_ACCOUNT),
  handle: readRecord(findFboAccount, ({ record }) => record),
})
