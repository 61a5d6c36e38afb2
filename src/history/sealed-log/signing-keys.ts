import type { FastifyInstance } from 'fastify'
import type { RequestDatabase } from '../../database/request-database.ts'
import { Refusal } from '../../domain/errors.ts'
import type { Secrets } from '../../runtime/secrets/secrets.ts'
import { type Verifiers, verifiersOf } from './event-checkpoint.ts'
import {
  insertSigningKey,
  isSignedBy,
  linkText,
  listSigningKeys,
  newSigningKey,
  type PublicJwk,
  type Signer,
  type SigningKeyRow,
  signerOf,
  toJwk,
  verifierOf,
} from './signing-key.ts'

/** A process goes on for so long with the keys that it has read. */
const CACHED_MS = 60_000

export interface KnownKeys {
  /** Keys of the vault, newest first. */
  readonly ours: readonly SigningKeyRow[]
  /** Rows that anybody can have written who may write to the table. */
  readonly foreign: readonly SigningKeyRow[]
}

interface ReadKeys extends KnownKeys {
  readonly all: readonly SigningKeyRow[]
}

/** The vault's keys, which a process reads once a minute. */
export class SigningKeys {
  readonly #database: Pick<RequestDatabase, 'run'>
  readonly #secrets: Pick<Secrets, 'decrypt'> | null
  readonly #foreign: (keyId: string) => void
  #read: Promise<ReadKeys> | undefined
  #readAt = 0

  /** @param foreign is called for each key that is not the vault's, whenever keys are read */
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
   * @throws {Refusal} `signing_key_missing` where the vault has no key, or no secret that fits
   */
  async forSigning(): Promise<{ signer: Signer; verifiers: Verifiers }> {
    this.#read = undefined
    const { all, ours } = await this.#known()
    const row = all.find(({ retiredAt }) => retiredAt === null)
    if (row === undefined || this.#secrets === null) {
      const detail =
        "The vault has no key to sign with: the vault's operator sets SECRETS_KEY and makes one " +
        'with vault-inventory signing-key create.'
      throw new Refusal('signing_key_missing', { detail })
    }
    try {
      return { signer: signerOf(row, this.#secrets), verifiers: verifiersOf(ours.map(toJwk)) }
    } catch (cause) {
      // A vault that was restored without its SECRETS_KEY.
      const detail =
        `SECRETS_KEY does not decrypt the vault's key ${row.id}: the vault's operator adds the key ` +
        'that encrypted it to SECRETS_KEY, or makes a new one with vault-inventory signing-key rotate.'
      throw new Refusal('signing_key_missing', { detail, cause })
    }
  }

  async #readKeys(): Promise<ReadKeys> {
    const all = await listSigningKeys(this.#database)
    if (this.#secrets === null) return { all, ours: [], foreign: [] }
    const known = knownKeys(all, this.#secrets)
    for (const { id } of known.foreign) this.#foreign(id)
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

/**
 * Tells keys of the vault from rows that somebody else inserted. A key is the vault's if SECRETS_KEY
 * reads its private half, and that belongs to the public one; or if a key of the vault signs for it
 * as the one before. The signature of the one before proves nothing here: a forger has a key, too.
 */
export function knownKeys(
  rows: readonly SigningKeyRow[],
  secrets: Pick<Secrets, 'decrypt'>,
): KnownKeys {
  const ours = new Set(rows.filter((row) => isReadable(row, secrets)))
  // A set shows those that are added while it is gone through.
  for (const key of ours) {
    const previous = rows.find(({ id }) => id === key.previousKeyId)
    if (previous !== undefined && signsFor(key, previous)) ours.add(previous)
  }
  return {
    ours: rows.filter((row) => ours.has(row)),
    foreign: rows.filter((row) => !ours.has(row)),
  }
}

export function isReadable(row: SigningKeyRow, secrets: Pick<Secrets, 'decrypt'>): boolean {
  try {
    signerOf(row, secrets)
    return true
  } catch {
    return false
  }
}

function signsFor(key: SigningKeyRow, previous: SigningKeyRow): boolean {
  const { signature } = key
  return (
    signature !== null && isSignedBy(verifierOf(toJwk(key)), linkText(key, previous), signature)
  )
}

/**
 * The keys that were kept, and those of an export that follow them: each is signed by the one
 * before. A key that was kept as a retired one has no successor but those that were kept with it:
 * it may have been stolen.
 */
export function withSuccessors(
  kept: readonly PublicJwk[],
  offered: readonly PublicJwk[],
): readonly PublicJwk[] {
  const all = new Map(kept.map((key) => [key.kid, key]))
  const mayLead = new Set(kept.filter(({ retiredAt }) => !retiredAt).map(({ kid }) => kid))
  for (const kid of mayLead) {
    const key = all.get(kid) as PublicJwk
    for (const next of offered) {
      if (all.has(next.kid) || !follows(next, key)) continue
      all.set(next.kid, next)
      mayLead.add(next.kid)
    }
  }
  return [...all.values()]
}

function follows(next: PublicJwk, key: PublicJwk): boolean {
  if (next.previous?.kid !== key.kid) return false
  const text = linkText(namedKey(next), namedKey(key))
  return isSignedBy(verifierOf(key), text, Buffer.from(next.previous.signature, 'base64'))
}

function namedKey({ kid, x }: PublicJwk) {
  return { id: kid, publicKey: Buffer.from(x, 'base64url') }
}

/** Other processes of the vault learn of a new key within a minute. */
const MAX_AGE_S = 60

/**
 * Publishes the keys that verify checkpoints, as a JWK set (RFC 7517); nobody needs a token. It is
 * no operation of an organization.
 */
export function serveVaultKeys(app: FastifyInstance, keys: SigningKeys): void {
  const options = { config: { public: true }, logLevel: 'silent' } as const
  app.get('/.well-known/vault-keys.json', options, async (_request, reply) => {
    const published = await keys.published()
    reply.header('Cache-Control', `public, max-age=${MAX_AGE_S}`)
    return { keys: published }
  })
}
