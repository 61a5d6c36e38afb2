import { Type } from 'typebox'
import type { PersonCaller } from '../../domain/caller.ts'
import { Refusal, refusalOf } from '../../domain/errors.ts'
import { eventOf } from '../../domain/events.ts'
import { namedObject } from '../../domain/fields.ts'
import { newId } from '../../domain/ids.ts'
import { LIST_BODY_BYTES_MAX, PASSKEYS_PER_PERSON_MAX } from '../../domain/limits.ts'
import { change } from '../../http/change.ts'
import { recordResponse } from '../../http/operation-contract.ts'
import { type Secrets, secretsKeyMissing } from '../../runtime/secrets/secrets.ts'
import { currentPolicy } from '../organizations/current-policy.store.ts'
import { signInRefusal } from '../organizations/sign-in-refusal.ts'
import { lockPerson } from '../people/person.ts'
import { base64url, CREDENTIAL_ID } from './assertion.ts'
import { PASSKEY, PASSKEY_NAME, personOf, TRANSPORTS, toPasskey } from './passkey.ts'
import { countPasskeys, insertPasskey, type PasskeysBefore } from './passkeys.store.ts'
import { type NewKey, readRegistration } from './read-registration.ts'

const LIFETIME_MS = 600_000

type Sealed = Pick<Secrets, 'encrypt' | 'decrypt'>

/**
 * A challenge for the registration of one passkey. It says for whom, until when, and which id the
 * passkey will have, encrypted, so no process has to remember it.
 */
export function newRegistrationChallenge(
  secrets: Sealed,
  caller: PersonCaller,
  nowMs: number,
): string {
  const document = { until: nowMs + LIFETIME_MS, id: newId('pkey') }
  const text = secrets.encrypt(JSON.stringify(document), contextOf(caller))
  return Buffer.from(text, 'base64').toString('base64url')
}

/**
 * The id of the passkey that the challenge registers; undefined if it was not made for this caller,
 * with this token, or is too old.
 */
export function passkeyOfChallenge(
  secrets: Sealed,
  caller: PersonCaller,
  { challenge, nowMs }: { readonly challenge: string; readonly nowMs: number },
): string | undefined {
  try {
    const encrypted = Buffer.from(challenge, 'base64url').toString('base64')
    const document = JSON.parse(secrets.decrypt(encrypted, contextOf(caller)))
    const { id, until } = document as { readonly id: string; readonly until: number }
    return nowMs < until ? id : undefined
  } catch {
    return undefined
  }
}

function contextOf({ organizationId, personId, tokenId }: PersonCaller): string {
  return `passkey registration ${organizationId} ${personId} ${tokenId}`
}

interface NewPasskey extends NewKey {
  readonly personId: string
  readonly name: string
  readonly transports: string[]
  readonly rpId: string
}

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

const NEW_PASSKEY = namedObject(
  'NewPasskey',
  "A new passkey: its name, and the authenticator's answer as WebAuthn returns it.",
  {
    name: PASSKEY_NAME,
    credentialId: CREDENTIAL_ID,
    clientDataJSON: base64url('What the browser says: the challenge and the origin.', {
      maxLength: 4096,
      example: 'eyJ0eXBlIjoid2ViYXV0aG4uY3JlYXRlIn0',
    }),
    attestationObject: base64url('What the authenticator says: the public key.', {
      maxLength: 8192,
      example: 'o2NmbXRkbm9uZQ',
    }),
    transports: Type.Optional(TRANSPORTS),
  },
)

/** Registers a passkey of the caller's person, whose registration was read. */
export const registerPasskeyRoute = change({
  operationId: 'registerPasskey',
  description:
    'Registers a passkey of the person whose token this is, made with the options of Get ' +
    'Passkey Options. From then on it can sign their approvals.',
  path: '/v1/passkeys',
  permission: null,
  body: NEW_PASSKEY,
  isOfCaller: true,
  bodyBytesMax: LIST_BODY_BYTES_MAX,
  success: { ...recordResponse('The passkey.', PASSKEY), status: 201 },
  refusals: [
    'sign_in_required',
    ...(['person_required', 'secrets_key_missing', 'passkey_invalid'] as const),
    ...(['passkey_exists', 'too_many_passkeys'] as const),
  ],
  input: async ({ caller, body: { name, transports = [], ...registration } }, app) => {
    const person = personOf(caller)
    const { secrets, relyingParty } = app
    if (secrets === null) throw secretsKeyMissing()
    const nowMs = Date.now()
    const idOf = (challenge: string) => passkeyOfChallenge(secrets, person, { challenge, nowMs })
    const read = await readRegistration(registration, { relyingParty, idOf })
    if ('pointer' in read) throw refusalOf([read], 'request')
    const { personId } = person
    return { ...read, personId, name, transports: [...transports], rpId: relyingParty.rpId }
  },
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
  respond: (passkey) => ({ body: { data: toPasskey(passkey) } }),
})
