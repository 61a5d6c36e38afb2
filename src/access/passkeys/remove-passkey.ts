import { unbatchedChange } from '../../database/changes/unbatched-change.ts'
import { eventOf } from '../../domain/events.ts'
import { currentPolicy } from '../organizations/current-policy.store.ts'
import { signInRefusal } from '../organizations/sign-in-refusal.ts'
import { personPowersRefusal } from '../people/grant-roles.rules.ts'
import { lockPerson } from '../people/lock-person.store.ts'
import { readOwnRoles } from '../people/roles.store.ts'
import { passkeyNotFound } from './passkey.ts'
import { lockPasskey, removePasskey } from './passkeys.store.ts'

interface PasskeyOfPerson {
  readonly id: string
  readonly personId: string
}

/** Removes a passkey of a person for good: it signs nothing more. What it signed stays valid. */
export const REMOVE_PASSKEY = unbatchedChange({
  name: 'remove_passkey',
  isOfPowers: true,
  lock: (tx, input: PasskeyOfPerson) => ({
    person: lockPerson(tx, input.personId),
    passkey: lockPasskey(tx, input),
    ownRoles: readOwnRoles(tx),
    policy: currentPolicy(tx),
  }),
  judge: ({ caller }, { person, passkey, ownRoles, policy }, { nowMs }) => {
    if (passkey === undefined) return passkeyNotFound()
    const isOwn = caller.personId === passkey.personId
    // Without a passkey, a person may not be able to approve.
    const refusal =
      signInRefusal(caller, policy, nowMs) ??
      (isOwn ? undefined : personPowersRefusal(caller, person?.roleIds ?? [], ownRoles))
    return refusal ?? { passkey, at: new Date(nowMs) }
  },
  write: (tx, { caller, result: { passkey, at } }) =>
    removePasskey(tx, { id: passkey.id, at, tokenId: caller.tokenId }),
  events: (one) => {
    const { passkey, at: occurredAt } = one.result
    const { id, personId, credentialId } = passkey
    const subject = { type: 'passkey', id } as const
    return eventOf(one, 'passkey.removed', {
      occurredAt,
      subject,
      data: { personId, credentialId },
    })
  },
})
