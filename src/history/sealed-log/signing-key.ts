import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto'
import type { OrganizationTransaction } from '../../database/changes/organization-transaction.ts'
import type { TransactionSql } from '../../database/postgres/sql.ts'
import type { RequestDatabase } from '../../database/request-database.ts'
import { newId } from '../../domain/ids.ts'
import { canonical } from '../../domain/text.ts'
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

// The keys belong to the vault and its operator, not to an organization.

const ALL = `
  select id, public_key, encrypted_private_key, created_at, retired_at, previous_key_id,
    previous_signature, signature
  from signing_keys order by created_at desc, id desc`

/** All signing keys, newest first, with those that are retired. */
export async function listSigningKeys(
  database: Pick<RequestDatabase, 'run'>,
): Promise<readonly SigningKeyRow[]> {
  return await database.run(null, (sql) => sql.query<SigningKeyRow[]>(ALL))
}

/** The same, as of the moment of a transaction. */
export async function signingKeysIn(tx: TransactionSql): Promise<readonly SigningKeyRow[]> {
  return await tx.query<SigningKeyRow[]>(ALL)
}

const RETIRED_AT = `
  select retired_at from signing_keys where id = $2 and $1::text is not null`

/** When the key ends or ended; null if it signs; undefined if it is gone. */
export async function keyRetiredAt(
  run: OrganizationTransaction['run'],
  keyId: string,
): Promise<Date | null | undefined> {
  const [row] = await run<{ retiredAt: Date | null }>(RETIRED_AT, [keyId])
  return row?.retiredAt
}

const INSERT = `
  insert into signing_keys (id, public_key, encrypted_private_key, previous_key_id,
    previous_signature, signature)
  values ($1, $2, $3, $4, $5, $6)
  on conflict ((retired_at is null)) where retired_at is null do nothing
  returning id`

/** Adds a key that signs; false if there is one already. */
export async function insertSigningKey(
  database: Pick<RequestDatabase, 'run'>,
  key: NewSigningKey,
): Promise<boolean> {
  const rows = await database.run(null, (sql) => sql.query(INSERT, valuesOf(key)))
  return rows.length === 1
}

function valuesOf(key: NewSigningKey) {
  const { id, publicKey, encryptedPrivateKey, previousKeyId, previousSignature, signature } = key
  return [id, publicKey, encryptedPrivateKey, previousKeyId, previousSignature, signature]
}

// Processes sign with it for a minute more, until they read the keys again.
const RETIRE = `
  update signing_keys set retired_at = now() + interval '2 minutes'
  where retired_at is null returning id`

/**
 * Retires the key that signs, and adds another one. A second caller waits for the first, and
 * retires the first one's key.
 * @param make makes the new key; it is given all that there are
 */
export async function replaceSigningKey(
  tx: TransactionSql,
  make: (keys: readonly SigningKeyRow[]) => NewSigningKey,
): Promise<void> {
  await tx.query('lock table signing_keys in share row exclusive mode')
  const made = make(await signingKeysIn(tx))
  await tx.query(RETIRE)
  await tx.query(INSERT, valuesOf(made))
}
