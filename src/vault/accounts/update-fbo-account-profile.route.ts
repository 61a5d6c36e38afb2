import { changesOf } from '../../domain/fields.ts'
import { tidiedId } from '../../domain/folding.ts'
import { LIST_BODY_BYTES_MAX } from '../../domain/limits.ts'
import { changeOperation, recordReply } from '../../http/change-operation.ts'
import { versionedResponse } from '../../http/operation-contract.ts'
import {
  ACCOUNT_PROFILE,
  PROFILE_BY_ACCOUNT,
  PROFILE_CHANGES,
  toAccountProfile,
} from './account-profile.ts'
import { UPDATE_FBO_ACCOUNT_PROFILE } from './update-fbo-account-profile.ts'

const UPDATE = changesOf(
  'FboAccountProfileUpdate',
  'The members to change. An omitted member keeps its value.',
  PROFILE_CHANGES,
  { externalId: 'CUST-00417', metadata: { tier: 'gold', region: null } },
)

export const updateFboAccountProfileRoute = changeOperation({
  operationId: 'updateFboAccountProfile',
  description:
    'Changes what a client keeps with one FBO account: only the members in the body, and of ' +
    '`metadata` only its pairs. A change that changes no value is none.',
  method: 'PATCH',
  path: '/v1/fbo-accounts/{id}/profile',
  permission: 'fbo_accounts:update',
  ...PROFILE_BY_ACCOUNT,
  body: UPDATE,
  bodyBytesMax: LIST_BODY_BYTES_MAX,
  success: versionedResponse('The profile after the change.', ACCOUNT_PROFILE),
  refusals: ['no_updatable_fields', 'version_conflict', 'fbo_account_erased', 'external_id_taken'],
  change: UPDATE_FBO_ACCOUNT_PROFILE,
  input: ({ parameters, body, ifMatch }) => {
    const externalId = body.externalId ? { externalId: tidiedId(body.externalId) } : {}
    return { ...parameters, ifMatch, changes: { ...body, ...externalId } }
  },
  respond: ({ profile }) => recordReply(toAccountProfile(profile), profile),
})
