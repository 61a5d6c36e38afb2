import { isUtf8 } from 'node:buffer'
import { Check } from 'typebox/value'
import { canonical } from '../../domain/canonical.ts'
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
      readonly document: Record<string, unknown>
    }
  | {
      readonly kind: 'checkpoint'
      readonly line: FileLine
      /** Undefined if the line says that it is one, and has other members. */
      readonly checkpoint: EventCheckpoint | undefined
    }
  | { readonly kind: 'unreadable'; readonly line: FileLine }

export function readExportLine(line: FileLine): ExportLine {
  const text = line.bytes.toString()
  const document = isUtf8(line.bytes) ? parsed(text) : undefined
  if (document?.format === CHECKPOINT_FORMAT) {
    return { kind: 'checkpoint', line, checkpoint: isCheckpoint(document) ? document : undefined }
  }
  const { sequence, chainHash } = document ?? {}
  const isEvent = Number.isSafeInteger(sequence) && typeof chainHash === 'string'
  if (document === undefined || !isEvent || !isPlain(text, document)) {
    return { kind: 'unreadable', line }
  }
  const event = { number: sequence as number, chainHash, canonical: withoutChainHash(line.bytes) }
  return { kind: 'event', line, event, document }
}

/**
 * Whether a line is in its canonical form, the order of members aside: two readers of a member that
 * is there twice read two things. Names that are numbers, and lone surrogates, take the slow way.
 */
function isPlain(text: string, document: object): boolean {
  try {
    const isFast = JSON.stringify(document) === text && !text.includes('\\ud')
    return (isFast || canonical(document) === text) && !isDeep(document)
  } catch {
    return false
  }
}

/** No event nests as deep, and other readers of JSON have such a limit. */
function isDeep(value: unknown, depth = 0): boolean {
  if (typeof value !== 'object' || value === null) return false
  return depth > 100 || Object.values(value).some((inner) => isDeep(inner, depth + 1))
}

/** Whether a document has exactly the members of a checkpoint, in the form that they have. */
export function isCheckpoint(document: unknown): document is EventCheckpoint {
  return (
    Check(EVENT_CHECKPOINT, document) &&
    Number.isSafeInteger(document.sequence) &&
    INSTANT.test(document.at)
  )
}

const LINE = new RegExp(
  `\\{"at":"[^"\\\\]{1,64}","chainHash":"[0-9a-f]{64}","format":"${CHECKPOINT_FORMAT}",` +
    '"keyId":"[^"\\\\]{1,64}","organizationId":"[^"\\\\]{1,64}","sequence":\\d{1,16},' +
    '"signature":"[A-Za-z0-9+/]{86}=="\\}',
  'g',
)

/**
 * The checkpoint in a statement, which is a line of its canonical form, with its quotes doubled in
 * CSV. It is the last one: what customers wrote stands before it.
 */
export function checkpointIn(file: Buffer): unknown {
  const line = file.toString('latin1').replaceAll('""', '"').match(LINE)?.at(-1)
  return line === undefined ? undefined : parsed(line)
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
