import type { Change } from '../database/changes/change.ts'
import { Refusal } from '../domain/errors.ts'
import { newId } from '../domain/ids.ts'
import { PASSKEYS_PER_PERSON_MAX } from '../domain/limits.ts'
import { currentPolicy } from '../organizations/current-policy.store.ts'
import type { OrganizationPolicyRow } from '../organizations/organization-policy.ts'
import { signInRefusal } from '../organizations/sign-in-refusal.ts'
import { passkeyEvent } from './passkey-event.ts'
import {
  insertPasskey,
  lockRegistration,
  type PasskeysBefore,
  type StoredPasskey,
} from './passkeys.store.ts'
import type { NewKey } from './read-registration.ts'

interface NewPasskey extends NewKey {
  readonly personId: string
  readonly name: string
  readonly transports: string[]
  readonly rpId: string
}

interface RegistrationFacts extends PasskeysBefore {
  readonly policy: OrganizationPolicyRow
}

/** Registers a passkey of the caller's person, whose registration was read. */
export const REGISTER_PASSKEY: Change<NewPasskey, RegistrationFacts, StoredPasskey> = {
  name: 'register_passkey',
  lock: async (tx, inputs) => {
    const [before, policy] = await Promise.all([
      lockRegistration(tx, inputs[0] as NewPasskey),
      currentPolicy(tx),
    ])
    return { ...before, policy }
  },
  judge: ({ caller, input }, { count, isKnown, policy }, { nowMs }) => {
    // A stranger at an open session would register a passkey, and sign as its person from then on.
    const refusal = signInRefusal(caller, policy, nowMs)
    if (refusal !== undefined) return refusal
    if (isKnown) return alreadyRegistered()
    if (count >= PASSKEYS_PER_PERSON_MAX) return tooMany()
    return { ...input, id: newId('pkey'), createdAt: new Date(nowMs) }
  },
  write: (tx, accepted) => {
    for (const { result } of accepted) insertPasskey(tx, result)
  },
  events: (accepted) =>
    accepted.map((one) => {
      const { id, createdAt: at, personId, credentialId, publicKey, algorithm, rpId } = one.result
      const key = { publicKey: publicKey.toString('base64url'), algorithm, rpId }
      const data = { personId, credentialId, ...key }
      return passkeyEvent(one, 'passkey.registered', { id, at, data })
    }),
}

function alreadyRegistered(): Refusal {
  return new Refusal('passkey_exists', {
    detail: 'This passkey was registered before: let the authenticator make a new one.',
  })
}

function tooMany(): Refusal {
  return new Refusal('too_many_passkeys', {
    detail:
      `The person has ${PASSKEYS_PER_PERSON_MAX} passkeys, and may have no more: remove one that ` +
      'is not used.',
  })
}
