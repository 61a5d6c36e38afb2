import type { RequestDatabase } from '../../database/request-database.ts'
import { Refusal } from '../../domain/errors.ts'
import type { Secrets } from '../../runtime/secrets/secrets.ts'
import { type KnownKeys, knownKeys } from './known-keys.ts'
import { type Verifiers, verifiersOf } from './sign-checkpoint.ts'
import {
  newSigningKey,
  type PublicJwk,
  type Signer,
  type SigningKeyRow,
  signerOf,
  toJwk,
} from './signing-key.ts'
import { insertSigningKey, listSigningKeys } from './signing-keys.store.ts'

/** A process goes on for so long with the keys that it has read. */
const CACHED_MS = 60_000

interface ReadKeys extends KnownKeys {
  readonly all: readonly SigningKeyRow[]
}

/** The vault's keys, which a process reads once a minute. */
export class SigningKeys {
  readonly #database: Pick<RequestDatabase, 'run'>
  readonly #secrets: Pick<Secrets, 'decrypt'> | null
  readonly #foreign: (keyId: string) => void
  readonly #reported = new Set<string>()
  #read: Promise<ReadKeys> | undefined
  #readAt = 0
  #signer: Signer | undefined

  /** @param foreign is called once for each key that is not the vault's */
  constructor(
    database: Pick<RequestDatabase, 'run'>,
    secrets: Pick<Secrets, 'decrypt'> | null,
    foreign: (keyId: string) => void = () => undefined,
  ) {
    this.#database = database
    this.#secrets = secrets
    this.#foreign = foreign
  }

  /**
   * The public keys of the vault, newest first; a retired one verifies what it has signed.
   * None without secrets: nothing else tells them from keys that somebody inserted.
   */
  async published(): Promise<readonly PublicJwk[]> {
    return (await this.#known()).ours.map(toJwk)
  }

  /**
   * The key that signs, and what verifies signatures of each key of the vault. Read from the
   * database: another process may have begun to sign with a new key.
   * @throws {Refusal} `signing_key_missing`
   */
  async forSigning(): Promise<{ signer: Signer; verifiers: Verifiers }> {
    this.#read = undefined
    const signer = await this.signer()
    const { ours } = await this.#known()
    return { signer, verifiers: verifiersOf(ours.map(toJwk)) }
  }

  /** @throws {Refusal} `signing_key_missing` where the vault has no key, or no secret that fits */
  async signer(): Promise<Signer> {
    const row = (await this.#known()).all.find(({ retiredAt }) => retiredAt === null)
    if (row === undefined || this.#secrets === null) throw signingKeyMissing()
    if (this.#signer?.keyId !== row.id) this.#signer = usable(row, this.#secrets)
    return this.#signer
  }

  async #readKeys(): Promise<ReadKeys> {
    const all = await listSigningKeys(this.#database)
    if (this.#secrets === null) return { all, ours: [], foreign: [] }
    const known = knownKeys(all, this.#secrets)
    for (const { id } of known.foreign) {
      if (!this.#reported.has(id)) this.#foreign(id)
      this.#reported.add(id)
    }
    return { all, ...known }
  }

  #known(): Promise<ReadKeys> {
    const now = performance.now()
    if (this.#read === undefined || now - this.#readAt > CACHED_MS) {
      const read = this.#readKeys()
      this.#read = read
      this.#readAt = now
      const forget = () => {
        if (this.#read === read) this.#read = undefined
      }
      // Without a key, the operator is about to make one.
      read.then(({ all }) => all.length === 0 && forget(), forget)
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
