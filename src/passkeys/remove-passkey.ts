import type { Change } from '../database/changes/change.ts'
import { currentPolicy } from '../organizations/current-policy.store.ts'
import type { OrganizationPolicyRow } from '../organizations/organization-policy.ts'
import { signInRefusal } from '../organizations/sign-in-refusal.ts'
import { type PasskeyRow, passkeyNotFound } from './passkey.ts'
import { passkeyEvent } from './passkey-event.ts'
import { lockPasskey, removePasskey } from './passkeys.store.ts'

interface PasskeyOfPerson {
  readonly id: string
  readonly personId: string
}

interface RemovalFacts {
  readonly passkey: PasskeyRow | undefined
  readonly policy: OrganizationPolicyRow
}

interface RemovedPasskey {
  readonly passkey: PasskeyRow
  readonly at: Date
}

/** Removes a passkey of a person for good: it signs nothing more. What it signed stays valid. */
export const REMOVE_PASSKEY: Change<PasskeyOfPerson, RemovalFacts, RemovedPasskey> = {
  name: 'remove_passkey',
  lock: async (tx, inputs) => {
    const [passkey, policy] = await Promise.all([
      lockPasskey(tx, inputs[0] as PasskeyOfPerson),
      currentPolicy(tx),
    ])
    return { passkey, policy }
  },
  judge: ({ caller }, { passkey, policy }, { nowMs }) => {
    if (passkey === undefined) return passkeyNotFound()
    // Whoever found an open session could keep its person from approving.
    return signInRefusal(caller, policy, nowMs) ?? { passkey, at: new Date(nowMs) }
  },
  write: (tx, accepted) => {
    for (const { caller, result } of accepted) {
      removePasskey(tx, { id: result.passkey.id, at: result.at, tokenId: caller.tokenId })
    }
  },
  events: (accepted) =>
    accepted.map((one) => {
      const { passkey, at } = one.result
      const { id, personId, credentialId } = passkey
      return passkeyEvent(one, 'passkey.removed', { id, at, data: { personId, credentialId } })
    }),
}
