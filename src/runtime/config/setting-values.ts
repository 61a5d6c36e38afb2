import { addressBlock } from '../../domain/ip-ranges.ts'
import { readDatabaseUrl } from './database-url.ts'

/** One sentence for an operator. */
export interface SettingProblem {
  /** The setting that it is about; undefined if that is not known. */
  readonly setting: string | undefined
  readonly sentence: string
}

export interface Setting<T> {
  readonly description: string
  readonly default: string
  readonly secret?: true
  /** Returns the typed value, or throws an Error whose message completes "NAME must be ...". */
  readonly parse: (text: string) => T
}

export function setting<T>(
  value: Omit<Setting<T>, 'description'>,
  description: string,
): Setting<T> {
  return { ...value, description }
}

export function integer(
  { default: number, ...range }: { default: number; from: number; to: number },
  description: string,
): Setting<number> {
  return { default: String(number), parse: (text) => integerOf(text, range), description }
}

export function oneOf<const T extends string>(
  { default: value, values }: { default: NoInfer<T>; values: readonly T[] },
  description: string,
): Setting<T> {
  const parse = (text: string) => {
    const found = values.find((each) => each === text)
    if (found === undefined) throw new Error(`one of ${values.join(', ')}`)
    return found
  }
  return { default: value, parse, description }
}

export function text(value: string, description: string): Setting<string> {
  const parse = (given: string) => {
    if (given === '') throw new Error('a text that is not empty')
    return given
  }
  return { default: value, parse, description }
}

export function integerOf(text: string, { from, to }: { from: number; to: number }): number {
  const number = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
  if (number >= from && number <= to) return number
  throw new Error(`a whole number from ${from} to ${to}`)
}

export function isOn(text: string): boolean {
  if (text === 'on' || text === 'off') return text === 'on'
  throw new Error('one of on, off')
}

/** OpenTelemetry's on and off; those of the other settings, too. */
export function isTrue(text: string): boolean {
  if (/^(true|false|on|off)$/i.test(text)) return /^(true|on)$/i.test(text)
  throw new Error('one of true, false, on, off')
}

/** An address that traces are sent to; null if it is empty. */
export function receiverUrl(text: string): string | null {
  if (text === '') return null
  const url = URL.parse(text)
  if (url !== null && /^https?:$/.test(url.protocol)) return url.href
  throw new Error('an address such as http://localhost:4318')
}

/** OpenTelemetry's lists of pairs, whose values are encoded as in a URL. */
export function keyValues(text: string): Readonly<Record<string, string>> {
  const pairs = text.split(',').filter((pair) => pair.trim() !== '')
  try {
    return Object.fromEntries(
      pairs.map((pair) => {
        const [, name, value] = /^\s*([\w!#$%&'*+.^`|~/-]+)\s*=([^=]*=*)$/.exec(
          pair,
        ) as RegExpExecArray
        return [name as string, decodeURIComponent((value as string).trim())]
      }),
    )
  } catch {
    throw new Error('pairs such as name=value, separated by commas, with %20 for a space')
  }
}

/** A share from 0 to 1. */
export function ratio(text: string): number {
  if (/^(0|1|0?\.\d+|[01]\.\d*)$/.test(text) && Number(text) <= 1) return Number(text)
  throw new Error('a number from 0 to 1, such as 0.1')
}

/** The service's own first segments: a request without the base path could not be told from one with it. */
const OWN_PATH =
  /^\/(v1|docs|console|session|sign-in|health|\.well-known|openapi\.json|favicon\.ico)(\/|$)/

export function basePath(text: string): string {
  const isPath = /^(\/(?!\.{1,2}(\/|$))[\w.~-]+)*$/.test(text)
  if (isPath && !OWN_PATH.test(text)) return text
  throw new Error(
    'a path such as /vault, without a slash at its end, and none of the service itself',
  )
}

/** The origin of an address that browsers use; null if it is empty. */
export function publicOrigin(text: string): string | null {
  if (text === '') return null
  const url = URL.parse(text)
  const isSecure = url?.protocol === 'https:' || (url !== null && isLocal(url))
  if (url !== null && isSecure && /^[^/]+\/\/[^/?#@]+\/?$/.test(text)) return url.origin
  throw new Error(
    'an address such as https://vault.example.com without a path (BASE_PATH has that), or ' +
      'http://localhost:8080',
  )
}

function isLocal({ protocol, hostname }: URL): boolean {
  return protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
}

/** The value of the header; empty for no header. */
export function transportSecurity(text: string): string {
  if (text === 'off') return ''
  if (/^max-age=\d+(; *(includeSubDomains|preload))*$/i.test(text)) return text
  throw new Error('off, or like max-age=31536000; includeSubDomains')
}

export function addressBlocks(text: string): readonly string[] {
  if (text === '') return []
  const blocks = text.split(',').map((block) => addressBlock(block.trim()))
  if (!blocks.includes(undefined)) return blocks as string[]
  throw new Error('addresses or CIDR blocks such as 10.0.0.0/8, separated by commas')
}

export const SECRETS_KEY_BYTES = 32

/** Keys in base64, separated by commas; the first one encrypts. */
export function secretsKeys(text: string): readonly Buffer[] {
  if (text === '') return []
  const parts = text.split(',').map((part) => part.trim())
  const keys = parts.map((part) => Buffer.from(part, 'base64'))
  const isKey = (key: Buffer, index: number) =>
    key.length === SECRETS_KEY_BYTES && key.toString('base64') === parts[index]
  if (keys.every(isKey)) return keys
  throw new Error('32 bytes in base64, such as the output of `openssl rand -base64 32`')
}

/** Addresses of servers, and those that the service reaches them by. */
export function addressPairs(text: string): ReadonlyMap<string, string> {
  const pairs = text.split(',').filter((pair) => pair.trim() !== '')
  return new Map(
    pairs.map((pair) => {
      const [, known, reached] = /^([^=\s]+:\d+)=([^=\s]+:\d+)$/.exec(pair.trim()) ?? []
      if (known !== undefined && reached !== undefined) return [known, reached]
      throw new Error('pairs such as 10.0.0.2:5432=db2.example:6432, separated by commas')
    }),
  )
}

export function databaseUrl(text: string): string | null {
  if (text === '') return null
  if (readDatabaseUrl(text) !== null) return text
  throw new Error('an address such as postgres://user:password@host:5432/database')
}
