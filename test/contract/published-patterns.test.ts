import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { type TSchema, Type } from 'typebox'
import { addressBlock } from '../../src/domain/ip-ranges.ts'
import { BODY_BYTES_MAX, CENTS_EXACT_PATTERN, CENTS_MAX } from '../../src/domain/limits.ts'
import { published } from '../../src/http/openapi/shared-parts.ts'
import { bodyViolationFinder } from '../../src/http/request/validation.ts'
import type { Schema } from '../support/contract/published-operations.ts'
import { openVault } from '../support/vault/vault.ts'

type Node = Record<string, unknown>

const { api, app, records } = await openVault()
const { organizationId, token } = await records.owner()
const texts = new Map<string, Node>()
const addresses: Node[] = []
for (const { operationId, body, query } of app.operations) {
  collectTexts(`${operationId} body`, body)
  collectTexts(`${operationId} query`, query)
}

/** Texts of every kind, the hostile ones often: controls, code points beyond U+FFFF, digits, `@`. */
const ANY_TEXT = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: fc.constantFrom('\0', '\n', '\u{1f600}', '\uffff', '@', '1', 'a', ' ') }),
  fc.bigInt({ min: 0n, max: 10n ** 20n }).map(String),
  fc.bigInt({ min: CENTS_MAX - 9n, max: CENTS_MAX + 9n }).map(String),
  fc.stringMatching(/^[0-9]{1,20}$/),
)

test('A text of a request is accepted by its published schema if and only if the service accepts it', () => {
  assert.ok(texts.size > 20, `${texts.size}`)
  for (const [where, node] of texts) {
    const accepts = serviceCheck(node)
    const allows = publishedCheck(node)
    for (const example of (node.examples ?? []) as string[]) assert.ok(allows(example), where)
    const same = (text: string) => {
      // Patterns name no characters beyond U+FFFF: that such a one is not seen is said in words.
      if (!/(?![\0-\uffff])[\p{Cf}\u{e0000}-\u{e0fff}]/u.test(text)) {
        assert.equal(allows(text), accepts(text), where)
      }
    }
    fc.assert(fc.property(ANY_TEXT, same), {
      examples: [['a\0'], ['a\0@b'], ['1\0'], [' '], ['\u200b'], ['\u200b@\u00a0'], ['١٢٣']],
    })
  }
})

/** Notes may be empty, and URLs have further rules. */
const MAY_BE_BLANK = [
  'createTransfer body/notes',
  'createOutboundShipment body/notes',
  'setIdentityProvider body/issuer',
  'createWebhookEndpoint body/url',
  'updateWebhookEndpoint body/url',
]

test('A text that is to say something takes neither blanks nor what nobody sees', () => {
  const blanks = [
    ' ',
    '\n\t',
    '\u00a0',
    '\u200b\u2060',
    '\u3164',
    '\ufe0f\u{e0041}',
    '\ufffc',
    '\u0301',
    '\u0600',
  ]
  const accepting = [...texts].filter(([where, node]) => {
    const isAttribute = where.endsWith('/metadata/additionalProperties')
    return where.includes(' body') && !isAttribute && blanks.some(serviceCheck(node))
  })
  const places = accepting.map(([where]) => where.replace(/\/(properties|items)/g, ''))
  assert.deepEqual(places, MAY_BE_BLANK)
})

test('Published cents are the whole numbers of a bigint, without a leading zero', () => {
  const cents = new RegExp(CENTS_EXACT_PATTERN, 'u')
  const edges = Array.from({ length: 20 }, (_, digits) => 10n ** BigInt(digits))
  const near = fc.constantFrom(...edges, CENTS_MAX, ...prefixesOf(`${CENTS_MAX}`))
  const number = fc.oneof(
    fc.bigInt({ min: 0n, max: 2n * CENTS_MAX }),
    fc.tuple(near, fc.bigInt({ min: -2n, max: 2n })).map(([edge, more]) => edge + more),
  )
  const isExact = (value: bigint) => {
    assert.equal(cents.test(`${value}`), value >= 0n && value <= CENTS_MAX, `${value}`)
    assert.ok(!cents.test(`0${value}`) && !cents.test(`+${value}`) && !cents.test(`${value}\n`))
  }
  fc.assert(fc.property(number, isExact), { numRuns: 5_000 })
})

test('Published addresses have the form and the bounds of those that the service accepts', () => {
  assert.equal(addresses.length, 1)
  const [node] = addresses as [Node]
  const allows = publishedCheck(node)
  const accepts = serviceCheck(node)
  const block = fc.tuple(
    fc.oneof(fc.ipV4(), fc.ipV6()),
    fc.option(fc.integer({ min: -1, max: 140 })),
  )
  const text = block.map(([address, prefix]) =>
    prefix === null ? address : `${address}/${prefix}`,
  )
  const form = (value: string) => {
    if (accepts(value)) assert.ok(allows(value), value)
    // The one rule that words alone say: no bits beyond the prefix.
    if (allows(value)) assert.ok(addressBlock(value.replace(/\/.*/, '')) !== undefined, value)
  }
  fc.assert(fc.property(text, form), { numRuns: 2_000 })
  fc.assert(fc.property(ANY_TEXT, (value) => accepts(value) === allows(value)))
  for (const good of ['192.0.2.7', '0.0.0.0/0', '::/0', '2001:DB8::/32', '::ffff:192.0.2.7']) {
    assert.deepEqual([accepts(good), allows(good)], [true, true], good)
  }
  for (const bad of ['', '1.2.3', '1.2.3.256', '1.2.3.4/33', '::/129', '::/08', 'fe80::1%eth0']) {
    assert.deepEqual([accepts(bad), allows(bad)], [false, false], bad)
  }
})

