import { operation } from '../../http/operation.ts'
import { recordResponse } from '../../http/operation-contract.ts'
import { getOrganizationPolicy } from './current-policy.store.ts'
import { ORGANIZATION_POLICY, toOrganizationPolicy } from './organization-policy.ts'

export const getOrganizationPolicyRoute = operation({
  operationId: 'getOrganizationPolicy',
  description:
    "Reads the organization's settings for its transfers and shipments. This is the latest " +
    'version of its policy, or the default policy as version 0.',
  path: '/v1/organization-policy',
  permission: 'organization_policies:read',
  success: recordResponse('The current policy.', ORGANIZATION_POLICY),
  handle: async ({ caller, database }) => {
    return { data: toOrganizationPolicy(await getOrganizationPolicy(caller, database)) }
  },
})
