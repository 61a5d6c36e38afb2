import { changesOf } from '../../domain/fields.ts'
import { changeOperation } from '../../http/change-operation.ts'
import { recordResponse } from '../../http/operation-contract.ts'
import { ORGANIZATION_POLICY, POLICY_MEMBERS, toOrganizationPolicy } from './organization-policy.ts'
import { UPDATE_ORGANIZATION_POLICY } from './update-organization-policy.ts'

const UPDATE = changesOf(
  'OrganizationPolicyUpdate',
  'The members to change. An omitted member keeps its value.',
  POLICY_MEMBERS,
  { systemApproval: 'within_limits', systemApprovalMaxItems: 10 },
)

export const updateOrganizationPolicyRoute = changeOperation({
  operationId: 'updateOrganizationPolicy',
  description:
    'Changes only the members in the body. Each change creates the next version of the ' +
    'policy and records the access token of the request. A request that changes no value ' +
    'creates no version. The creator of a pending transfer or revaluation cannot turn off ' +
    '`fourEyes` or the `block` of `insuredExposure`; nor `fourEyes` who created a shipment ' +
    'that is not approved, or changed its directions. None of them can loosen `approvalRules`. ' +
    'Who asked for a pending revaluation cannot raise what a person may revalue alone.',
  method: 'PATCH',
  path: '/v1/organization-policy',
  permission: 'organization_policies:update',
  body: UPDATE,
  success: recordResponse('The current policy.', ORGANIZATION_POLICY),
  refusals: [
    'no_updatable_fields',
    'fbo_account_not_found',
    'sign_in_required',
    'self_approval_forbidden',
  ],
  change: UPDATE_ORGANIZATION_POLICY,
  input: ({ caller, body }) => ({ changes: body, tokenId: caller.tokenId }),
  respond: (policy) => ({ body: { data: toOrganizationPolicy(policy) } }),
})
