import { isUtf8 } from 'node:buffer'
import { createReadStream } from 'node:fs'
import { Check } from 'typebox/value'
import { canonical } from '../../domain/text.ts'
import type { LogEntry } from './chain.ts'
import { CHECKPOINT_FORMAT, EVENT_CHECKPOINT, type EventCheckpoint } from './event-checkpoint.ts'
import type { PublicJwk } from './signing-key.ts'

// An export of events: one JSON document a line, each in its canonical form (RFC 8785). The header,
// then the events in the order of the feed, each checkpoint behind the event that it names, and at
// the end one over the last event (docs/CUSTODY.md).

export const EXPORT_FORMAT = 'vault-inventory-events-1'

export interface ExportHeader {
  readonly format: string
  readonly organizationId: string
  readonly exportedAt: string
  /** The number of events that follow. */
  readonly events: number
  readonly keys: readonly PublicJwk[]
}

/** Every instant of an export, as `Date.toISOString` writes it. */
export const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

/** No line of ours is that long: a file of another kind must not fill the memory. */
const LINE_BYTES_MAX = 16 * 1024 * 1024

const NEW_LINE = 0x0a

/** A line of a file, without its end. */
export interface FileLine {
  /** From 1 on. */
  readonly number: number
  readonly bytes: Buffer
  /** False for the last line of a file that was cut short. */
  readonly isEnded: boolean
  /** Its bytes were left out. */
  readonly isTooLong: boolean
}

/**
 * The lines of a file. They are bytes: what is signed is what is read.
 * @throws {Error} if the file cannot be read
 */
export async function* linesOf(path: string): AsyncGenerator<FileLine, undefined> {
  let number = 0
  let parts: Buffer[] = []
  let length = 0
  const ended = (part: Buffer, isEnded: boolean): FileLine => {
    number += 1
    const isTooLong = length + part.length > LINE_BYTES_MAX
    const bytes = isTooLong ? Buffer.alloc(0) : Buffer.concat([...parts, part])
    parts = []
    length = 0
    return { number, bytes, isEnded, isTooLong }
  }
  for await (const chunk of createReadStream(path, { highWaterMark: 256 * 1024 })) {
    const text = chunk as Buffer
    let start = 0
    for (let end = text.indexOf(NEW_LINE); end !== -1; end = text.indexOf(NEW_LINE, start)) {
      yield ended(text.subarray(start, end), true)
      start = end + 1
    }
    const rest = text.subarray(start)
    length += rest.length
    if (length > LINE_BYTES_MAX) parts = []
    else if (rest.length > 0) parts.push(rest)
  }
  if (length > 0) yield ended(Buffer.alloc(0), false)
}

/** The entry of a line, with the parsed line: nothing is known of its members. */
export type ExportEntry = LogEntry & {
  readonly line: FileLine
  readonly document: Record<string, unknown>
}

/** The log of an organization, as the lines of an export say. */
export async function* entriesOf(
  lines: AsyncIterable<FileLine>,
  organizationId: string,
): AsyncGenerator<ExportEntry> {
  for await (const line of lines) {
    const text = line.bytes.toString()
    const document = (isUtf8(line.bytes) ? parsed(text) : undefined) ?? {}
    yield { ...entryOf(line, text, document, organizationId), line, document }
  }
}

function entryOf(
  { bytes }: FileLine,
  text: string,
  document: Record<string, unknown>,
  organizationId: string,
): LogEntry {
  if (document.format === CHECKPOINT_FORMAT) {
    const checkpoint = isCheckpoint(document) ? document : undefined
    const isWhole = checkpoint?.organizationId === organizationId && text === canonical(checkpoint)
    return { kind: 'checkpoint', checkpoint, isWhole }
  }
  const { sequence: number, chainHash } = document
  const isEvent = typeof number === 'number' && typeof chainHash === 'string'
  if (!isEvent || !Number.isSafeInteger(number) || !isPlain(text, document)) {
    return { kind: 'unreadable' }
  }
  return { kind: 'event', number, chainHash, canonical: withoutChainHash(bytes) }
}

const BEFORE_HASH = '"chainHash":"'
const HASH_DIGITS = 64
const MEMBER_LENGTH = BEFORE_HASH.length + HASH_DIGITS + '",'.length

/**
 * The parts of the line of an event without its member `chainHash`: the bytes that the chain is computed from.
 * Within a text its quotes would be escaped, so the first such bytes are the member.
 */
function withoutChainHash(line: Buffer): readonly Buffer[] {
  const start = line.indexOf(BEFORE_HASH)
  if (start === -1) return [line]
  return [line.subarray(0, start), line.subarray(start + MEMBER_LENGTH)]
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
