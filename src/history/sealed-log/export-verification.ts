import { Type } from 'typebox'
import { Check } from 'typebox/value'
import { ID_PATTERN } from '../../domain/ids.ts'
import type { BadProof } from './approval-proofs.ts'
import type { EventCheckpoint } from './event-checkpoint.ts'
import { EXPORT_FORMAT, type ExportHeader, type FileLine, INSTANT } from './export-lines.ts'
import { type PublicJwk, verifierOf } from './signing-key.ts'

/** A file, or a key, that cannot be used to verify; the message says what to do. */
export class ExportUnusable extends Error {}

/** The first place where an export does not fit the log that was signed. */
export interface FirstBad {
  /** `checkpoint`: a checkpoint itself is not what was signed, or the closing one is missing. */
  readonly kind: 'altered' | 'removed' | 'inserted' | 'reordered' | 'checkpoint'
  /** The first event that does not fit; where only a checkpoint tells, the first unproven one. */
  readonly sequence: number
  /**
   * The first bad event is between the first unproven one and this one: the chain has no secret, so
   * a forger can compute the hashes behind an altered event again.
   */
  readonly upTo: number
  /** The id of the event that belongs there. */
  readonly id: string
  /** The line of the file; null at its end. */
  readonly line: number | null
  /** A sentence for people. */
  readonly detail: string
}

export interface ExportVerification {
  readonly organizationId: string
  /** Events that fit each other, from the first on; what is behind `provenUpTo` proves nothing. */
  readonly events: number
  /** The last event that a valid checkpoint is over: it and all before are as signed. 0 if none. */
  readonly provenUpTo: number
  readonly checkpoints: number
  /** The last checkpoint of the file, if it holds. */
  readonly lastCheckpoint: EventCheckpoint | null
  /** Keys of the file itself prove that nothing changed since it was made, not who made it. */
  readonly keysFrom: 'given' | 'file'
  readonly firstBad: FirstBad | null
  /** Approvals that a passkey signed, and whose signature holds, among the events that fit. */
  readonly proofs: number
  /** Times that all records of a test organization were deleted; 0 in the log of a live one. */
  readonly wipes: number
  /** The first approval that does not prove itself, in a log that may be whole. */
  readonly badProof: BadProof | null
}

export interface VerifyOptions {
  /**
   * The vault's public keys, from a source that is trusted, and those of the file that follow them;
   * else those of the file.
   */
  readonly keys?: readonly PublicJwk[] | undefined
  /** Checkpoints that were kept elsewhere. */
  readonly kept?: readonly EventCheckpoint[] | undefined
}

const NAMED_KEY = Type.Object({
  kid: Type.String({ pattern: ID_PATTERN }),
  retiredAt: Type.Optional(Type.Union([Type.Null(), Type.String({ pattern: INSTANT.source })])),
  previous: Type.Optional(Type.Object({ kid: Type.String(), signature: Type.String() })),
})

/** Whether a document is a public key that verifies checkpoints. */
export function isPublicJwk(document: unknown): document is PublicJwk {
  try {
    return Check(NAMED_KEY, document) && verifierOf(document as PublicJwk).type === 'public'
  } catch {
    return false
  }
}

const HEADER = Type.Object({
  format: Type.Literal(EXPORT_FORMAT),
  organizationId: Type.String({ pattern: ID_PATTERN }),
  events: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
  keys: Type.Array(Type.Unknown()),
})

/** @throws {ExportUnusable} if the line is no header of an export */
export function readHeader(path: string, line: FileLine | undefined): ExportHeader {
  try {
    const header = JSON.parse(line?.bytes.toString() ?? '')
    if (Check(HEADER, header) && header.keys.every(isPublicJwk))
      return header as object as ExportHeader
  } catch {
    // The same sentence.
  }
  throw new ExportUnusable(
    `${path} does not begin with the header of an export of events: name a file that ` +
      'vault-inventory events export wrote.',
  )
}
