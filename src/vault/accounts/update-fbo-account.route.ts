import { changesOf } from '../../domain/fields.ts'
import { changeOperation, recordReply } from '../../http/change-operation.ts'
import { versionedResponse } from '../../http/operation-contract.ts'
import {
  FBO_ACCOUNT_BY_ID,
  toUpdatedFboAccount,
  UPDATABLE_FIELDS,
  UPDATED_FBO_ACCOUNT,
} from './fbo-account.ts'
import { UPDATE_FBO_ACCOUNT } from './update-fbo-account.ts'

// Spec choices N13, N16: null clears; a member that cannot be updated is only an unknown field.
const UPDATE = changesOf(
  'FboAccountUpdate',
  'The members to change. An omitted member keeps its value; null clears it (RFC 7396).',
  UPDATABLE_FIELDS,
  { email: 'ada@example.com', phone: null },
)

export const updateFboAccountRoute = changeOperation({
  operationId: 'updateFboAccount',
  description: 'Changes the members that are in the body, and no others.',
  method: 'PATCH',
  path: '/v1/fbo-accounts/{id}',
  permission: 'fbo_accounts:update',
  ...FBO_ACCOUNT_BY_ID,
  body: UPDATE,
  success: versionedResponse('The account after the change.', UPDATED_FBO_ACCOUNT),
  refusals: ['no_updatable_fields', 'version_conflict', 'fbo_account_erased'],
  change: UPDATE_FBO_ACCOUNT,
  input: ({ parameters, body, ifMatch }) => ({ ...parameters, ifMatch, changes: body }),
  respond: ({ account }) => recordReply(toUpdatedFboAccount(account), account),
})
