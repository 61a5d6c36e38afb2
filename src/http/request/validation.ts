import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js'
import type { TSchema } from 'typebox'
import type { FieldViolationCode, RefusalCode, Violation } from '../../domain/errors.ts'
import { addressBlock } from '../../domain/ip-ranges.ts'
import { CENTS_MAX, CENTS_PATTERN, VIOLATIONS_LISTED_MAX } from '../../domain/limits.ts'
import { isInstant, isStorable } from '../../domain/text.ts'
import { describe, type SchemaNode } from './validation-messages.ts'

/** Finds everything in `value` that breaks the schema; none where it holds. */
export type ViolationFinder = (value: unknown) => Violation[]

const cents = new RegExp(CENTS_PATTERN)
const ajv = new Ajv2020({ allErrors: true, verbose: true, strict: true, strictTypes: false })
ajv.addVocabulary(['x-violation-code', 'x-violation-hint', 'example'])
ajv.addKeyword({
  keyword: 'x-violation-unstorable',
  type: 'string',
  validate: (_: true, text: string) => isStorable(text),
})
ajv.addKeyword({
  keyword: 'x-violation-cents',
  type: 'string',
  // Text that the pattern refuses is refused by the pattern.
  validate: (_: true, text: string) => !cents.test(text) || BigInt(text) <= CENTS_MAX,
})
ajv.addKeyword({
  keyword: 'x-violation-address-block',
  type: 'string',
  validate: (_: true, text: string) => addressBlock(text) !== undefined,
})
ajv.addFormat('date-time', { type: 'string', validate: isInstant })

/** Compiles a JSON schema into a finder of violations with pointers into the body. */
export function bodyViolationFinder(schema: TSchema): ViolationFinder {
  const { anyOf, 'x-violation-variant': member } = schema as SchemaNode
  if (anyOf !== undefined) return variantViolationFinder(anyOf as TSchema[], member as string)
  const validate = ajv.compile(schema)
  return (value) =>
    violationsOf(validate, judgeable(value, schema as SchemaNode), schema).map(bodyViolation)
}

/**
 * A body of several shapes is judged as the one that it looks like: the shape that has the member
 * where the body has it, else the other. A violation then never speaks of a shape that was not meant.
 */
function variantViolationFinder(variants: readonly TSchema[], member: string): ViolationFinder {
  const has = (schema: TSchema) => Object.hasOwn((schema as SchemaNode).properties ?? {}, member)
  const withIt = bodyViolationFinder(variants.find(has) as TSchema)
  const withoutIt = bodyViolationFinder(variants.find((variant) => !has(variant)) as TSchema)
  return (value) => {
    const looksLikeIt = typeof value === 'object' && value !== null && Object.hasOwn(value, member)
    return looksLikeIt ? withIt(value) : withoutIt(value)
  }
}

/**
 * Compiles the schema of a query string. Parameters arrive as text: those that the schema calls
 * integers are read as plain decimal digits only (`0x10` and `1e3` stay text and are refused).
 */
export function queryViolationFinder(schema: TSchema): ViolationFinder {
  const validate = ajv.compile(schema)
  const known = Object.keys((schema as SchemaNode).properties ?? {})
  return (value) => {
    readIntegers(schema as SchemaNode, value as Record<string, unknown>)
    return violationsOf(validate, value, schema).map((found) => queryViolation(found, known))
  }
}

/**
 * The value with each overlong array cut to one entry more than its limit: still refused for its
 * length, but a megabyte of tiny entries is not turned into a violation for every one of them.
 */
function judgeable(value: unknown, schema: SchemaNode): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const cut: Record<string, unknown> = {}
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    const member = (value as Record<string, unknown>)[name]
    const most = property.maxItems as number | undefined
    if (Array.isArray(member) && most !== undefined && member.length > most) {
      cut[name] = member.slice(0, most + 1)
    }
  }
  return Object.keys(cut).length === 0 ? value : { ...value, ...cut }
}

