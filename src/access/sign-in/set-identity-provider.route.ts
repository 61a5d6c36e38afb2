import { LIST_BODY_BYTES_MAX } from '../../domain/limits.ts'
import { changeOperation } from '../../http/change-operation.ts'
import { recordResponse } from '../../http/operation-contract.ts'
import type { UrlPolicy } from '../../runtime/outbound/url.rules.ts'
import { settingsViolations } from './identity-provider.rules.ts'
import {
  IDENTITY_PROVIDER,
  IDENTITY_PROVIDER_SETTINGS,
  toIdentityProvider,
} from './identity-provider.ts'
import { SET_IDENTITY_PROVIDER } from './set-identity-provider.ts'

export function setIdentityProviderRoute(urls: UrlPolicy) {
  return changeOperation({
    operationId: 'setIdentityProvider',
    description:
      'Sets the OpenID Connect provider that people of the organization sign in with, or ' +
      'replaces all its settings. The provider vouches for people, so the caller must have ' +
      'every permission of the roles that it can give, and, for a new issuer, of every person ' +
      'who has not signed in yet. A person who has signed in stays with the issuer and the ' +
      'subject of that time. A request that changes nothing creates no version.',
    method: 'PUT',
    path: '/v1/identity-provider',
    permission: 'identity_provider:manage',
    body: IDENTITY_PROVIDER_SETTINGS,
    bodyBytesMax: LIST_BODY_BYTES_MAX,
    success: recordResponse('The provider.', IDENTITY_PROVIDER),
    refusals: ['sign_in_required', 'role_not_found', 'permission_not_held', 'secrets_key_missing'],
    bodyViolations: (body) => settingsViolations(body, urls),
    change: SET_IDENTITY_PROVIDER,
    input: ({ body }, { secrets }) => ({ settings: body, secrets }),
    respond: ({ provider }) => ({
      body: { data: toIdentityProvider(provider.organizationId, provider) },
    }),
  })
}
