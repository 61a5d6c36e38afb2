import { unbatchedChange } from '../../database/changes/unbatched-change.ts'
import { Refusal, refusalOf } from '../../domain/errors.ts'
import { eventOf } from '../../domain/events.ts'
import { PASSKEYS_PER_PERSON_MAX } from '../../domain/limits.ts'
import { currentPolicy } from '../organizations/current-policy.store.ts'
import { signInRefusal } from '../organizations/sign-in-refusal.ts'
import { lockPerson } from '../people/person.ts'
import { countPasskeys, insertPasskey, type PasskeysBefore } from './passkeys.store.ts'
import type { NewKey } from './read-registration.ts'

interface NewPasskey extends NewKey {
  readonly personId: string
  readonly name: string
  readonly transports: string[]
  readonly rpId: string
}

/** Registers a passkey of the caller's person, whose registration was read. */
export const REGISTER_PASSKEY = unbatchedChange({
  name: 'register_passkey',
  lock: (tx, { personId, credentialId, id }: NewPasskey) => ({
    person: lockPerson(tx, personId),
    passkeys: countPasskeys(tx, personId, credentialId, id) as Promise<PasskeysBefore>,
    policy: currentPolicy(tx),
  }),
  judge: ({ caller, input }, { passkeys, policy }, { nowMs }) => {
    // A stranger at an open session would register a passkey, and sign as its person from then on.
    const refusal = signInRefusal(caller, policy, nowMs)
    if (refusal !== undefined) return refusal
    if (passkeys.isKnown) return alreadyRegistered()
    if (passkeys.isMade) return challengeUsed()
    if (passkeys.count >= PASSKEYS_PER_PERSON_MAX) return tooMany()
    return { ...input, createdAt: new Date(nowMs) }
  },
  write: (tx, { result }) => insertPasskey(tx, result),
  events: (one) => {
    const { id, createdAt, personId, credentialId, publicKey, algorithm, rpId } = one.result
    const key = { publicKey: publicKey.toString('base64url'), algorithm, rpId }
    return eventOf(one, 'passkey.registered', {
      occurredAt: createdAt,
      subject: { type: 'passkey', id },
      data: { personId, credentialId, ...key },
    })
  },
})

function alreadyRegistered(): Refusal {
  return new Refusal('passkey_exists', {
    detail: 'This passkey was registered before: let the authenticator make a new one.',
  })
}

function challengeUsed(): Refusal {
  const detail = 'Its challenge has registered a passkey: ask for new registration options.'
  return refusalOf([{ pointer: '/clientDataJSON', code: 'passkey_invalid', detail }], 'state')
}

function tooMany(): Refusal {
  return new Refusal('too_many_passkeys', {
    detail:
      `The person has ${PASSKEYS_PER_PERSON_MAX} passkeys, and may have no more: remove one that ` +
      'is not used.',
  })
}
