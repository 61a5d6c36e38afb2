import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import canonicalize from 'canonicalize'
import { World } from '../support/catalogue/world.ts'
import { openVault } from '../support/vault/vault.ts'

const { api, records, sql } = await openVault()
const organizationId = await records.organization()
const world = new World(sql, records)
const sha256 = (document: unknown) =>
  createHash('sha256')
    .update(canonicalize(document) as string)
    .digest('hex')

test('Get Revaluation Approval shows what is approved: the items and both values', async () => {
  const { token } = await records.token(organizationId)
  const id = await world.revaluation(organizationId)
  const [row] = await sql<[{ itemIds: [string] }]>`
    select item_ids from revaluations where id = ${id}`
  const [inventoryItemId] = row.itemIds
  const { body } = await api.get(`/v1/revaluations/${id}/approval`, { token })
  assert.deepEqual(body.data.content, {
    format: 'vault-inventory-approval-1',
    ...{ organizationId, type: 'revaluation', id, version: 1, totalItems: 1 },
    itemsSha256: sha256([inventoryItemId]),
    declaredValueCents: '125000',
    valuesSha256: sha256([{ inventoryItemId, fromValueCents: '0', toValueCents: '125000' }]),
  })
})
