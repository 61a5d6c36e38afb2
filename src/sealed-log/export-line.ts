import { isUtf8 } from 'node:buffer'
import { Check } from 'typebox/value'
import type { ChainedEvent } from './chain.ts'
import { CHECKPOINT_FORMAT, EVENT_CHECKPOINT, type EventCheckpoint } from './event-checkpoint.ts'
import { INSTANT, withoutChainHash } from './export-format.ts'
import type { FileLine } from './file-lines.ts'

/** A line of an export, read but not trusted. */
export type ExportLine =
  | {
      readonly kind: 'event'
      readonly line: FileLine
      readonly event: ChainedEvent
      /** The whole line, parsed: nothing is known of its members. */
      readonly document: unknown
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
  return { kind: 'event', line, event, document }
}

/** Whether a document has exactly the members of a checkpoint, in the form that they have. */
export function isCheckpoint(document: unknown): document is EventCheckpoint {
  return (
    Check(EVENT_CHECKPOINT, document) &&
    Number.isSafeInteger(document.sequence) &&
    INSTANT.test(document.at)
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
