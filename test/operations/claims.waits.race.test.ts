import assert from 'node:assert/strict'
import { test } from 'node:test'
import { claimOf } from '../support/operations/shipment-setup.ts'
import type { ApiResponse } from '../support/vault/api-client.ts'
import { whoWaitsForLock } from '../support/vault/lock-wait.ts'
import { TransferSetup } from '../support/vault/transfers.ts'
import { openVault } from '../support/vault/vault.ts'

const vault = await openVault()
const { api, records, sql } = vault
const setup = await TransferSetup.open(vault)
const { organizationId, source, creator } = setup
const other = await records.fboAccount(organizationId)

const ship = (itemIds: readonly string[]) => {
  const body = { fboAccountId: source, items: claimOf(itemIds) }
  return api.post('/v1/outbound-shipments', { token: creator.token, body })
}
const KINDS = [
  { kind: 'transfer', claim: (ids: readonly string[]) => setup.claim(ids), by: 'activeTransferId' },
  { kind: 'shipment', claim: ship, by: 'activeShipmentId' },
] as const

const HOLD = { status: 'on_hold', holdReason: 'Counted again' }
const FREE = { status: 'in_vault', holdReason: null, activeShipmentId: null }

/**
 * Another transaction changes the second of three items while a claim waits for it: what held the
 * item before, the change, and the code of the refusal that the claim gets then.
 */
const WAITS: { what: string; before?: object; change: object; code?: string; undo?: true }[] = [
  { what: 'described again', change: { description: 'recounted' } },
  { what: 'moved away', change: { fboAccountId: other }, code: 'item_not_in_source_account' },
  { what: 'put on hold', change: HOLD, code: 'item_not_in_vault' },
  { what: 'put on hold, then not after all', change: HOLD, undo: true },
  { what: 'moved here', before: { fboAccountId: other }, change: { fboAccountId: source } },
  { what: 'released by a hold', before: HOLD, change: FREE },
  { what: 'released by a shipment', change: FREE },
]
for (const { kind, claim, by } of KINDS) {
  for (const { what, before, change, code, undo = false } of WAITS) {
    test(`A ${kind} that waited for an item sees its new state: ${what}`, async () => {
      const itemIds = await setup.items(3)
      const itemId = itemIds[1] as string
      if (before) await sql`update inventory_items set ${sql(before)} where id = ${itemId}`
      if (what.endsWith('a shipment')) assert.equal((await ship([itemId])).status, 201)
      let sent: Promise<ApiResponse> | undefined
      const ended = sql.begin(async (tx) => {
        await tx`update inventory_items set ${tx(change)} where id = ${itemId}`
        sent = claim(itemIds)
        await whoWaitsForLock(sql)
        if (undo) throw new Error('undone')
      })
      await ended.catch((error) => assert.equal(error.message, 'undone'))
      const response = await (sent as Promise<ApiResponse>)
      assert.equal(response.status, code === undefined ? 201 : 409, response.text)
      assert.equal(response.body.code, code)
      const errors: { pointer: string }[] = response.body.errors ?? []
      const pointers = errors.map(({ pointer }) => pointer)
      assert.deepEqual(pointers, code === undefined ? [] : ['/items/1/inventoryItemId'])
      const items = await Promise.all(itemIds.map((id) => records.item(id)))
      for (const item of items) assert.equal(item[by], response.body.data?.id ?? null)
      assert.equal(items[1]?.description, 'description' in change ? 'recounted' : null)
    })
  }
}
