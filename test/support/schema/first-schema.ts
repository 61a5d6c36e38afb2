import type { TestContext } from 'node:test'
import type { Sql } from 'postgres'
import { SHIPMENT_STATUSES, SHIPPED_STATUSES } from '../../../src/domain/shipment-statuses.ts'
import { TRANSFER_STATUSES } from '../../../src/transfers/transfer-batch.ts'
import { databaseBefore } from './database-before-migration.ts'

/** The items of `filledFirstSchema`: one in every status, two that one shipment holds. */
export const FIRST_ITEMS: readonly {
  id: string
  status: string
  transfer?: string
  shipment?: string
}[] = [
  { id: 'item_0', status: 'in_vault' },
  { id: 'item_1', status: 'transfer_pending', transfer: 'xfer_pending' },
  { id: 'item_2', status: 'shipment_pending', shipment: 'ship_packing' },
  { id: 'item_3', status: 'shipment_pending', shipment: 'ship_packing' },
  { id: 'item_4', status: 'shipment_pending', shipment: 'ship_approved' },
  { id: 'item_5', status: 'on_hold' },
  { id: 'item_6', status: 'shipped' },
  { id: 'item_7', status: 'delivered' },
  { id: 'item_8', status: 'withdrawn' },
]

/** A database of the first schema with records of every status, made on the last day of 2025. */
export async function filledFirstSchema(t: TestContext): Promise<Sql> {
  const { sql } = await databaseBefore(t, '0002')
  const organizationId = 'org'
  const createdAt = new Date('2025-12-31T12:00:00Z')
  const own = { organizationId, createdAt }
  await sql`insert into organizations (id, name) values (${organizationId}, 'One')`
  for (const id of ['one', 'two']) await sql`insert into fbo_accounts ${sql({ ...own, id })}`
  for (const status of TRANSFER_STATUSES) {
    const accounts = { fromFboAccountId: 'one', toFboAccountId: 'two' }
    const batch = { ...own, id: `xfer_${status}`, ...accounts, status, totalItems: 1 }
    await sql`insert into transfer_batches ${sql(batch)}`
  }
  for (const status of SHIPMENT_STATUSES) {
    const shippedAt = SHIPPED_STATUSES.includes(status) ? createdAt : null
    const shipment = { ...own, id: `ship_${status}`, fboAccountId: 'one', status, shippedAt }
    await sql`insert into outbound_shipments ${sql(shipment)}`
  }
  for (const { id, status, transfer = null, shipment = null } of FIRST_ITEMS) {
    const holder = { activeTransferId: transfer, activeShipmentId: shipment }
    const item = { ...own, id, fboAccountId: 'one', status, ...holder }
    await sql`insert into inventory_items ${sql(item)}`
  }
  for (const status of TRANSFER_STATUSES) {
    const inventoryItemId = status === 'pending' ? 'item_1' : 'item_0'
    const line = {
      transferBatchId: `xfer_${status}`,
      position: 1,
      inventoryItemId,
      reason: 'trade',
    }
    await sql`insert into transfer_items ${sql({ organizationId, ...line })}`
  }
  return sql
}
