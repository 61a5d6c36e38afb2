import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'
import type { Assertion } from '../../../src/access/passkeys/assertion.ts'

const FLAGS = { present: 0x01, verified: 0x04, attested: 0x40 }
const ALGORITHMS = { ES256: -7, EdDSA: -8, RS256: -257 } as const

/** The request of a page, and what an attacker would like to be otherwise. */
export interface Signing {
  readonly challenge: string
  readonly origin?: string
  readonly rpId?: string
  readonly type?: string
  readonly isPresent?: boolean
  readonly isVerified?: boolean
  readonly crossOrigin?: boolean
}

/** A passkey in software, with the browser around it: it makes what WebAuthn makes. */
export class SoftwareAuthenticator {
  readonly credentialId = randomBytes(16).toString('base64url')
  readonly algorithm: number
  readonly #publicKey: KeyObject
  readonly #privateKey: KeyObject
  /** Uses so far; passkeys that are synchronised count none. */
  signCount = 0

  constructor(algorithm: keyof typeof ALGORITHMS = 'ES256') {
    this.algorithm = ALGORITHMS[algorithm]
    const pair = keyPair(algorithm)
    this.#publicKey = pair.publicKey
    this.#privateKey = pair.privateKey
  }

  /** SubjectPublicKeyInfo, DER. */
  get publicKey(): Buffer {
    return this.#publicKey.export({ format: 'der', type: 'spki' })
  }

  /** The answer of `navigator.credentials.get`. */
  sign(signing: Signing): Assertion {
    const authenticatorData = this.#authenticatorData(signing)
    const clientDataJSON = clientData({ type: 'webauthn.get', ...signing })
    const digest = createHash('sha256').update(clientDataJSON).digest()
    const signed = Buffer.concat([authenticatorData, digest])
    const hash = this.algorithm === ALGORITHMS.EdDSA ? null : 'sha256'
    return {
      credentialId: this.credentialId,
      authenticatorData: authenticatorData.toString('base64url'),
      clientDataJSON: clientDataJSON.toString('base64url'),
      signature: sign(hash, signed, this.#privateKey).toString('base64url'),
    }
  }

  /** The answer of `navigator.credentials.create`, as JSON; attestation `none`. */
  register(signing: Signing) {
    const clientDataJSON = clientData({ type: 'webauthn.create', ...signing })
    const id = Buffer.from(this.credentialId, 'base64url')
    const length = Buffer.alloc(2)
    length.writeUInt16BE(id.length)
    const attested = Buffer.concat([Buffer.alloc(16), length, id, this.#coseKey()])
    const authData = Buffer.concat([
      this.#authenticatorData({ ...signing, flags: FLAGS.attested }),
      attested,
    ])
    const data = new Uint8Array(authData)
    const attestationObject = cbor('fmt', 'none', 'attStmt', new Map(), 'authData', data)
    return {
      id: this.credentialId,
      rawId: this.credentialId,
      type: 'public-key' as const,
      response: {
        clientDataJSON: clientDataJSON.toString('base64url'),
        attestationObject: attestationObject.toString('base64url'),
        transports: ['internal'],
      },
      clientExtensionResults: {},
    }
  }

  #authenticatorData({
    rpId = 'localhost',
    isPresent = true,
    isVerified = true,
    flags = 0,
  }: Omit<Signing, 'challenge'> & { readonly flags?: number }): Buffer {
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(this.signCount)
    const all = flags | (isPresent ? FLAGS.present : 0) | (isVerified ? FLAGS.verified : 0)
    const rpIdHash = createHash('sha256').update(rpId).digest()
    return Buffer.concat([rpIdHash, Buffer.from([all]), counter])
  }

  /** The public key in the form of COSE (RFC 9053). */
  #coseKey(): Buffer {
    const { x = '', y = '', n = '', e = '' } = this.#publicKey.export({ format: 'jwk' })
    const bytes = (text: string) => new Uint8Array(Buffer.from(text, 'base64url'))
    // Algorithm and type of the key, then the parameters of that type.
    const [EC2, OKP, RSA, P_256, ED25519] = [2, 1, 3, 1, 6]
    const common = [3, this.algorithm, 1]
    if (this.algorithm === ALGORITHMS.RS256) return cbor(...common, RSA, -1, bytes(n), -2, bytes(e))
    if (this.algorithm === ALGORITHMS.EdDSA) return cbor(...common, OKP, -1, ED25519, -2, bytes(x))
    return cbor(...common, EC2, -1, P_256, -2, bytes(x), -3, bytes(y))
  }
}

function keyPair(algorithm: keyof typeof ALGORITHMS) {
  if (algorithm === 'ES256') return generateKeyPairSync('ec', { namedCurve: 'P-256' })
  if (algorithm === 'EdDSA') return generateKeyPairSync('ed25519')
  return generateKeyPairSync('rsa', { modulusLength: 2048 })
}

function clientData({
  type,
  challenge,
  origin = 'http://localhost',
  crossOrigin = false,
}: Signing): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin }))
}

type CborValue = Parameters<typeof isoCBOR.encode>[0]

/** A map in CBOR, whose keys and values are given in turn. */
function cbor(...members: readonly CborValue[]): Buffer {
  const map = new Map<string | number, CborValue>()
  for (let at = 0; at < members.length; at += 2) {
    map.set(members[at] as string | number, members[at + 1])
  }
  return Buffer.from(isoCBOR.encode(map))
}
