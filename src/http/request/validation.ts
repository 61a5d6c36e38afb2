import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js'
import type { TSchema } from 'typebox'
import type { RefusalCode, Violation } from '../../domain/errors.ts'
import { isBlank, isReadableEmail } from '../../domain/folding.ts'
import { addressBlock } from '../../domain/ip-ranges.ts'
import { CENTS_MAX, CENTS_PATTERN, VIOLATIONS_LISTED_MAX } from '../../domain/limits.ts'
import type { FieldViolationCode } from '../../domain/problem-members.ts'
import { isSearchText } from '../../domain/search-words.ts'
import { isInstant, isStorable } from '../../domain/text.ts'
import { describe, type SchemaNode } from './validation-messages.ts'

/** Finds every violation of a schema. */
type ViolationFinder = (value: unknown) => Violation[]

const cents = new RegExp(CENTS_PATTERN)
const ajv = new Ajv2020({ allErrors: true, verbose: true, strict: true, strictTypes: false })
ajv.addVocabulary(['x-violation-code', 'x-violation-hint', 'x-published-pattern', 'example'])
addTextKeyword('x-violation-unstorable', isStorable)
addTextKeyword('x-violation-blank', (text) => text === '' || !isBlank(text))
// Text without one @ violates the pattern already.
addTextKeyword('x-violation-email', (text) => !/^[^@]+@[^@]+$/.test(text) || isReadableEmail(text))
addTextKeyword('x-violation-search', isSearchText)
// Text that is no number violates the pattern already.
addTextKeyword('x-violation-cents', (text) => !cents.test(text) || BigInt(text) <= CENTS_MAX)
addTextKeyword('x-violation-address-block', (text) => addressBlock(text) !== undefined)
ajv.addFormat('date-time', { type: 'string', validate: isInstant })

function addTextKeyword(keyword: string, isValid: (text: string) => boolean): void {
  ajv.addKeyword({ keyword, type: 'string', validate: (_: true, text: string) => isValid(text) })
}

/** Compiles a JSON schema into a finder of violations with pointers into the body. */
export function bodyViolationFinder(schema: TSchema): ViolationFinder {
  const root = schema as SchemaNode
  const { anyOf, 'x-violation-variant': member } = root
  if (anyOf !== undefined) return variantViolationFinder(anyOf as TSchema[], member as string)
  const compiled = whenUsed(() => ajv.compile(schema))
  const shorten = shortener(root) ?? ((value) => value)
  return (value) => {
    const validate = compiled()
    if (validate(shorten(value))) return []
    // The name of a pair is refused once, not also for the rule that it breaks.
    const errors = (validate.errors ?? []).filter(({ propertyName }) => propertyName === undefined)
    const found = errors.map((error, index) => bodyViolation(error, root, index))
    return hasUnknownAlone(value, root)
      ? [...found, bodyViolation(nothingIn(root), root, 0)]
      : found
  }
}

/** Whether a body that must change something has members, and none that it can change (N16). */
function hasUnknownAlone(value: unknown, { minProperties, properties = {} }: SchemaNode): boolean {
  if (minProperties === undefined || typeof value !== 'object' || value === null) return false
  const names = Array.isArray(value) ? [] : Object.keys(value)
  return names.length > 0 && !names.some((name) => Object.hasOwn(properties, name))
}

/** The error of `minProperties`, which counts members that are unknown. */
function nothingIn(root: SchemaNode): ErrorObject {
  return {
    keyword: 'minProperties',
    instancePath: '',
    schemaPath: '#/minProperties',
    params: {},
    parentSchema: root,
  }
}

/**
 * Validates a body of two variants as the one it resembles: `member` belongs to only one of them.
 * So no violation is about a variant that the client did not mean.
 */
function variantViolationFinder(variants: readonly TSchema[], member: string): ViolationFinder {
  const has = (schema: TSchema) => Object.hasOwn((schema as SchemaNode).properties ?? {}, member)
  const withMember = bodyViolationFinder(variants.find(has) as TSchema)
  const withoutMember = bodyViolationFinder(variants.find((schema) => !has(schema)) as TSchema)
  return (value) => {
    const isSent = typeof value === 'object' && value !== null && Object.hasOwn(value, member)
    return isSent ? withMember(value) : withoutMember(value)
  }
}

/**
 * Compiles the schema of a query string. Parameters arrive as text: integers are read as JSON
 * writes them (`1.0` and `1e0` are 1; `0x10`, `01` and `+1` stay text and are refused).
 */
export function queryViolationFinder(schema: TSchema): ViolationFinder {
  const compiled = whenUsed(() => ajv.compile(schema))
  const { properties = {} } = schema as SchemaNode
  const known = Object.keys(properties)
  const integers = known.filter((name) => properties[name]?.type === 'integer')
  return (value) => {
    readIntegers(integers, value as Record<string, unknown>)
    const validate = compiled()
    if (validate(value)) return []
    return (validate.errors ?? []).map((error) => queryViolation(error, known))
  }
}

function readIntegers(names: readonly string[], query: Record<string, unknown>): void {
  for (const name of names) {
    const raw = query[name]
    if (typeof raw === 'string') query[name] = integerIn(raw) ?? raw
  }
}

/** A number as JSON writes it (Spec choice N23). */
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]?\d+)?$/i

