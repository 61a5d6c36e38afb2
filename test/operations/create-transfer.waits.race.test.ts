import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Sql } from 'postgres'
import { eventually } from '../support/processes/embedded-directory.ts'
import { waitingForLocks } from '../support/vault/lock-wait.ts'
import { openVault } from '../support/vault/vault.ts'

const { api, records, sql } = await openVault()
const organizationId = await records.organization()
const { token } = await records.token(organizationId)
const source = await records.fboAccount(organizationId)
const destination = await records.fboAccount(organizationId)

function transfer(itemIds: readonly string[]) {
  return api.post('/v1/transfers', {
    token,
    body: {
      fromFboAccountId: source,
      toFboAccountId: destination,
      items: itemIds.map((inventoryItemId) => ({ inventoryItemId, reason: 'trade' })),
    },
  })
}

// Another transaction changes the second of three items while a claim waits for it: the change, and
// what the claim must find then.
const other = await records.fboAccount(organizationId)
const WAITS = [
  { what: 'described again', change: { description: 'recounted' } },
  { what: 'moved away', change: { fboAccountId: other }, code: 'item_not_in_source_account' },
  { what: 'put on hold', change: { status: 'on_hold' }, code: 'item_not_in_vault' },
  { what: 'put on hold, then not after all', change: { status: 'on_hold' }, undo: true },
]
for (const { what, change, code, undo = false } of WAITS) {
  test(`a claim that waited for an item sees its new state: ${what}`, async () => {
    const itemIds = await records.inventoryItems(organizationId, source, 3)
    const response = await whileChanged({
      itemId: itemIds[1] as string,
      change,
      undo,
      request: () => transfer(itemIds),
    })
    assert.equal(response.status, code === undefined ? 201 : 409, response.text)
    assert.equal(response.body.code, code)
    const items = await Promise.all(itemIds.map((id) => records.item(id)))
    const holder = code === undefined ? response.body.data.id : null
    for (const item of items) assert.equal(item.activeTransferId, holder)
    if (code === undefined) {
      assert.equal(items[1]?.description, undo ? null : 'recounted')
    } else {
      const pointers = response.body.errors.map(
        (violation: { pointer: string }) => violation.pointer,
      )
      assert.deepEqual(pointers, ['/items/1/inventoryItemId'])
    }
  })
}

test('a claim that waited for an item on its way into the source account gets it', async () => {
  const [itemId] = (await records.inventoryItems(organizationId, other, 1)) as [string]
  const response = await whileChanged({
    itemId,
    change: { fboAccountId: source },
    undo: false,
    request: () => transfer([itemId]),
  })
  assert.equal(response.status, 201, response.text)
  assert.equal((await records.item(itemId)).activeTransferId, response.body.data.id)
})

// An item may come back into the vault while a claim waits for it, whatever held it before.
const BEFORE = [
  { what: 'a hold', columns: { status: 'on_hold', holdReason: 'Counted again' } },
  { what: 'a shipment', columns: { status: 'shipment_pending' } },
]
for (const { what, columns } of BEFORE) {
  test(`a claim that waited for an item gets it when ${what} releases it`, async () => {
    const activeShipmentId = await records.outboundShipment(organizationId, source)
    const itemId = await records.inventoryItem(organizationId, source, {
      ...columns,
      ...(columns.status === 'shipment_pending' && { activeShipmentId }),
    })
    const response = await whileChanged({
      itemId,
      change: { status: 'in_vault', holdReason: null, activeShipmentId: null },
      undo: false,
      request: () => transfer([itemId]),
    })
    assert.equal(response.status, 201, response.text)
    assert.equal((await records.item(itemId)).activeTransferId, response.body.data.id)
  })
}

/**
 * Sends the request while another transaction holds the item, and ends that one once it waits.
 */
async function whileChanged<T>(steps: {
  itemId: string
  change: object
  undo: boolean
  request: () => Promise<T>
}): Promise<T> {
  let response: Promise<T> | undefined
  const ended = sql.begin(async (tx) => {
    await tx`update inventory_items set ${tx(steps.change)} where id = ${steps.itemId}`
    response = steps.request()
    await eventually(() => someoneWaits(sql), 'the request to wait for the lock')
    if (steps.undo) throw new Error('undone')
  })
  await ended.catch((error) => assert.equal(error.message, 'undone'))
  return await (response as Promise<T>)
}

async function someoneWaits(connection: Sql): Promise<boolean> {
  return (await waitingForLocks(connection)).length === 1
}
