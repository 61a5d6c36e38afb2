import type { Change } from '../database/changes/change.ts'
import { eventOf } from '../domain/events.ts'
import { deleteIdentityProvider, lockIdentityProvider } from './identity-provider.store.ts'
import type { IdentityProviderRow } from './identity-provider.ts'

interface DeletedProvider {
  readonly organizationId: string
  /** Undefined if there was none. */
  readonly provider: IdentityProviderRow | undefined
  readonly at: Date
}

/** Deletes the provider with its secret. */
export const DELETE_IDENTITY_PROVIDER: Change<
  null,
  IdentityProviderRow | undefined,
  DeletedProvider
> = {
  name: 'delete_identity_provider',
  lock: (tx) => lockIdentityProvider(tx),
  judge: ({ caller: { organizationId } }, provider, { nowMs }) => {
    return { organizationId, provider, at: new Date(nowMs) }
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
