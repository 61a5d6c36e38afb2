import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const CIPHER = 'aes-256-gcm'
const SALT_BYTES = 16
const NONCE_BYTES = 12
const TAG_BYTES = 16

/**
 * Encrypts a response that is stored for retries. Only a client that repeats the secret can read
 * it: the database has no more than hashes of access tokens, and stored responses must not reveal
 * more.
 * @returns salt, nonce, tag and cipher text, in base64
 */
export function encryptResponse(text: string, secret: string): string {
  const salt = randomBytes(SALT_BYTES)
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(CIPHER, keyOf(secret, salt), nonce)
  const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([salt, nonce, cipher.getAuthTag(), encrypted]).toString('base64')
}

/** @throws if the text was encrypted with another secret, or altered */
export function decryptResponse(stored: string, secret: string): string {
  const bytes = Buffer.from(stored, 'base64')
  const salt = bytes.subarray(0, SALT_BYTES)
  const nonce = bytes.subarray(SALT_BYTES, SALT_BYTES + NONCE_BYTES)
  const encryptedFrom = SALT_BYTES + NONCE_BYTES + TAG_BYTES
  const decipher = createDecipheriv(CIPHER, keyOf(secret, salt), nonce)
  decipher.setAuthTag(bytes.subarray(SALT_BYTES + NONCE_BYTES, encryptedFrom))
  const encrypted = bytes.subarray(encryptedFrom)
  return Buffer.concat([decipher.update(encrypted), decipher.final()]).toString('utf8')
}

function keyOf(secret: string, salt: Buffer): Buffer {
  // The label is part of the format: with another one, stored responses could not be read.
  return Buffer.from(hkdfSync('sha256', secret, salt, 'vault-inventory kept answer', 32))
}
