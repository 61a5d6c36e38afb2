import { test } from 'node:test'
import { REFUSALS, type RefusalCode } from '../../src/domain/errors.ts'
import { CATALOGUE } from '../support/catalogue/catalogue.ts'
import type { CatalogueRequest, Row } from '../support/catalogue/row.ts'
import { World } from '../support/catalogue/world.ts'
import type { Schema } from '../support/contract/published-operations.ts'
import { idsOf } from '../support/load/keyed-changes.ts'
import { assertRefused, withoutWriting } from '../support/vault/refusal.ts'
import { openVault } from '../support/vault/vault.ts'

// Every member of every body, with values of other types, lengths and forms than its schema has.

const { api, app, records, sql } = await openVault()
const organizationId = await records.organization(undefined, 'test')
const { token } = await records.token(organizationId)
const world = new World(sql, records)

type Violation = { pointer: string; code: string; detail: string }

const CODES: Readonly<Record<string, string>> = {
  required: 'required',
  type: 'invalid_type',
  minLength: 'too_short',
  maxLength: 'too_long',
  pattern: 'invalid_format',
  format: 'invalid_format',
  unstorable: 'invalid_format',
  address: 'invalid_format',
  blank: 'invalid_format',
}
const NAMES: Readonly<Record<string, string>> = {
  array: 'an array',
  object: 'an object',
  integer: 'a plain decimal whole number',
  null: 'null',
}
const UNKNOWN = 'is not accepted by this operation: leave it out.'

/** A violation of a keyword; `code` is that of the nodes above. */
function violation(
  node: Schema,
  [keyword, sentence]: [string, string],
  pointer: string,
  code = '',
) {
  const own = node['x-violation-code']
  const named = typeof own === 'object' ? own[keyword] : own
  const what = pointer === '' ? 'The body' : pointer.slice(1).replaceAll('/', '.')
  const hint = node['x-violation-hint']
  const detail = `${what} ${sentence}${hint === undefined ? '' : ` ${hint}`}`
  return { pointer, code: (named ?? code) || (CODES[keyword] ?? 'invalid_value'), detail }
}

/** The keywords that a value breaks, with the sentence of each. */
function broken(node: Schema, value: unknown): [keyword: string, sentence: string][] {
  const types = [node.type ?? []].flat()
  const isOf = (type: string) => {
    if (type === 'null') return value === null
    if (type === 'integer') return Number.isInteger(value)
    if (type === 'array') return Array.isArray(value)
    return typeof value === type && (type !== 'object' || (value !== null && !Array.isArray(value)))
  }
  const names = types.map((type) => NAMES[type] ?? `a ${type}`).join(' or ')
  const isWrong = types.length > 0 && !types.some(isOf)
  const isOther = node.enum?.includes(value as string) === false
  const rules: [broken: boolean, keyword: string, sentence: string][] = [
    [isWrong, 'type', `must be ${names}.`],
    [isOther, 'enum', `must be one of ${node.enum?.join(', ')}.`],
  ]
  if (typeof value === 'number' && node.minimum !== undefined) {
    const { minimum, maximum = 0 } = node
    const range = `must be a whole number from ${minimum} to ${maximum}.`
    rules.push([value < minimum, 'minimum', range], [value > maximum, 'maximum', range])
  }
  if (Array.isArray(value) && !isWrong) {
    const { minItems = 0, maxItems = Number.MAX_VALUE, uniqueItems = false } = node
    const isTwice = uniqueItems && new Set(value).size < value.length
    // Records can be sent in several requests, the values of one record cannot.
    const remedy = node['x-violation-code'] === undefined ? '.' : ': split the request.'
    rules.push(
      [value.length > maxItems, 'maxItems', `must have at most ${maxItems} entries${remedy}`],
      [value.length < minItems, 'minItems', `must have at least ${minItems} entry.`],
      [isTwice, 'uniqueItems', 'must not have the same entry twice.'],
    )
  }
  if (typeof value === 'string' && !isWrong) rules.push(...textRules(node, value))
  return rules.flatMap(([isBroken, keyword, sentence]) => (isBroken ? [[keyword, sentence]] : []))
}

function textRules(node: Schema, value: string): [boolean, string, string][] {
  const { minLength = 0, maxLength = Number.MAX_VALUE, pattern = '', format } = node
  const { length } = [...value]
  const span = `must have ${minLength} to ${maxLength} characters.`
  const fits = new RegExp(pattern, 'u').test(value)
  const max = 2n ** 63n - 1n
  const instant =
    'must be an RFC 3339 date and time, such as 2026-11-21T09:15:00.000Z; an offset has less ' +
    'than 16 hours.'
  const block = 'must be an address, or a block in CIDR notation such as 192.0.2.0/24.'
  const blank = 'must say something: blanks and what nobody can see are not enough.'
  const isOdd = value.includes('\0') || !value.isWellFormed()
  const isUnstorable = 'x-violation-unstorable' in node && isOdd
  const isTooMuch = 'x-violation-cents' in node && fits && BigInt(value) > max
  return [
    [length > maxLength, 'maxLength', span],
    [length < minLength, 'minLength', span],
    [!fits, 'pattern', 'does not have the documented format.'],
    [format === 'date-time', 'format', instant],
    ['x-violation-blank' in node && value !== '' && /^[\s\u200b]*$/.test(value), 'blank', blank],
    [isUnstorable, 'unstorable', 'must not contain U+0000 or an unpaired surrogate.'],
    [isTooMuch, 'cents', `must be at most ${max}.`],
    ['x-violation-address-block' in node, 'address', block],
  ]
}

