import type { Secrets } from '../../runtime/secrets/secrets.ts'
import {
  isSignedBy,
  linkText,
  type PublicJwk,
  type SigningKeyRow,
  signerOf,
  toJwk,
  verifierOf,
} from './signing-key.ts'

export interface KnownKeys {
  /** Keys of the vault, newest first. */
  readonly ours: readonly SigningKeyRow[]
  /** Rows that anybody can have written who may write to the table. */
  readonly foreign: readonly SigningKeyRow[]
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
