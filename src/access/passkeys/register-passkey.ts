import { createPublicKey } from 'node:crypto'
import { type Static, Type } from 'typebox'
import type { PersonCaller } from '../../domain/caller.ts'
import { Refusal, refusalOf, type Violation } from '../../domain/errors.ts'
import { eventOf } from '../../domain/events.ts'
import { namedObject } from '../../domain/fields.ts'
import { newId } from '../../domain/ids.ts'
import { LIST_BODY_BYTES_MAX, PASSKEYS_PER_PERSON_MAX } from '../../domain/limits.ts'
import { change } from '../../http/change.ts'
import { recordResponse } from '../../http/operation-contract.ts'
import { type Secrets, secretsKeyMissing } from '../../runtime/secrets/secrets.ts'
import { currentPolicy } from '../organizations/organization-policy.ts'
import { signInRefusal } from '../organizations/sign-in-refusal.ts'
import { lockPerson } from '../people/person.ts'
import {
  base64url,
  CREDENTIAL_ID,
  clientDataOf,
  PASSKEY_ALGORITHMS,
  type RelyingParty,
} from './assertion.ts'
import {
  countPasskeys,
  insertPasskey,
  PASSKEY,
  PASSKEY_NAME,
  type PasskeysBefore,
  personOf,
  TRANSPORTS,
  toPasskey,
} from './passkey.ts'

const LIFETIME_MS = 600_000

/**
 * A challenge for the registration of one passkey. It says for whom, until when, and which id the
 * passkey will have, encrypted, so no process has to remember it.
 */
export function newRegistrationChallenge(secrets: Secrets, caller: PersonCaller): string {
  return secrets.seal({ id: newId('pkey') }, contextOf(caller), Date.now() + LIFETIME_MS)
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
  const detail = 'This passkey was registered before: let the authenticator make a new one.'
  return new Refusal('passkey_exists', { detail })
}

function challengeUsed(): Refusal {
  const detail = 'Its challenge has registered a passkey: ask for new registration options.'
  return refusalOf([{ pointer: '/clientDataJSON', code: 'passkey_invalid', detail }], 'state')
}

function tooMany(): Refusal {
  const most = `The person has ${PASSKEYS_PER_PERSON_MAX} passkeys, and may have no more`
  return new Refusal('too_many_passkeys', { detail: `${most}: remove one that is not used.` })
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
    const idOf = (challenge: string) =>
      secrets.open<{ readonly id: string }>(challenge, contextOf(person), Date.now())?.id
    const read = await readRegistration(registration, relyingParty, idOf)
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

/** The public half of a new passkey. */
interface NewKey {
  /** The id that the challenge was made for. */
  readonly id: string
  readonly credentialId: string
  /** SubjectPublicKeyInfo (RFC 5280), DER. */
  readonly publicKey: Buffer
  readonly algorithm: number
  readonly signCount: number
}

type Registration = Omit<Static<typeof NEW_PASSKEY>, 'name' | 'transports'>

/** @param idOf the id of the passkey that a challenge registers; undefined if it is not the caller's */
async function readRegistration(
  { credentialId, clientDataJSON, attestationObject }: Registration,
  relyingParty: RelyingParty,
  idOf: (challenge: string) => string | undefined,
): Promise<NewKey | Violation> {
  const client = clientDataOf(clientDataJSON)
  if (client === undefined) return at('clientDataJSON', 'It is no client data of WebAuthn.')
  const { challenge } = client
  const id = typeof challenge === 'string' ? idOf(challenge) : undefined
  if (typeof challenge !== 'string' || id === undefined) {
    return at(
      'clientDataJSON',
      'Its challenge was not made for this person and token, or is older than ten minutes: ask for ' +
        'new registration options.',
    )
  }
  if (!relyingParty.takesOrigin(client.origin) || client.crossOrigin === true) {
    return at(
      'clientDataJSON',
      `It was made on a page of another origin than that of the vault, ${relyingParty.rpId}.`,
    )
  }
  // It takes a tenth of a second to load, and few requests need it.
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: {
        id: credentialId,
        rawId: credentialId,
        type: 'public-key',
        response: { clientDataJSON, attestationObject },
        clientExtensionResults: {},
      },
      expectedChallenge: challenge,
      expectedOrigin: String(client.origin),
      expectedRPID: relyingParty.rpId,
      requireUserVerification: true,
      supportedAlgorithmIDs: [...PASSKEY_ALGORITHMS],
    })
    if (!verified) return at('attestationObject', 'Its attestation does not verify.')
    const { id: attested, publicKey, counter: signCount } = registrationInfo.credential
    if (attested !== credentialId) return at('credentialId', 'It is not that of the attestation.')
    return { id, credentialId, ...(await spkiOf(publicKey)), signCount }
  } catch (error) {
    const why = (error as Error).message.replaceAll(/\s+/g, ' ').slice(0, 200)
    return at('attestationObject', `The authenticator's answer does not verify (${why}).`)
  }
}

async function spkiOf(coseKey: Uint8Array<ArrayBuffer>) {
  const { decodeCredentialPublicKey } = await import('@simplewebauthn/server/helpers')
  const cose = decodeCredentialPublicKey(coseKey) as unknown as ReadonlyMap<number, unknown>
  const bytes = (label: number) => Buffer.from(cose.get(label) as Uint8Array).toString('base64url')
  const jwk = {
    1: () => ({ kty: 'OKP', crv: 'Ed25519', x: bytes(-2) }),
    2: () => ({ kty: 'EC', crv: 'P-256', x: bytes(-2), y: bytes(-3) }),
    3: () => ({ kty: 'RSA', n: bytes(-1), e: bytes(-2) }),
  }[cose.get(1) as 1 | 2 | 3]()
  const publicKey = createPublicKey({ key: jwk, format: 'jwk' })
  const algorithm = cose.get(3) as number
  return { publicKey: publicKey.export({ format: 'der', type: 'spki' }), algorithm }
}

function at(member: string, detail: string): Violation {
  return { pointer: `/${member}`, code: 'passkey_invalid', detail }
}
