import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import type { Assertion } from '../../../src/passkeys/assertion.ts'

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
    const attestationObject = Buffer.concat([
      Buffer.from([0xa3]),
      ...[cborText('fmt'), cborText('none'), cborText('attStmt'), Buffer.from([0xa0])],
      ...[cborText('authData'), cborBytes(authData)],
    ])
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
    const bytes = (text: string) => cborBytes(Buffer.from(text, 'base64url'))
    // kty, alg, then the parameters of the type of the key.
    if (this.algorithm === ALGORITHMS.ES256) {
      const head = Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01])
      return Buffer.concat([head, Buffer.from([0x21]), bytes(x), Buffer.from([0x22]), bytes(y)])
    }
    if (this.algorithm === ALGORITHMS.EdDSA) {
      const head = Buffer.from([0xa4, 0x01, 0x01, 0x03, 0x27, 0x20, 0x06])
      return Buffer.concat([head, Buffer.from([0x21]), bytes(x)])
    }
    const head = Buffer.from([0xa4, 0x01, 0x03, 0x03, 0x39, 0x01, 0x00])
    return Buffer.concat([head, Buffer.from([0x20]), bytes(n), Buffer.from([0x21]), bytes(e)])
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

function cborText(text: string): Buffer {
  return Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)])
}

function cborBytes(bytes: Buffer): Buffer {
  const { length } = bytes
  if (length < 24) return Buffer.concat([Buffer.from([0x40 + length]), bytes])
  if (length < 256) return Buffer.concat([Buffer.from([0x58, length]), bytes])
  return Buffer.concat([Buffer.from([0x59, length >> 8, length & 0xff]), bytes])
}