/** The value of a number that is an integer; undefined of other text. */
function integerIn(text: string): number | undefined {
  // With more digits a fraction could be lost: `1.0000000000000001` would be 1.
  if (!NUMBER.test(text) || /^[-\d.]{17}/.test(text)) return undefined
  // The sum makes -0 plain.
  const value = Number(text) + 0
  return Number.isSafeInteger(value) ? value : undefined
}

/** Shortens what is too long; undefined where the schema has no such limits. */
type Shortener = ((value: unknown) => unknown) | undefined

/**
 * Shortens each overlong array and map to one entry more than its limit. It is still refused for
 * its length, but a megabyte of tiny entries does not become a violation for each entry.
 */
function shortener({ items, maxItems, maxProperties, properties = {} }: SchemaNode): Shortener {
  if (items !== undefined) {
    const shorten = shortener(items as SchemaNode)
    return (value) => {
      if (!Array.isArray(value)) return value
      const short = value.slice(0, Number(maxItems ?? value.length) + 1)
      return shorten === undefined ? short : short.map(shorten)
    }
  }
  const limits = Object.entries(properties).flatMap(([name, member]) => {
    const shorten = shortener(member)
    return shorten === undefined ? [] : [[name, shorten] as const]
  })
  if (limits.length === 0 && maxProperties === undefined) return undefined
  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
    const pairs = Object.entries(value)
    const short = pairs.slice(0, Number(maxProperties ?? pairs.length) + 1)
    const shortened: Record<string, unknown> = Object.fromEntries(short)
    for (const [name, shorten] of limits) {
      if (Object.hasOwn(shortened, name)) shortened[name] = shorten(shortened[name])
    }
    return shortened
  }
}

/** Stand for unknown members and keys past the listed ones: describing a megabyte took 0.5 s. */
const UNLISTED: Readonly<Record<string, Violation>> = {
  additionalProperties: unlisted('unknown_field'),
  propertyNames: unlisted('invalid_format'),
}

function unlisted(code: Violation['code']): Violation {
  return { pointer: '', code, detail: 'This violation is not listed.' }
}

function bodyViolation(error: ErrorObject, root: SchemaNode, index: number): Violation {
  const notListed = index < VIOLATIONS_LISTED_MAX ? undefined : UNLISTED[error.keyword]
  if (notListed !== undefined) return notListed
  const pointer = pointerOf(error)
  const hint = failedNode(error, root)['x-violation-hint']
  const sentence = describe(error, pointer)
  return {
    pointer,
    code: publishedCode(error, root) ?? FIELD_CODES[error.keyword] ?? 'invalid_value',
    detail: hint === undefined ? sentence : `${sentence} ${hint}`,
  }
}

function queryViolation(error: ErrorObject, known: readonly string[]): Violation {
  const pointer = pointerOf(error)
  const name = pointer.slice(1) || '""'
  if (error.keyword === 'additionalProperties') {
    const allowed = known.length === 0 ? 'This operation has none.' : `It has: ${known.join(', ')}.`
    const detail = `${name} is not a query parameter of this operation. ${allowed}`
    return { pointer, in: 'query', code: 'unknown_parameter', detail }
  }
  const isRepeated = Array.isArray(error.data)
  const hint = (error.parentSchema as SchemaNode)['x-violation-hint']
  const detail = isRepeated
    ? `${name} is given more than once: send it once.`
    : [describe(error, pointer), hint ?? []].flat().join(' ')
  return { pointer, in: 'query', code: 'invalid_parameter', detail }
}

/** The schema node whose rule was broken; if a member is missing, the node of that member. */
function failedNode(error: ErrorObject, root: SchemaNode): SchemaNode {
  const parent = (error.parentSchema ?? root) as SchemaNode
  if (error.keyword !== 'required') return parent
  return parent.properties?.[error.params.missingProperty as string] ?? parent
}

/** The `x-violation-code` of the failed node or of the nearest node above it. */
function publishedCode(error: ErrorObject, root: SchemaNode): RefusalCode | undefined {
  if (error.keyword === 'additionalProperties') return 'unknown_field'
  const own = failedNode(error, root)['x-violation-code']
  if (typeof own === 'object' && own[error.keyword] !== undefined) return own[error.keyword]
  let node: unknown = root
  let inherited = root['x-violation-code']
  for (const step of error.schemaPath.split('/').slice(1)) {
    node = (node as Record<string, unknown> | undefined)?.[decodeURIComponent(step)]
    const code = (node as SchemaNode | undefined)?.['x-violation-code']
    if (typeof code === 'string') inherited = code
  }
  return typeof inherited === 'string' ? inherited : undefined
}

/** Codes of keywords whose schema publishes none. */
const FIELD_CODES: Readonly<Record<string, FieldViolationCode>> = {
  required: 'required',
  type: 'invalid_type',
  minLength: 'too_short',
  maxLength: 'too_long',
  pattern: 'invalid_format',
  format: 'invalid_format',
  propertyNames: 'invalid_format',
  'x-violation-unstorable': 'invalid_format',
  'x-violation-address-block': 'invalid_format',
  'x-violation-blank': 'invalid_format',
  'x-violation-email': 'invalid_format',
}

function pointerOf({ instancePath, params }: ErrorObject): string {
  const member = params.missingProperty ?? params.additionalProperty ?? params.propertyName
  if (member === undefined) return instancePath
  return `${instancePath}/${String(member).replaceAll('~', '~0').replaceAll('/', '~1')}`
}

/** Makes a value at its first use. Compiling all schemas took a third of a start. */
export function whenUsed<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