interface Found {
  readonly error: ErrorObject
  readonly root: SchemaNode
}

function violationsOf(validate: ValidateFunction, value: unknown, root: TSchema): Found[] {
  if (validate(value)) return []
  return (validate.errors ?? []).map((error) => ({ error, root: root as SchemaNode }))
}

// A megabyte of them took half a second to be put into words that nobody reads.
const UNLISTED: Violation = {
  pointer: '',
  code: 'unknown_field',
  detail: 'It is behind those that are listed.',
}

function bodyViolation({ error, root }: Found, place: number): Violation {
  if (place >= VIOLATIONS_LISTED_MAX && error.keyword === 'additionalProperties') return UNLISTED
  const node = failedNode(error, root)
  const code = publishedCode(error, root) ?? fieldCode(error)
  const hint = node['x-violation-hint']
  const sentence = describe(error, pointerOf(error))
  return {
    pointer: pointerOf(error),
    code,
    detail: hint === undefined ? sentence : `${sentence} ${hint}`,
  }
}

function queryViolation({ error }: Found, known: string[]): Violation {
  const pointer = pointerOf(error)
  const name = pointer.slice(1) || '""'
  if (error.keyword === 'additionalProperties') {
    const allowed =
      known.length === 0 ? 'This operation takes none.' : `Known here: ${known.join(', ')}.`
    const detail = `${name} is not a query parameter of this operation. ${allowed}`
    return { pointer, in: 'query', code: 'unknown_parameter', detail }
  }
  const repeated = Array.isArray(error.data)
  const detail = repeated
    ? `${name} is given more than once: send it once.`
    : describe(error, pointer)
  return { pointer, in: 'query', code: 'invalid_parameter', detail }
}

/** The schema node whose rule was broken; for a missing member, that of the member. */
function failedNode(error: ErrorObject, root: SchemaNode): SchemaNode {
  const parent = (error.parentSchema ?? root) as SchemaNode
  if (error.keyword !== 'required') return parent
  return parent.properties?.[error.params.missingProperty as string] ?? parent
}

function publishedCode(error: ErrorObject, root: SchemaNode): RefusalCode | undefined {
  if (error.keyword === 'additionalProperties') return 'unknown_field'
  const own = failedNode(error, root)['x-violation-code']
  if (typeof own === 'object' && own[error.keyword] !== undefined) return own[error.keyword]
  let node: unknown = root
  let inherited: RefusalCode | undefined
  for (const step of ['', ...error.schemaPath.split('/').slice(1)]) {
    if (step !== '')
      node = (node as Record<string, unknown> | undefined)?.[decodeURIComponent(step)]
    const code = (node as SchemaNode | undefined)?.['x-violation-code']
    if (typeof code === 'string') inherited = code
  }
  return inherited
}

function fieldCode(error: ErrorObject): FieldViolationCode {
  switch (error.keyword) {
    case 'required':
      return 'required'
    case 'type':
      return 'invalid_type'
    case 'minLength':
      return 'too_short'
    case 'maxLength':
      return 'too_long'
    case 'pattern':
    case 'format':
    case 'x-violation-unstorable':
    case 'x-violation-address-block':
      return 'invalid_format'
    default:
      return 'invalid_value'
  }
}

function pointerOf(error: ErrorObject): string {
  const member =
    error.keyword === 'required'
      ? error.params.missingProperty
      : error.keyword === 'additionalProperties'
        ? error.params.additionalProperty
        : undefined
  if (member === undefined) return error.instancePath
  return `${error.instancePath}/${String(member).replaceAll('~', '~0').replaceAll('/', '~1')}`
}

function readIntegers(schema: SchemaNode, query: Record<string, unknown>): void {
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    const raw = query[name]
    // Spec choice N23. Sixteen digits and more would lose precision as a number.
    if (property.type === 'integer' && typeof raw === 'string' && /^(0|[1-9]\d{0,14})$/.test(raw)) {
      query[name] = Number(raw)
    }
  }
}
