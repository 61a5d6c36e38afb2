import type { Change } from '../database/changes/change.ts'
import { eventOf } from '../domain/events.ts'
import { currentPolicy } from '../organizations/current-policy.store.ts'
import type { OrganizationPolicyRow } from '../organizations/organization-policy.ts'
import { signInRefusal } from '../organizations/sign-in-refusal.ts'
import { deleteIdentityProvider, lockIdentityProvider } from './identity-provider.store.ts'
import type { IdentityProviderRow } from './identity-provider.ts'

interface DeletedProvider {
  readonly organizationId: string
  /** Undefined if there was none. */
  readonly provider: IdentityProviderRow | undefined
  readonly at: Date
}

interface Facts {
  readonly provider: IdentityProviderRow | undefined
  readonly policy: OrganizationPolicyRow
}

/** Deletes the provider with its secret. */
export const DELETE_IDENTITY_PROVIDER: Change<null, Facts, DeletedProvider> = {
  name: 'delete_identity_provider',
  isOfPowers: true,
  lock: async (tx) => {
    const [provider, policy] = await Promise.all([lockIdentityProvider(tx), currentPolicy(tx)])
    return { provider, policy }
  },
  judge: ({ caller }, { provider, policy }, { nowMs }) => {
    const { organizationId } = caller
    const tooOld = signInRefusal(caller, policy, nowMs)
    return tooOld ?? { organizationId, provider, at: new Date(nowMs) }
  },
  write: (tx) => deleteIdentityProvider(tx),
  events: (accepted) =>
    accepted.flatMap((one) => {
      const { organizationId: id, provider, at: occurredAt } = one.result
      if (provider === undefined) return []
      const { issuer, clientId } = provider
      return eventOf(one, 'identity_provider.deleted', {
        occurredAt,
        subject: { type: 'identity_provider', id },
        data: { before: { issuer, clientId } },
      })
    }),
}
