import type { ErrorObject } from 'ajv/dist/2020.js'
import type { RefusalCode } from '../../domain/errors.ts'
import { COUNTRY_CODE_PATTERN, countryMeant } from '../../domain/iso-codes.ts'
import { CENTS_MAX, SEARCH_TEXT_LENGTH_MAX, SEARCH_TEXT_LENGTH_MIN } from '../../domain/limits.ts'

export interface SchemaNode {
  /**
   * The published code of a violation. A string is for every keyword of the node and of the nodes
   * below it; a map has a code for each keyword of the node itself.
   */
  readonly 'x-violation-code'?: RefusalCode | Readonly<Record<string, RefusalCode>>
  /** Appended to the sentence of a violation: what to do about it. */
  readonly 'x-violation-hint'?: string
  readonly type?: string | string[]
  readonly properties?: Record<string, SchemaNode>
  readonly [keyword: string]: unknown
}

const BLANK = ' The + of its offset arrived as a blank: write + as %2B in a URL.'

export const SAYS_NOTHING = 'must say something: blanks and what nobody can see are not enough.'

/** The fault of a text that does not fit the pattern of its schema. */
export function formFault({ pattern }: SchemaNode, text: unknown): string {
  const meant = pattern === COUNTRY_CODE_PATTERN ? countryMeant(text) : undefined
  if (meant === undefined) return 'does not have the documented format.'
  return `must be ${meant}, which is the code of this country.`
}

/** The sentence of a violation: what is wrong, and what to do about it. */
export function describe(error: ErrorObject, pointer: string): string {
  const what = pointer === '' ? 'The body' : pointer.slice(1).replaceAll('/', '.') || '""'
  const node = error.parentSchema as SchemaNode
  switch (error.keyword) {
    case 'required':
      return `${what} is missing: send it.`
    case 'additionalProperties':
      return `${what} is not accepted by this operation: leave it out.`
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
      // A list of records can be sent in several requests, the values of one record cannot.
      const remedy = node['x-violation-code'] === undefined ? '.' : ': split the request.'
      return `${what} must have at most ${node.maxItems} entries${remedy}`
    }
    case 'uniqueItems':
      return `${what} must not have the same entry twice.`
    case 'minimum':
    case 'maximum':
      return `${what} must be a whole number from ${node.minimum} to ${node.maximum}.`
    case 'minProperties':
      return `${what} changes nothing.`
    case 'maxProperties':
      return `${what} must have at most ${node.maxProperties} pairs.`
    case 'propertyNames':
      return `${what} is not an accepted key.`
    case 'x-violation-cents':
      return `${what} must be at most ${CENTS_MAX}.`
    case 'format':
      return (
        `${what} must be an RFC 3339 date and time, such as 2026-11-21T09:15:00.000Z; an offset ` +
        `has less than 16 hours.${/\dT.* \d\d:\d\d$/.test(String(error.data)) ? BLANK : ''}`
      )
    case 'x-violation-address-block':
      return `${what} must be an address, or a block in CIDR notation such as 192.0.2.0/24.`
    case 'x-violation-search':
      return (
        `${what} must have ${SEARCH_TEXT_LENGTH_MIN} to ${SEARCH_TEXT_LENGTH_MAX} characters without ` +
        'blanks at its ends, and neither U+0000 nor an unpaired surrogate.'
      )
    case 'x-violation-blank':
      return `${what} ${SAYS_NOTHING}`
    case 'x-violation-unstorable':
      return `${what} must not contain U+0000 or an unpaired surrogate.`
    case 'pattern':
      return `${what} ${formFault(node, error.data)}`
    default:
      return `${what} does not have the documented format.`
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
