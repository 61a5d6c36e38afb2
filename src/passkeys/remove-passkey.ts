import type { Change } from '../database/changes/change.ts'
import type { OwnRoles } from '../domain/built-in-roles.ts'
import { currentPolicy } from '../organizations/current-policy.store.ts'
import type { OrganizationPolicyRow } from '../organizations/organization-policy.ts'
import { signInRefusal } from '../organizations/sign-in-refusal.ts'
import { personPowersRefusal } from '../people/grant-roles.rules.ts'
import { lockPerson } from '../people/lock-person.store.ts'
import { readOwnRoles } from '../roles/own-roles.store.ts'
import { type PasskeyRow, passkeyNotFound } from './passkey.ts'
import { passkeyEvent } from './passkey-event.ts'
import { lockPasskey, removePasskey } from './passkeys.store.ts'

interface PasskeyOfPerson {
  readonly id: string
  readonly personId: string
}

interface RemovalFacts {
  readonly passkey: PasskeyRow | undefined
  /** The roles of its person. */
  readonly roleIds: readonly string[]
  readonly ownRoles: OwnRoles
  readonly policy: OrganizationPolicyRow
}

interface RemovedPasskey {
  readonly passkey: PasskeyRow
  readonly at: Date
}

/** Removes a passkey of a person for good: it signs nothing more. What it signed stays valid. */
export const REMOVE_PASSKEY: Change<PasskeyOfPerson, RemovalFacts, RemovedPasskey> = {
  name: 'remove_passkey',
  isOfPowers: true,
  lock: async (tx, inputs) => {
    const input = inputs[0] as PasskeyOfPerson
    const [person, passkey, ownRoles, policy] = await Promise.all([
      lockPerson(tx, input.personId),
      lockPasskey(tx, input),
      readOwnRoles(tx),
      currentPolicy(tx),
    ])
    return { roleIds: person?.roleIds ?? [], passkey, ownRoles, policy }
  },
  judge: ({ caller }, { passkey, roleIds, ownRoles, policy }, { nowMs }) => {
    if (passkey === undefined) return passkeyNotFound()
    const isOwn = caller.personId === passkey.personId
    // Without a passkey, a person may not be able to approve.
    const refusal =
      signInRefusal(caller, policy, nowMs) ??
      (isOwn ? undefined : personPowersRefusal(caller, roleIds, ownRoles))
    return refusal ?? { passkey, at: new Date(nowMs) }
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
