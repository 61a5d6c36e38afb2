import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto'
import { newId } from '../domain/ids.ts'
import type { Secrets } from '../secrets/secrets.ts'

/** A row of `signing_keys`, in camel case. */
export interface SigningKeyRow {
  readonly id: string
  /** The 32 bytes of RFC 8032. */
  readonly publicKey: Buffer
  readonly encryptedPrivateKey: string
  readonly createdAt: Date
  /** From when on it signs nothing; null for the key that signs. */
  readonly retiredAt: Date | null
}

/** A public key as it is published (RFC 8037). */
export interface PublicJwk {
  readonly kty: 'OKP'
  readonly crv: 'Ed25519'
  readonly kid: string
  readonly use: 'sig'
  readonly alg: 'EdDSA'
  /** 32 bytes in base64url. */
  readonly x: string
  /** No checkpoint of the vault is dated later; absent for the key that signs. */
  readonly retiredAt?: string
}

export interface Signer {
  readonly keyId: string
  /** @returns an Ed25519 signature (RFC 8032), 64 bytes */
  sign(text: string): Buffer
}

export function toJwk({
  id,
  publicKey,
  retiredAt = null,
}: Pick<SigningKeyRow, 'id' | 'publicKey'> & Partial<SigningKeyRow>): PublicJwk {
  const x = publicKey.toString('base64url')
  const key = { kty: 'OKP', crv: 'Ed25519', kid: id, use: 'sig', alg: 'EdDSA', x } as const
  return retiredAt === null ? key : { ...key, retiredAt: retiredAt.toISOString() }
}

/** A new key; its private half is encrypted for its own row. */
export function newSigningKey(
  secrets: Pick<Secrets, 'encrypt'>,
): Pick<SigningKeyRow, 'id' | 'publicKey' | 'encryptedPrivateKey'> {
  const id = newId('key')
  const pair = generateKeyPairSync('ed25519')
  const { x } = pair.publicKey.export({ format: 'jwk' })
  const privateKey = pair.privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64')
  return {
    id,
    publicKey: Buffer.from(x as string, 'base64url'),
    encryptedPrivateKey: secrets.encrypt(privateKey, contextOf(id)),
  }
}

/** @throws {Error} if the secrets are not those that the key was made with */
export function signerOf(
  { id, encryptedPrivateKey }: Pick<SigningKeyRow, 'id' | 'encryptedPrivateKey'>,
  secrets: Pick<Secrets, 'decrypt'>,
): Signer {
  const der = Buffer.from(secrets.decrypt(encryptedPrivateKey, contextOf(id)), 'base64')
  const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
  return { keyId: id, sign: (text) => sign(null, Buffer.from(text), key) }
}

/** @throws {Error} if it is no Ed25519 key */
export function verifierOf({ kty, crv, x }: Pick<PublicJwk, 'kty' | 'crv' | 'x'>): KeyObject {
  if (kty !== 'OKP' || crv !== 'Ed25519') throw new Error('not an Ed25519 key (RFC 8037)')
  return createPublicKey({ key: { kty, crv, x }, format: 'jwk' })
}

export function isSignedBy(key: KeyObject, text: string, signature: Buffer): boolean {
  return verify(null, Buffer.from(text), key, signature)
}

function contextOf(id: string): string {
  return `signing_keys ${id}`
}
