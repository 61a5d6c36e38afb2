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
      readonly checkpoint: EventCheckpoint
    }
  | { readonly kind: 'unreadable'; readonly line: FileLine }

export function readExportLine(line: FileLine): ExportLine {
  const document = parsed(line.bytes.toString())
  if (document?.format === CHECKPOINT_FORMAT) {
    const checkpoint = document as EventCheckpoint
    return isCheckpoint(checkpoint)
      ? { kind: 'checkpoint', line, checkpoint }
      : { kind: 'unreadable', line }
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
  const hash = nextHash(before, withoutChainHash(line.line.bytes))
  return hash.toString('hex') === line.chainHash ? hash : undefined
}

/** Whether a document has the members of a checkpoint; whether they are true is another question. */
export function isCheckpoint(document: unknown): document is EventCheckpoint {
  const checkpoint = document as Partial<EventCheckpoint> | null
  const { organizationId, sequence, chainHash, at, keyId, signature } = checkpoint ?? {}
  const texts = [organizationId, chainHash, at, keyId, signature]
  return (
    checkpoint?.format === CHECKPOINT_FORMAT &&
    texts.every((text) => typeof text === 'string' && text.isWellFormed()) &&
    Number.isSafeInteger(sequence)
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
