import assert from 'node:assert/strict'
import { test } from 'node:test'
import { claimOf } from '../support/operations/shipment-setup.ts'
import type { ApiResponse } from '../support/vault/api-client.ts'
import { sentBehind } from '../support/vault/lock-wait.ts'
import type { TransactionSql } from '../support/vault/sql.ts'
import { TransferSetup } from '../support/vault/transfers.ts'
import { openVault } from '../support/vault/vault.ts'

const vault = await openVault()
const { api, records, sql } = vault
const setup = await TransferSetup.open(vault)
const { source, creator } = setup
const { token } = creator
const other = await records.fboAccount(setup.organizationId)

const ship = (itemIds: readonly string[]) => {
  const body = { fboAccountId: source, items: claimOf(itemIds) }
  return api.post('/v1/outbound-shipments', { token, body })
}
const ask = (verb: string) => (itemIds: readonly string[]) =>
  api.post(`/v1/inventory-items/${itemIds[1]}/${verb}`, { token, body: { reason: 'Sold' } })

type Send = (itemIds: readonly string[]) => Promise<ApiResponse>
/** Requests that wait: claims take all three items and note themselves there, verbs the second. */
const KINDS: [kind: string, send: Send, by: string, status?: string][] = [
  ['transfer', (itemIds) => setup.claim(itemIds), 'activeTransferId'],
  ['shipment', ship, 'activeShipmentId'],
  ['hold', ask('hold'), '', 'on_hold'],
  ['withdrawal', ask('withdraw'), '', 'withdrawn'],
]

const HOLD = { status: 'on_hold', holdReason: 'Counted again' }
const FREE = { status: 'in_vault', holdReason: null, activeShipmentId: null }

/**
 * Another transaction changes the second of three items while a request waits for it: what held the
 * item before, the change, and the code of the refusal that a claim and a verb get then.
 */
const WAITS: { what: string; before?: object; change: object; codes?: string[]; undo?: true }[] = [
  { what: 'described again', change: { description: 'recounted' } },
  { what: 'moved away', change: { fboAccountId: other }, codes: ['item_not_in_source_account'] },
  { what: 'put on hold', change: HOLD, codes: ['item_not_in_vault', 'invalid_state_transition'] },
  { what: 'put on hold, then not after all', change: HOLD, undo: true },
  { what: 'moved here', before: { fboAccountId: other }, change: { fboAccountId: source } },
  { what: 'released by a hold', before: HOLD, change: FREE },
  { what: 'released by a shipment', change: FREE },
]
for (const [kind, send, by, status] of KINDS) {
  for (const { what, before, change, codes = [], undo = false } of WAITS) {
    test(`A ${kind} that waited for an item sees its new state: ${what}`, async () => {
      const itemIds = await setup.items(3)
      const itemId = itemIds[1] as string
      if (before) await sql`update inventory_items set ${sql(before)} where id = ${itemId}`
      if (what.endsWith('a shipment')) assert.equal((await ship([itemId])).status, 201)
      const changed = { ...change, movementCount: 7 }
      const meanwhile = (tx: TransactionSql) =>
        tx`update inventory_items set ${tx(changed)} where id = ${itemId}`
      const waited = await sentBehind(sql, [meanwhile, () => send(itemIds)], undo)
      const { body, text } = waited
      const isClaim = status === undefined
      const code = isClaim ? codes[0] : codes[1]
      const made = isClaim ? 201 : 200
      assert.deepEqual([waited.status, body.code], code ? [409, code] : [made, undefined], text)
      const errors: { pointer: string }[] = body.errors ?? []
      const pointers = errors.map(({ pointer }) => pointer)
      assert.deepEqual(pointers, isClaim && code ? ['/items/1/inventoryItemId'] : [])
      if (!isClaim && code) {
        assert.deepEqual([body.currentStatus, body.allowed], ['on_hold', ['release']])
      }
      const items = await Promise.all(itemIds.map((id) => records.item(id)))
      for (const item of items) {
        if (isClaim) assert.equal(item[by], body.data?.id ?? null)
      }
      const [, item] = items
      if (!isClaim) assert.equal(item?.status, code ? 'on_hold' : status)
      assert.equal(item?.description, 'description' in change ? 'recounted' : null)
      const number = undo ? 2 : 8
      assert.equal(item?.movementCount, code ? 7 : number)
      const account = item?.fboAccountId
      const logged = await sql`
        select from_fbo_account_id as source, to_fbo_account_id as target from inventory_movements
        where inventory_item_id = ${itemId} and number = ${number}`
      assert.deepEqual([...logged], code ? [] : [{ source: account, target: account }])
    })
  }
}
