import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import { addOperation } from '../http/operation.ts'
import { getOrganizationPolicy } from './current-policy.store.ts'
import { ORGANIZATION_POLICY, toOrganizationPolicy } from './organization-policy.ts'

export function getOrganizationPolicyRoute(app: FastifyInstance): void {
  addOperation(
    app,
    {
      operationId: 'getOrganizationPolicy',
      tag: 'Organization policy',
      summary: 'Get Organization Policy',
      description:
        "Reads the organization's settings for its transfers and shipments. This is the latest " +
        'version of its policy, or the default policy as version 0.',
      method: 'GET',
      path: '/v1/organization-policy',
      permission: 'organization_policies:read',
      success: {
        status: 200,
        description: 'The current policy.',
        body: Type.Object({ data: ORGANIZATION_POLICY }),
      },
      refusals: [],
    },
    {
      handle: async ({ caller, database }) => {
        return { data: toOrganizationPolicy(await getOrganizationPolicy(caller, database)) }
      },
    },
  )
}
