import { isUtf8 } from 'node:buffer'
import { ID_PATTERN } from '../domain/ids.ts'
import type { ChainedEvent } from './chain.ts'
import { CHECKPOINT_FORMAT, type EventCheckpoint } from './event-checkpoint.ts'
import { INSTANT, withoutChainHash } from './export-format.ts'
import type { FileLine } from './file-lines.ts'

/** A line of an export, read but not trusted. */
export type ExportLine =
  | {
      readonly kind: 'event'
      readonly line: FileLine
      readonly event: ChainedEvent
    }
  | {
      readonly kind: 'checkpoint'
      readonly line: FileLine
      /** Undefined if the line says that it is one, and has other members. */
      readonly checkpoint: EventCheckpoint | undefined
    }
  | { readonly kind: 'unreadable'; readonly line: FileLine }

export function readExportLine(line: FileLine): ExportLine {
  const document = isUtf8(line.bytes) ? parsed(line.bytes.toString()) : undefined
  if (document?.format === CHECKPOINT_FORMAT) {
    return { kind: 'checkpoint', line, checkpoint: isCheckpoint(document) ? document : undefined }
  }
  const { sequence, chainHash } = document ?? {}
  if (!Number.isSafeInteger(sequence) || typeof chainHash !== 'string') {
    return { kind: 'unreadable', line }
  }
  const event = { number: sequence as number, chainHash, canonical: withoutChainHash(line.bytes) }
  return { kind: 'event', line, event }
}

/** A checkpoint is printed and looked up by these texts: they must be what one can have. */
const TEXTS = {
  organizationId: new RegExp(ID_PATTERN),
  chainHash: /^[0-9a-f]{64}$/,
  at: INSTANT,
  keyId: new RegExp(ID_PATTERN),
  signature: /^[A-Za-z0-9+/]{86}==$/,
} as const satisfies Partial<Record<keyof EventCheckpoint, RegExp>>
const MEMBERS: ReadonlySet<string> = new Set(['format', 'sequence', ...Object.keys(TEXTS)])

/** Whether a document has exactly the members of a checkpoint, true or not. */
export function isCheckpoint(document: unknown): document is EventCheckpoint {
  const checkpoint = (document ?? {}) as Readonly<Record<string, unknown>>
  return (
    checkpoint.format === CHECKPOINT_FORMAT &&
    Object.keys(checkpoint).every((name) => MEMBERS.has(name)) &&
    Object.entries(TEXTS).every(([name, pattern]) => {
      const value = checkpoint[name]
      return typeof value === 'string' && pattern.test(value)
    }) &&
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
