import { createHash, createPublicKey, type KeyObject, verify } from 'node:crypto'
import { type Static, Type } from 'typebox'
import { namedObject } from '../../domain/fields.ts'

/** The id of a passkey, as its authenticator made it: at most 1,023 bytes. */
export const CREDENTIAL_ID = Type.String({
  title: 'CredentialId',
  ...base64url('The id of the passkey.', {
    maxLength: 1364,
    example: 'AAECAwQFBgcICQoLDA0ODw',
  }),
})

/** The signature of a passkey (WebAuthn, `AuthenticatorAssertionResponse`). */
export const ASSERTION = namedObject(
  'ApprovalProof',
  'The signature of a passkey over the challenge of an approval, as WebAuthn returns it.',
  {
    credentialId: CREDENTIAL_ID,
    authenticatorData: base64url('What the authenticator says of itself.', {
      maxLength: 1024,
      example: 'SZYN5YgOjGh0NBcPZHZgW4_krrmihjLHmVzzuoMdl2MFAAAAAQ',
    }),
    clientDataJSON: base64url('What the browser says: the challenge and the origin.', {
      maxLength: 2048,
      example: 'eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0',
    }),
    signature: base64url('The signature over both.', { maxLength: 700, example: 'MEUCIQ' }),
  },
  {
    examples: [
      {
        credentialId: 'AAECAwQFBgcICQoLDA0ODw',
        authenticatorData: 'SZYN5YgOjGh0NBcPZHZgW4_krrmihjLHmVzzuoMdl2MFAAAAAQ',
        clientDataJSON: 'eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0',
        signature: 'MEUCIQ',
      },
    ],
  },
)

export type Assertion = Static<typeof ASSERTION>

/** The public half of a passkey. */
export interface PasskeyKey {
  /** SubjectPublicKeyInfo (RFC 5280), DER. */
  readonly publicKey: Buffer
  /** Number of COSE (RFC 9053). */
  readonly algorithm: number
}

/** Why a signature proves nothing, in the order of the checks. */
export type AssertionFault =
  | 'malformed'
  | 'challenge'
  | 'origin'
  | 'relying_party'
  | 'user_presence'
  | 'user_verification'
  | 'signature'

/** The algorithms that passkeys may have: ES256, EdDSA, RS256. */
const KEY_TYPES: Readonly<Record<number, KeyObject['asymmetricKeyType']>> = {
  [-7]: 'ec',
  [-8]: 'ed25519',
  [-257]: 'rsa',
}

export const PASSKEY_ALGORITHMS = Object.keys(KEY_TYPES).map(Number)

const HASH_LENGTH = 32
const HEAD_LENGTH = HASH_LENGTH + 5
const USER_PRESENT = 0x01
const USER_VERIFIED = 0x04

/**
 * Why the signature is none of this key over this challenge, by a verified person; undefined if it
 * is (WebAuthn, 7.2).
 */
export function assertionFault(
  assertion: Assertion,
  key: PasskeyKey,
  { challenge, relyingParty }: { readonly challenge: string; readonly relyingParty: RelyingParty },
): AssertionFault | undefined {
  const client = clientDataOf(assertion.clientDataJSON)
  const data = Buffer.from(assertion.authenticatorData, 'base64url')
  const isAssertion = client?.type === 'webauthn.get' && data.length >= HEAD_LENGTH
  if (client === undefined || !isAssertion) return 'malformed'
  if (client.challenge !== challenge) return 'challenge'
  if (!relyingParty.takesOrigin(client.origin) || client.crossOrigin === true) return 'origin'
  const rpIdHash = createHash('sha256').update(relyingParty.rpId).digest()
  if (!data.subarray(0, HASH_LENGTH).equals(rpIdHash)) return 'relying_party'
  const flags = data.readUInt8(HASH_LENGTH)
  if ((flags & USER_PRESENT) === 0) return 'user_presence'
  if ((flags & USER_VERIFIED) === 0) return 'user_verification'
  return isSigned(assertion, key, data) ? undefined : 'signature'
}

/** The uses of the passkey that the authenticator counts; 0 where it does not count. */
export function signCountOf({ authenticatorData }: Assertion): number {
  return Buffer.from(authenticatorData, 'base64url').readUInt32BE(HASH_LENGTH + 1)
}

function isSigned(
  { clientDataJSON, signature }: Assertion,
  { publicKey, algorithm }: PasskeyKey,
  data: Buffer,
): boolean {
  const clientData = Buffer.from(clientDataJSON, 'base64url')
  const signed = Buffer.concat([data, createHash('sha256').update(clientData).digest()])
  try {
    const key = createPublicKey({ key: publicKey, format: 'der', type: 'spki' })
    if (key.asymmetricKeyType !== KEY_TYPES[algorithm]) return false
    const digest = key.asymmetricKeyType === 'ed25519' ? null : 'sha256'
    return verify(digest, signed, key, Buffer.from(signature, 'base64url'))
  } catch {
    return false
  }
}

/**
 * Stands for the bytes that a key signed: a signature has several forms, and its text more, and a
 * key may be registered under several ids, and in several forms. Its signature must have verified.
 */
export function signedBy(
  assertion: Assertion,
  { publicKey }: Pick<PasskeyKey, 'publicKey'>,
): string {
  const { authenticatorData, clientDataJSON } = assertion
  const parts = [authenticatorData, clientDataJSON].map((part) => Buffer.from(part, 'base64url'))
  const signed = [...numbersOf(publicKey), ...parts.map((part) => part.toString('hex'))]
  return createHash('sha256').update(JSON.stringify(signed)).digest('base64')
}

/** The numbers of a key, or its bytes if it is of a curve that passkeys do not have. */
function numbersOf(publicKey: Buffer) {
  const key = createPublicKey({ key: publicKey, format: 'der', type: 'spki' })
  try {
    const { x, y, n, e } = key.export({ format: 'jwk' })
    return [x, y, n, e]
  } catch {
    return [publicKey.toString('hex')]
  }
}

/** The document of the browser; undefined if it is none. */
export function clientDataOf(clientDataJSON: string): Record<string, unknown> | undefined {
  try {
    const text = Buffer.from(clientDataJSON, 'base64url').toString()
    const document = JSON.parse(text) as Record<string, unknown> | null
    return typeof document === 'object' && document !== null ? document : undefined
  } catch {
    return undefined
  }
}

export function base64url(description: string, options: { maxLength: number; example: string }) {
  const { maxLength, example } = options
  return Type.String({
    description: `${description} In base64url, without padding.`,
    minLength: 1,
    maxLength,
    pattern: '^[A-Za-z0-9_-]*$',
    examples: [example],
    'x-violation-hint': 'Send it as WebAuthn returns it, in base64url.',
  })
}

/** The name of the vault as browsers know it: passkeys are bound to it. */
export interface RelyingParty {
  /** A host. */
  readonly rpId: string
  /** Whether a signature made on a page of this origin counts. */
  readonly takesOrigin: (origin: unknown) => boolean
}

const LOCALHOST = /^http:\/\/localhost(?::\d{1,5})?$/

/** @param publicOrigin the origin of PUBLIC_URL; null: this machine alone, on any port */
export function relyingPartyOf(publicOrigin: string | null): RelyingParty {
  if (publicOrigin !== null) {
    const rpId = new URL(publicOrigin).hostname
    return { rpId, takesOrigin: (origin) => origin === publicOrigin }
  }
  const takesOrigin = (origin: unknown) => typeof origin === 'string' && LOCALHOST.test(origin)
  return { rpId: 'localhost', takesOrigin }
}