/** Values that most members refuse: other types, forms, numbers and unstorable texts. */
const VALUES: readonly unknown[] = [
  ...[null, 7, 1.5, -1, true, [], {}, ['x'], [7], '', 'x', 'a b', '60', '1.5', '1e3', '01', '-1'],
  ...[
    ' ',
    '\u200b\u00a0',
    'a\0b',
    'a\ud800b',
    '\udc00',
    'fbo/../x',
    '9223372036854775808',
    '2026-02-30T00:00:00Z',
  ],
  ...['@example.com', 'ada@', 'a@b@c', '112\n', '1\t12', '112\u0085', '１１２', '192.0.2.1/8'],
]

/** Values that a member may have no or another rule for: those that break none are left out. */
function valuesFor(node: Schema): readonly unknown[] {
  const { maxLength = 65, minimum = 0, maximum = 0, uniqueItems = false } = node
  const [first = 'x'] = node.enum ?? node.items?.enum ?? []
  const long = ['x', '1', '🪙'].map((character) => character.repeat(maxLength + 1))
  const twice = uniqueItems ? [[first, first]] : []
  const edges = [`${'a'.repeat(maxLength - 1)}@b`, minimum - 1, maximum + 1, first.toUpperCase()]
  return [...VALUES, ...long, ...edges, ...twice]
}

/** Bodies that break a rule, each with its violations; `put` makes a body of the value here. */
function* refusedBodies(
  node: Schema,
  value: unknown,
  place: { pointer: string; code?: string; put: (value: unknown) => unknown },
): Generator<[body: unknown, violations: Violation[]]> {
  const { pointer, code: above = '', put } = place
  // The request lacks some of the optional members.
  const valid = value ?? node.examples?.[0]
  const own = node['x-violation-code']
  const code = typeof own === 'string' ? own : above
  const at = (rules: [string, string][], where: Schema, to: string) =>
    rules.map((rule) => violation(where, rule, to, code))

  for (const other of valuesFor(node)) {
    const found = at(broken(node, other), node, pointer)
    const entries = Array.isArray(other) && node.items !== undefined ? other : []
    const inner = entries.flatMap((entry, index) =>
      at(broken(node.items as Schema, entry), node.items as Schema, `${pointer}/${index}`),
    )
    // Either a list or its entries are wrong, not both.
    if (found.length > 0 !== inner.length > 0) yield [put(other), [...found, ...inner]]
  }
  if (node.maxItems !== undefined && !node.uniqueItems && node.items?.properties !== undefined) {
    const entry = (valid as { inventoryItemId?: string; scheme?: string }[])[0]
    const many = Array.from({ length: node.maxItems + 1 }, (_, index) => ({
      ...entry,
      ...(entry?.inventoryItemId !== undefined && { inventoryItemId: `item_${index}` }),
      ...(entry?.scheme !== undefined && { value: `${index}` }),
    }))
    yield [put(many), at(broken(node, many), node, pointer)]
  }
  if (node.items?.properties !== undefined) {
    const entry = (valid as object[])[0]
    yield* refusedBodies(node.items, entry, {
      pointer: `${pointer}/0`,
      code,
      put: (one) => put([one]),
    })
  }
  if (node.properties === undefined) return
  const members = valid as Record<string, unknown>
  const unknown = violation(node, ['unknown', UNKNOWN], `${pointer}/status`)
  yield [put({ ...members, status: 'x' }), [{ ...unknown, code: 'unknown_field' }]]
  if (node.minProperties !== undefined) {
    const nothing = violation(node, ['minProperties', 'changes nothing.'], pointer)
    yield [put({}), [nothing]]
    yield [put({ status: 'x' }), [{ ...unknown, code: 'unknown_field' }, nothing]]
  }
  for (const [name, member] of Object.entries(node.properties)) {
    // A URL has rules beside its schema, a role is sent in place of `permissions`; a body without
    // `items` is of the other variant.
    if (['url', 'issuer', 'role'].includes(name)) continue
    const to = `${pointer}/${name}`
    if (node.required?.includes(name) === true && node.title !== 'NewInventoryItems') {
      const missing = violation(member, ['required', 'is missing: send it.'], to, code)
      yield [put({ ...members, [name]: undefined }), [missing]]
    }
    yield* refusedBodies(member, members[name], {
      pointer: to,
      code,
      put: (one) => put({ ...members, [name]: one }),
    })
  }
}

const variants: [title: string, schema: Schema, request: CatalogueRequest][] = []
for (const { operationId, body: schema } of app.operations) {
  if (schema === undefined) continue
  const row = CATALOGUE[operationId] as Row
  const ids = await idsOf(row, world, organizationId)
  for (const variant of (schema as Schema).anyOf ?? [schema as Schema]) {
    const [member = ''] = Object.keys(variant.properties ?? {})
    const tested = [...ids.keys()].find((position) => position.startsWith(`body /${member}`)) ?? ''
    const request = row.request((position) => ids.get(position) as string, tested)
    variants.push([`${operationId} (${variant.title ?? 'body'})`, variant, request])
  }
}
// The first request about transfers reviews those that were made.
await api.get('/v1/transfers', { token })

for (const [title, schema, { method, path, body = {} }] of variants) {
  test(`${title} refuses members that are missing, unknown or of another form`, async () => {
    await withoutWriting(records, async () => {
      const whole = { pointer: '', put: (one: unknown) => one }
      const [instance = ''] = path.split('?')
      for (const [sent, errors] of refusedBodies(schema, body, whole)) {
        const [first = '', ...others] = new Set(errors.map(({ code }) => code))
        const code = others.length === 0 && first in REFUSALS ? first : 'invalid_request'
        const response = await api.request(method, path, { token, body: sent })
        assertRefused(response, { status: 400, code: code as RefusalCode, instance, errors })
      }
    })
  })
}
