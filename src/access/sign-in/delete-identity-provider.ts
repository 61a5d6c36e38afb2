import { unbatchedChange } from '../../database/changes/unbatched-change.ts'
import { eventOf } from '../../domain/events.ts'
import { currentPolicy } from '../organizations/current-policy.store.ts'
import { signInRefusal } from '../organizations/sign-in-refusal.ts'
import { deleteIdentityProvider, lockIdentityProvider } from './identity-provider.store.ts'

export const DELETE_IDENTITY_PROVIDER = unbatchedChange({
  name: 'delete_identity_provider',
  isOfPowers: true,
  lock: (tx, _: null) => ({ provider: lockIdentityProvider(tx), policy: currentPolicy(tx) }),
  judge: ({ caller }, { provider, policy }, { nowMs }) => {
    const { organizationId } = caller
    const tooOld = signInRefusal(caller, policy, nowMs)
    return tooOld ?? { organizationId, provider, at: new Date(nowMs) }
  },
  write: (tx) => deleteIdentityProvider(tx),
  events: (one) => {
    const { organizationId: id, provider, at: occurredAt } = one.result
    if (provider === undefined) return []
    const { issuer, clientId } = provider
    return eventOf(one, 'identity_provider.deleted', {
      occurredAt,
      subject: { type: 'identity_provider', id },
      data: { before: { issuer, clientId } },
    })
  },
})
