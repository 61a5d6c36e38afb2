import { createCipheriv, createDecipheriv, createHash, randomBytes, randomUUID } from 'node:crypto'
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { Refusal } from '../../domain/errors.ts'
import type { Config } from '../config/config.ts'
import { SECRETS_KEY_BYTES, secretsKeys } from '../config/setting-values.ts'

const CIPHER = 'aes-256-gcm'
const KEY_ID_BYTES = 4
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** The file of the key under DATA_DIR, made when it is first needed. */
const KEY_FILE = 'secrets.key'

/**
 * Encrypts secrets that the database stores and the service needs again: keys of webhooks, private
 * signing keys. Without the key, a stolen database or backup reveals none of them.
 */
export class Secrets {
  readonly #readKeys: () => readonly Buffer[]
  #keys: readonly Buffer[] | undefined

  /** @param readKeys 32 bytes each; the first encrypts, all decrypt. Called once, on first use. */
  constructor(readKeys: () => readonly Buffer[]) {
    this.#readKeys = readKeys
  }

  /**
   * @param context which record the secret belongs to: elsewhere the text cannot be decrypted
   * @returns key id, nonce, tag and cipher text, in base64
   */
  encrypt(text: string, context: string): string {
    const [key] = this.#all() as readonly [Buffer]
    const nonce = randomBytes(NONCE_BYTES)
    const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(context))
    const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
    const parts = [idOf(key), nonce, cipher.getAuthTag(), encrypted]
    return Buffer.concat(parts).toString('base64')
  }

  /** @throws {Error} if no key is that of the text, or the text was altered or moved */
  decrypt(encrypted: string, context: string): string {
    const bytes = Buffer.from(encrypted, 'base64')
    const nonceAt = KEY_ID_BYTES
    const tagAt = nonceAt + NONCE_BYTES
    const textAt = tagAt + TAG_BYTES
    const key = this.#all().find((each) => idOf(each).equals(bytes.subarray(0, nonceAt)))
    if (key === undefined) {
      throw new Error(
        'SECRETS_KEY is not the key that encrypted this secret: add the old key to it',
      )
    }
    const decipher = createDecipheriv(CIPHER, key, bytes.subarray(nonceAt, tagAt))
    decipher.setAAD(Buffer.from(context)).setAuthTag(bytes.subarray(tagAt, textAt))
    const text = Buffer.concat([decipher.update(bytes.subarray(textAt)), decipher.final()])
    return text.toString('utf8')
  }

  /** Whether a key of this vault decrypts it. */
  canDecrypt(encrypted: string, context: string): boolean {
    try {
      this.decrypt(encrypted, context)
      return true
    } catch {
      return false
    }
  }

  /** Encrypts a document that somebody keeps and brings back, in base64url. It opens for a time. */
  seal(document: object, context: string, endsAtMs: number): string {
    const encrypted = this.encrypt(JSON.stringify({ ...document, endsAtMs }), context)
    return Buffer.from(encrypted, 'base64').toString('base64url')
  }

  /** The document; undefined if its time is over, or it is none that `seal` made for that context. */
  open<Document>(sealed: string, context: string, nowMs: number) {
    try {
      const document = JSON.parse(this.decrypt(sealed, context))
      const { endsAtMs } = document as { readonly endsAtMs: number }
      return nowMs < endsAtMs ? (document as Document & { readonly endsAtMs: number }) : undefined
    } catch {
      return undefined
    }
  }

  #all(): readonly Buffer[] {
    this.#keys ??= this.#readKeys()
    return this.#keys
  }
}

/**
 * The secrets of this vault; null if the database is not the embedded one and SECRETS_KEY is
 * missing. On the embedded one, the key is made when it is first needed, and stored under DATA_DIR;
 * if SECRETS_KEY is set later, the stored key still decrypts.
 */
export function openSecrets(
  config: Pick<Config, 'SECRETS_KEY' | 'DATABASE_URL' | 'DATA_DIR'>,
): Secrets | null {
  const { SECRETS_KEY: keys, DATABASE_URL, DATA_DIR } = config
  const path = join(DATA_DIR, KEY_FILE)
  if (DATABASE_URL !== null) return keys.length > 0 ? new Secrets(() => keys) : null
  if (keys.length === 0) return new Secrets(() => [storedKey(path)])
  return new Secrets(() => (existsSync(path) ? [...keys, readKey(path)] : keys))
}

/** Whether the vault has a key already; `openSecrets` would make one when it is needed. */
export function hasSecretsKey(
  config: Pick<Config, 'SECRETS_KEY' | 'DATABASE_URL' | 'DATA_DIR'>,
): boolean {
  const { SECRETS_KEY: keys, DATABASE_URL, DATA_DIR } = config
  return keys.length > 0 || (DATABASE_URL === null && existsSync(join(DATA_DIR, KEY_FILE)))
}

/** The remedy if `openSecrets` gives null. */
export const SECRETS_KEY_MISSING =
  'The service keeps no secrets without SECRETS_KEY: set it to the output of ' +
  '`openssl rand -base64 32` in every process, and keep a copy apart from the backups.'

export function secretsKeyMissing(): Refusal {
  return new Refusal('secrets_key_missing', { detail: SECRETS_KEY_MISSING })
}

/** Makes the file where there is none, under the open database's DATA_DIR. It is never partial. */
function storedKey(path: string): Buffer {
  if (!existsSync(path)) {
    const made = randomBytes(SECRETS_KEY_BYTES).toString('base64')
    const temporary = `${path}.${randomUUID()}`
    writeFileSync(temporary, `${made}\n`, { flag: 'wx', mode: 0o600, flush: true })
    try {
      // Unlike a rename, it keeps the file that another process made meanwhile.
      linkSync(temporary, path)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    } finally {
      unlinkSync(temporary)
    }
    flushFolder(dirname(path))
  }
  return readKey(path)
}

/** So that the name of the file outlives a power cut, as its content does. */
function flushFolder(folder: string): void {
  const opened = openSync(folder, 'r')
  try {
    fsyncSync(opened)
  } finally {
    closeSync(opened)
  }
}

function readKey(path: string): Buffer {
  const [key] = secretsKeys(readFileSync(path, 'utf8').trim())
  if (key === undefined) throw new Error(`${path} is empty: restore the key of this vault`)
  return key
}

function idOf(key: Buffer): Buffer {
  return createHash('sha256').update(key).digest().subarray(0, KEY_ID_BYTES)
}
