import type { ErrorObject } from 'ajv/dist/2020.js'
import type { RefusalCode } from '../../domain/errors.ts'
import { CENTS_MAX } from '../../domain/limits.ts'

/**
 * On a schema node: the published code of a violation at or below it. A string stands for every rule of
 * the node and of what is in it; a map names the code per rule of the node itself.
 */
export interface ViolationCodes {
  readonly 'x-violation-code'?: RefusalCode | Readonly<Record<string, RefusalCode>>
  /** Ends the sentence of a violation here with what to do about it. */
  readonly 'x-violation-hint'?: string
}

export interface SchemaNode extends ViolationCodes {
  readonly type?: string | string[]
  readonly properties?: Record<string, SchemaNode>
  readonly [keyword: string]: unknown
}

/** What is wrong at a place of the request, and what to do about it. */
export function describe(error: ErrorObject, pointer: string): string {
  const what = pointer === '' ? 'The body' : pointer.slice(1).replaceAll('/', '.') || '""'
  const node = error.parentSchema as SchemaNode
  switch (error.keyword) {
    case 'required':
      return `${what} is missing: send it.`
    case 'additionalProperties':
      return `${what} is not a member that this operation takes: leave it out.`
    case 'type':
      return `${what} must be ${withArticle(node.type)}.`
    case 'enum':
      return `${what} must be one of ${(node.enum as string[]).join(', ')}.`
    case 'minLength':
    case 'maxLength':
      return `${what} must have ${node.minLength ?? 0} to ${node.maxLength} characters.`
    case 'minItems':
      return `${what} must have at least ${node.minItems} entry.`
    case 'maxItems': {
      // A set has no room for more by its nature; a list of records can be sent in parts.
      const remedy = node.uniqueItems === true ? '.' : ': split the request.'
      return `${what} must have at most ${node.maxItems} entries${remedy}`
    }
    case 'uniqueItems':
      return `${what} must not have the same entry twice.`
    case 'minimum':
    case 'maximum':
      return `${what} must be a whole number from ${node.minimum} to ${node.maximum}.`
    case 'minProperties':
      return `${what} changes nothing.`
    case 'x-violation-cents':
      return `${what} must be at most ${CENTS_MAX}.`
    case 'format':
      return `${what} must be a date and time of RFC 3339 such as 2026-11-21T09:15:00.000Z.`
    case 'x-violation-address-block':
      return `${what} must be an address, or a block in CIDR notation such as 192.0.2.0/24.`
    case 'x-violation-unstorable':
      return `${what} must not contain U+0000 or an unpaired surrogate.`
    default:
      return `${what} does not have the form that the documentation gives for it.`
  }
}

function withArticle(type: string | string[] | undefined): string {
  const names = [type].flat().map((name) => {
    if (name === 'null') return 'null'
    if (name === 'integer') return 'a plain decimal whole number'
    return name === 'array' || name === 'object' ? `an ${name}` : `a ${name}`
  })
  return names.join(' or ')
}
