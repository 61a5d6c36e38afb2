import { operation } from '../../http/operation.ts'
import { recordResponse } from '../../http/operation-contract.ts'
import { findIdentityProvider } from './identity-provider.store.ts'
import { IDENTITY_PROVIDER, toIdentityProvider } from './identity-provider.ts'

export const getIdentityProviderRoute = operation({
  operationId: 'getIdentityProvider',
  description:
    'Reads the OpenID Connect provider that people of the organization sign in with, without ' +
    'its client secret; version 0 if none is set.',
  path: '/v1/identity-provider',
  permission: 'identity_provider:manage',
  success: recordResponse('The provider.', IDENTITY_PROVIDER),
  handle: async ({ caller, database }) => {
    const provider = await findIdentityProvider(caller, database)
    return { data: toIdentityProvider(caller.organizationId, provider) }
  },
})
