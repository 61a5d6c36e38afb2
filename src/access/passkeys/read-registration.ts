import { createPublicKey } from 'node:crypto'
import type { Violation } from '../../domain/errors.ts'
import { clientDataOf, PASSKEY_ALGORITHMS } from './assertion.ts'
import type { RelyingParty } from './relying-party.ts'

/** The answer of an authenticator to a registration; binary values are base64url. */
interface Registration {
  readonly credentialId: string
  readonly clientDataJSON: string
  readonly attestationObject: string
}

/** The public half of a new passkey. */
export interface NewKey {
  /** The id that the challenge was made for. */
  readonly id: string
  readonly credentialId: string
  /** SubjectPublicKeyInfo (RFC 5280), DER. */
  readonly publicKey: Buffer
  readonly algorithm: number
  readonly signCount: number
}

interface Expected {
  readonly relyingParty: RelyingParty
  /** The id of the passkey that a challenge registers; undefined if it is not the caller's. */
  readonly idOf: (challenge: string) => string | undefined
}

export async function readRegistration(
  { credentialId, clientDataJSON, attestationObject }: Registration,
  { relyingParty, idOf }: Expected,
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
