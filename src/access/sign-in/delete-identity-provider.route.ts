import { changeOperation } from '../../http/change-operation.ts'
import { recordResponse } from '../../http/operation-contract.ts'
import { DELETE_IDENTITY_PROVIDER } from './delete-identity-provider.ts'
import { IDENTITY_PROVIDER, toIdentityProvider } from './identity-provider.ts'

export const deleteIdentityProviderRoute = changeOperation({
  operationId: 'deleteIdentityProvider',
  description:
    'Deletes the provider with its client secret: nobody can sign in with it any more. ' +
    'Sessions go on until they end or are ended, and people stay. A success also where none ' +
    'is set.',
  method: 'DELETE',
  path: '/v1/identity-provider',
  permission: 'identity_provider:manage',
  success: recordResponse('No provider, as Get Identity Provider shows it.', IDENTITY_PROVIDER),
  refusals: ['sign_in_required'],
  change: DELETE_IDENTITY_PROVIDER,
  input: () => null,
  respond: ({ organizationId }) => ({
    body: { data: toIdentityProvider(organizationId, undefined) },
  }),
})
