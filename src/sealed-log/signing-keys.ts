import type { RequestDatabase } from '../database/request-database.ts'
import { Refusal } from '../domain/errors.ts'
import type { Secrets } from '../secrets/secrets.ts'
import {
  newSigningKey,
  type PublicJwk,
  type Signer,
  type SigningKeyRow,
  signerOf,
  toJwk,
} from './signing-key.ts'
import { insertSigningKey, listSigningKeys } from './signing-keys.store.ts'

/** How long a process goes on with the keys that it has read, in milliseconds. */
const REMEMBERED_MS = 60_000

/** The vault's keys, which a process reads once a minute. */
export class SigningKeys {
  readonly #database: Pick<RequestDatabase, 'run'>
  readonly #secrets: Pick<Secrets, 'decrypt'> | null
  #read: Promise<readonly SigningKeyRow[]> | undefined
  #readAt = 0
  #signer: Signer | undefined

  constructor(database: Pick<RequestDatabase, 'run'>, secrets: Pick<Secrets, 'decrypt'> | null) {
    this.#database = database
    this.#secrets = secrets
  }

  /** All public keys, newest first; those that are retired verify what they have signed. */
  async published(): Promise<readonly PublicJwk[]> {
    return (await this.#all()).map(toJwk)
  }

  /** @throws {Refusal} `signing_key_missing` where the vault has no key, or no secret that fits */
  async signer(): Promise<Signer> {
    const row = (await this.#all()).find(({ retiredAt }) => retiredAt === null)
    if (row === undefined || this.#secrets === null) throw signingKeyMissing()
    if (this.#signer?.keyId !== row.id) this.#signer = usable(row, this.#secrets)
    return this.#signer
  }

  #all(): Promise<readonly SigningKeyRow[]> {
    const now = performance.now()
    if (this.#read === undefined || now - this.#readAt > REMEMBERED_MS) {
      const read = listSigningKeys(this.#database)
      this.#read = read
      this.#readAt = now
      read.catch(() => {
        if (this.#read === read) this.#read = undefined
      })
      // Without a key, the operator is about to make one.
      read.then(
        (rows) => {
          if (rows.length === 0 && this.#read === read) this.#read = undefined
        },
        () => undefined,
      )
    }
    return this.#read
  }
}

/** Makes the vault's first key, unless it has one. */
export async function makeFirstSigningKey(
  database: Pick<RequestDatabase, 'run'>,
  secrets: Pick<Secrets, 'encrypt'>,
): Promise<void> {
  if ((await listSigningKeys(database)).length > 0) return
  await insertSigningKey(database, newSigningKey(secrets))
}

/** A vault that was restored without its SECRETS_KEY has a key that nobody can use. */
function usable(row: SigningKeyRow, secrets: Pick<Secrets, 'decrypt'>): Signer {
  try {
    return signerOf(row, secrets)
  } catch (cause) {
    const refusal = new Refusal('signing_key_missing', {
      detail:
        `SECRETS_KEY does not decrypt the vault's key ${row.id}: the vault's operator adds the key ` +
        'that encrypted it to SECRETS_KEY, or makes a new one with vault-inventory signing-key rotate.',
    })
    refusal.cause = cause
    throw refusal
  }
}

function signingKeyMissing(): Refusal {
  return new Refusal('signing_key_missing', {
    detail:
      "The vault has no key to sign with: the vault's operator sets SECRETS_KEY and makes one " +
      'with vault-inventory signing-key create.',
  })
}
