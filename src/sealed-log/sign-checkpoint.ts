import type { KeyObject } from 'node:crypto'
import { canonical } from './chain.ts'
import {
  type EventCheckpoint,
  type EventCheckpointRow,
  toEventCheckpoint,
} from './event-checkpoint.ts'
import { isSignedBy, type Signer } from './signing-key.ts'

/** The last sealed event of an organization; number 0 before the first. */
export interface LastSeal {
  readonly number: number
  readonly chainHash: Buffer
}

/** Whether a key with this end signs nothing at that time; undefined if it is gone. */
export function isRetired(retiredAt: Date | null | undefined, at: Date): boolean {
  return retiredAt !== null && (retiredAt === undefined || at > retiredAt)
}

/** Signs how far the chain goes. */
export function signCheckpoint(
  organizationId: string,
  { number, chainHash }: LastSeal,
  at: Date,
  signer: Signer,
): EventCheckpointRow {
  const { keyId } = signer
  const row = { organizationId, sequence: number, at, chainHash, keyId, signature: Buffer.alloc(0) }
  return { ...row, signature: signer.sign(signedText(toEventCheckpoint(row))) }
}

export function isCheckpointSignedBy(key: KeyObject, checkpoint: EventCheckpoint): boolean {
  const signature = Buffer.from(checkpoint.signature, 'base64')
  return isSignedBy(key, signedText(checkpoint), signature)
}

function signedText({ format, organizationId, sequence, chainHash, at }: EventCheckpoint): string {
  return canonical({ format, organizationId, sequence, chainHash, at })
}
