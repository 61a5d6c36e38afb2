import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BODY_BYTES_MAX } from '../../src/domain/limits.ts'
import type { Schema } from '../support/contract/published-operations.ts'
import { openVault } from '../support/vault/vault.ts'

const { api, app, records } = await openVault()
const { organizationId, token } = await records.owner()
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