/** The numbers of the first digits, then nines or zeros: where an alternative begins or ends. */
function prefixesOf(digits: string): bigint[] {
  return Array.from(digits, (_, end) => digits.slice(0, end + 1)).flatMap((start) => [
    BigInt(start.padEnd(digits.length, '0')),
    BigInt(start.padEnd(digits.length, '9')),
  ])
}

function serviceCheck(node: Node): (text: string) => boolean {
  const find = bodyViolationFinder(Type.Object({ text: node as TSchema }))
  return (text) => find({ text }).length === 0
}

/** As a client checks it; formats are said in words. */
function publishedCheck(node: Node): (text: string) => boolean {
  const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(published(node))
  return (text) => validate(text)
}

/** Every text with a rule of its own; those with a format are compared by other tests. */
function collectTexts(where: string, schema: unknown): void {
  if (typeof schema !== 'object' || schema === null) return
  const node = schema as Node
  const isText = [node.type].flat().includes('string') && node.enum === undefined
  if ('x-violation-address-block' in node) addresses.push(node)
  else if (isText && node.format === undefined) texts.set(where, node)
  for (const [name, value] of Object.entries(node)) collectTexts(`${where}/${name}`, value)
}

const headers = { 'content-type': 'application/json' }

/** The characters of ids, cents and instants are of the basic plane, those of texts of any. */
const ESCAPED = 6
const ESCAPED_PAIR = 12
const ID_OR_CENTS_LENGTH = 64
const METADATA_KEY_LENGTH = 40
const NUMBER_LENGTH = 20

/** The bytes of the longest value, each character of it as `\uXXXX`. */
function longest(schema: Schema): number {
  const { properties, items, anyOf, type } = schema
  if (anyOf !== undefined) return Math.max(...anyOf.map(longest))
  if (schema.enum !== undefined) return 2 + ESCAPED * Math.max(...schema.enum.map((v) => v.length))
  if (properties !== undefined) {
    const members = Object.entries(properties).map(
      ([name, member]) => ESCAPED * name.length + '"":,'.length + longest(member),
    )
    return 2 + members.reduce((sum, bytes) => sum + bytes, 0)
  }
  const { additionalProperties: pair, maxProperties } = schema
  if (maxProperties !== undefined && pair) {
    return 2 + maxProperties * (ESCAPED * METADATA_KEY_LENGTH + '"":,'.length + longest(pair))
  }
  if (items !== undefined) {
    assert.ok(schema.maxItems, 'every array has a longest one')
    return 2 + schema.maxItems * (longest(items) + 1)
  }
  if ([type].flat().includes('string')) {
    if (schema.maxLength !== undefined) return 2 + ESCAPED_PAIR * schema.maxLength
    return 2 + ESCAPED * ID_OR_CENTS_LENGTH
  }
  return [type].flat().includes('object') ? 2 : NUMBER_LENGTH
}

test('Every valid body fits its bound, however it is written; long descriptions take two', () => {
  const over = app.operations
    .filter(({ body }) => body !== undefined)
    .map(({ operationId, body, bodyBytesMax = BODY_BYTES_MAX }) => {
      return { operationId, bytes: longest(body as Schema), bodyBytesMax }
    })
    .filter(({ bytes, bodyBytesMax }) => bytes > bodyBytesMax)
  assert.deepEqual(
    over.map(({ operationId }) => operationId),
    // 1,000 descriptions of 500 characters (Spec choice N151).
    ['takeInInventoryItems'],
  )
})

test('The largest transfer is made, each character of it escaped', async () => {
  const from = await records.fboAccount(organizationId)
  const to = await records.fboAccount(organizationId)
  const items = await records.inventoryItems(organizationId, from, 1_000)
  const body = {
    fromFboAccountId: from,
    toFboAccountId: to,
    notes: '\u{1f4e6}'.repeat(2_000),
    items: items.map((inventoryItemId) => ({ inventoryItemId, reason: 'rebalance' })),
  }
  const rawBody = JSON.stringify(body).replaceAll(/"([^"]*)"/g, (_, text: string) => {
    const units = Array.from({ length: text.length }, (_, index) => text.charCodeAt(index))
    return `"${units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('')}"`
  })
  assert.ok(rawBody.length > 300_000)
  const response = await api.post('/v1/transfers', { token, headers, rawBody })
  assert.equal(response.status, 201, response.text)
  assert.equal(response.body.data.notes, body.notes)
})

test('1,000 items with descriptions of 200 characters are taken in together', async () => {
  const account = await records.fboAccount(organizationId)
  const item = { fboAccountId: account, declaredValueCents: '9223372036854775' }
  const items = Array.from({ length: 1_000 }, () => ({ ...item, description: 'é'.repeat(200) }))
  const response = await api.post('/v1/inventory-items', { token, body: { items } })
  assert.equal(response.status, 201, response.text)
  assert.equal(response.body.data.length, 1_000)
})
