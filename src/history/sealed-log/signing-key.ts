import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto'
import { canonical } from '../../domain/canonical.ts'
import { newId } from '../../domain/ids.ts'
import type { Secrets } from '../../runtime/secrets/secrets.ts'

/** Names the text that keys sign of each other, so that no checkpoint can pass for it. */
const KEY_FORMAT = 'vault-inventory-key-1'

export interface SigningKeyRow {
  readonly id: string
  /** The 32 bytes of RFC 8032. */
  readonly publicKey: Buffer
  readonly encryptedPrivateKey: string
  readonly createdAt: Date
  /** From when on it signs nothing; null for the key that signs. */
  readonly retiredAt: Date | null
  /** The key before it, which stays a key of the vault; null for the first one. */
  readonly previousKeyId: string | null
  /** Signature of the key before it; null if there is none, or its private half was not read. */
  readonly previousSignature: Buffer | null
  /** Signature of the key itself, over the same text. */
  readonly signature: Buffer | null
}

/** The stored values of a new key. */
export type NewSigningKey = Omit<SigningKeyRow, 'createdAt' | 'retiredAt'>

type NamedKey = Pick<SigningKeyRow, 'id' | 'publicKey'>

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
  /** The key before it, and its signature over both; absent for the first key. */
  readonly previous?: { readonly kid: string; readonly signature: string }
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
  previousKeyId: kid = null,
  previousSignature = null,
}: NamedKey & Partial<SigningKeyRow>): PublicJwk {
  const x = publicKey.toString('base64url')
  return {
    ...({ kty: 'OKP', crv: 'Ed25519', kid: id, use: 'sig', alg: 'EdDSA', x } as const),
    ...(retiredAt !== null && { retiredAt: retiredAt.toISOString() }),
    ...(kid !== null &&
      previousSignature !== null && {
        previous: { kid, signature: previousSignature.toString('base64') },
      }),
  }
}

/**
 * A new key; its private half is encrypted for its own row.
 * @param previous the key that it replaces, and its signer where its private half can be read
 */
export function newSigningKey(
  secrets: Pick<Secrets, 'encrypt'>,
  previous?: { readonly key: NamedKey; readonly signer: Signer | null },
): NewSigningKey {
  const id = newId('key')
  const pair = generateKeyPairSync('ed25519')
  const publicKey = publicBytesOf(pair.publicKey)
  const privateKey = pair.privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64')
  const key = { id, publicKey, encryptedPrivateKey: secrets.encrypt(privateKey, contextOf(id)) }
  if (previous === undefined) {
    return { ...key, previousKeyId: null, previousSignature: null, signature: null }
  }
  const text = linkText(key, previous.key)
  return {
    ...key,
    previousKeyId: previous.key.id,
    previousSignature: previous.signer?.sign(text) ?? null,
    signature: sign(null, Buffer.from(text), pair.privateKey),
  }
}

/** The text that a key and the one before it sign: both belong to one vault, in this order. */
export function linkText(key: NamedKey, previous: NamedKey): string {
  return canonical({
    format: KEY_FORMAT,
    keyId: key.id,
    x: key.publicKey.toString('base64url'),
    previousKeyId: previous.id,
    previousX: previous.publicKey.toString('base64url'),
  })
}

/**
 * @throws {Error} if the secrets are not those that the key was made with, or its public half is
 *   that of another key
 */
export function signerOf(
  { id, publicKey, encryptedPrivateKey }: NewSigningKey,
  secrets: Pick<Secrets, 'decrypt'>,
): Signer {
  const der = Buffer.from(secrets.decrypt(encryptedPrivateKey, contextOf(id)), 'base64')
  const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
  if (!publicBytesOf(createPublicKey(key)).equals(publicKey)) {
    throw new Error(`the public half of the key ${id} is not that of its private half`)
  }
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

function publicBytesOf(key: KeyObject): Buffer {
  return Buffer.from(key.export({ format: 'jwk' }).x as string, 'base64url')
}

function contextOf(id: string): string {
  return `signing_keys ${id}`
}
