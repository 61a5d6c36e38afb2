import { parse as parseArray } from 'postgres-array'

// All parameters and values are text. PostgreSQL finds the type of a parameter by where it stands,
// and arrays are those of texts alone.

/** A parameter: text, number, instant, bytes, list of texts, document (`$n::jsonb`). */
export type Parameter = string | number | bigint | boolean | object | null

/**
 * The text of a parameter in PostgreSQL's form.
 * @throws {TypeError} where it is missing: PostgreSQL would never see that statement, and commit
 *   the others of its transaction
 */
export function parameterText(value: unknown): string | null {
  switch (typeof value) {
    case 'string':
      return value
    case 'undefined':
    case 'function':
    case 'symbol':
      throw new TypeError('a parameter of a statement is missing')
    case 'object':
      return value === null ? null : objectText(value)
    default:
      return String(value)
  }
}

function objectText(value: object): string {
  if (Array.isArray(value)) return `{${value.map(element).join(',')}}`
  if (value instanceof Date) return value.toISOString()
  if (value instanceof Uint8Array) return `\\x${Buffer.from(value).toString('hex')}`
  return JSON.stringify(value)
}

function element(value: unknown): string {
  if (value === null) return 'NULL'
  if (value === undefined || typeof value === 'object') {
    throw new TypeError('a list of texts has an element that is none')
  }
  return `"${String(value).replace(/["\\]/g, '\\$&')}"`
}

/** The type that a parameter has wherever it stands; 0 leaves it to PostgreSQL. */
export function typeOf(value: unknown): number {
  if (typeof value === 'boolean') return TYPES.bool
  if (typeof value === 'bigint') return TYPES.int8
  if (value instanceof Date) return TYPES.timestamptz
  return value instanceof Uint8Array ? TYPES.bytea : 0
}

const TYPES = { bool: 16, bytea: 17, int8: 20, timestamptz: 1184 }

type Parse = (text: string) => unknown

/**
 * Reads values of a type; undefined where they are texts, as those of 64 bits and `numeric` are. A
 * text of another form than the pinned one fails the statement.
 */
export function parserOf(type: number): Parse | undefined {
  return PARSERS[type]
}

const instant: Parse = (text) => new Date(isoText(text))

const PARSERS: Readonly<Record<number, Parse>> = {
  [TYPES.bool]: (text) => text === 't',
  [TYPES.bytea]: (text) => {
    if (!text.startsWith('\\x')) throw new Error('PostgreSQL returned bytes in another form')
    return Buffer.from(text.slice(2), 'hex')
  },
  // int2, int4, oid, float4, float8
  21: Number,
  23: Number,
  26: Number,
  700: Number,
  701: Number,
  // json, jsonb
  114: JSON.parse,
  3802: JSON.parse,
  // text[]
  1009: (text) => parseArray(text),
  // date, timestamp
  1082: instant,
  1114: instant,
  [TYPES.timestamptz]: instant,
}

/** The text of a date or an instant, if it is one in ISO form. */
function isoText(text: string): string {
  if (/^\d{4,6}-/.test(text)) return text
  throw new Error('PostgreSQL returned a date in another form')
}

export function toCamel(name: string): string {
  return name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
}

/** A name that may be anything, as a statement writes it. */
export function quotedName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

/** PostgreSQL's text of an instant in the time zone UTC, without a fraction of a second. */
const PLAIN_LENGTH = '2026-11-21 09:15:00+00'.length

/**
 * The RFC 3339 form, in milliseconds, of a `timestamptz(3)` that was read as text. For a page of 25
 * that is several times faster than to make a Date of each and format it.
 */
export function instantOf(text: string): string {
  const fraction = text.length - PLAIN_LENGTH
  if (text[10] !== ' ' || !text.endsWith('+00') || fraction < 0 || fraction > 4) {
    return new Date(isoText(text)).toISOString()
  }
  // PostgreSQL omits trailing zeros.
  const milliseconds = fraction === 0 ? '.000' : text.slice(19, -3).padEnd(4, '0')
  return `${text.slice(0, 10)}T${text.slice(11, 19)}${milliseconds}Z`
}
