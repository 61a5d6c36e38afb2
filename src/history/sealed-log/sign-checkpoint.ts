import type { KeyObject } from 'node:crypto'
import { canonical } from '../../domain/canonical.ts'
import type { ChainPlace } from './chain.ts'
import {
  type EventCheckpoint,
  type EventCheckpointRow,
  toEventCheckpoint,
} from './event-checkpoint.ts'
import { isSignedBy, type PublicJwk, type Signer, verifierOf } from './signing-key.ts'

/** Whether a key with this end signs nothing at that time; undefined if it is gone. */
export function isRetired(retiredAt: Date | null | undefined, at: Date): boolean {
  return retiredAt !== null && (retiredAt === undefined || at > retiredAt)
}

/** Signs how far the chain goes. */
export function signCheckpoint(
  organizationId: string,
  { number, chainHash }: ChainPlace,
  at: Date,
  signer: Signer,
): EventCheckpointRow {
  const { keyId } = signer
  const row = { organizationId, sequence: number, at, chainHash, keyId, signature: Buffer.alloc(0) }
  return { ...row, signature: signer.sign(signedText(toEventCheckpoint(row))) }
}

/** The keys that may sign checkpoints, by id. */
export type Verifiers = ReadonlyMap<
  string,
  { readonly key: KeyObject; readonly retiredAt: string | null | undefined }
>

export function verifiersOf(keys: readonly PublicJwk[]): Verifiers {
  return new Map(keys.map((jwk) => [jwk.kid, { key: verifierOf(jwk), retiredAt: jwk.retiredAt }]))
}

/** Why none of the keys proves a checkpoint; undefined if one does. */
export function whyUnsigned(checkpoint: EventCheckpoint, verifiers: Verifiers): string | undefined {
  const { keyId, at, signature } = checkpoint
  const verifier = verifiers.get(keyId)
  if (verifier === undefined) return `the key ${keyId} is not among the keys of the vault`
  const { key, retiredAt } = verifier
  if (retiredAt && at > retiredAt) return `its key ${keyId} was retired before, at ${retiredAt}`
  const isSigned = isSignedBy(key, signedText(checkpoint), Buffer.from(signature, 'base64'))
  return isSigned ? undefined : 'it was altered'
}

function signedText({ format, organizationId, sequence, chainHash, at }: EventCheckpoint): string {
  return canonical({ format, organizationId, sequence, chainHash, at })
}
