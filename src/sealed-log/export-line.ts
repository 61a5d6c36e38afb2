import { isUtf8 } from 'node:buffer'
import { nextHash } from './chain.ts'
import { CHECKPOINT_FORMAT, type EventCheckpoint } from './event-checkpoint.ts'
import { withoutChainHash } from './export-format.ts'
import type { FileLine } from './file-lines.ts'

/** A line of an export, read but not trusted. */
export type ExportLine =
  | {
      readonly kind: 'event'
      readonly line: FileLine
      readonly sequence: number
      readonly id: unknown
      readonly chainHash: string
    }
  | {
      readonly kind: 'checkpoint'
      readonly line: FileLine
      /** Undefined where the line says that it is one, and has other members. */
      readonly checkpoint: EventCheckpoint | undefined
    }
  | { readonly kind: 'unreadable'; readonly line: FileLine }

export function readExportLine(line: FileLine): ExportLine {
  const document = isUtf8(line.bytes) ? parsed(line.bytes.toString()) : undefined
  if (document?.format === CHECKPOINT_FORMAT) {
    return { kind: 'checkpoint', line, checkpoint: isCheckpoint(document) ? document : undefined }
  }
  const { sequence, id, chainHash } = document ?? {}
  if (!Number.isSafeInteger(sequence) || typeof chainHash !== 'string') {
    return { kind: 'unreadable', line }
  }
  return { kind: 'event', line, sequence: sequence as number, id, chainHash }
}

/** The hash of the chain with the event of a line; undefined if the line has another one. */
export function hashOfNext(before: Buffer, line: ExportLine): Buffer | undefined {
  if (line.kind !== 'event') return undefined
  const hash = nextHash(before, ...withoutChainHash(line.line.bytes))
  return hash.toString('hex') === line.chainHash ? hash : undefined
}

const TEXTS = ['organizationId', 'chainHash', 'at', 'keyId', 'signature'] as const
const MEMBERS: ReadonlySet<string> = new Set(['format', 'sequence', ...TEXTS])
const SIGNATURE = /^[A-Za-z0-9+/]{86}==$/

/** Whether a document has exactly the members of a checkpoint, true or not. */
export function isCheckpoint(document: unknown): document is EventCheckpoint {
  const checkpoint = (document ?? {}) as Partial<EventCheckpoint>
  return (
    checkpoint.format === CHECKPOINT_FORMAT &&
    Object.keys(checkpoint).every((name) => MEMBERS.has(name)) &&
    TEXTS.every((name) => checkpoint[name]?.isWellFormed?.()) &&
    SIGNATURE.test(checkpoint.signature as string) &&
    Number.isSafeInteger(checkpoint.sequence)
  )
}

function parsed(text: string): Record<string, unknown> | undefined {
  try {
    const document = JSON.parse(text) as unknown
    return typeof document === 'object' && document !== null
      ? (document as Record<string, unknown>)
      : undefined
  } catch {
    return undefined
  }
}
