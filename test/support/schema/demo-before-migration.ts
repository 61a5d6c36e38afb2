import type { Sql } from 'postgres'
import { HARBOR } from '../../../src/demo/demo-organizations.ts'
import { insertDemoOrganization, insertRows } from '../../../src/demo/seed-demo.store.ts'
import { generateOrganization, generateVault } from '../../../src/demo/synthetic/vault.ts'
import { operatorFor } from '../../../src/domain/caller.ts'

/** Members that are columns of the first schema, by table. */
const COLUMNS = {
  fbo_accounts: [
    ...['id', 'firstName', 'lastName', 'email', 'maxInsuredValueCents', 'isPrimary', 'createdAt'],
  ],
  transfer_batches: [
    ...['id', 'fromFboAccountId', 'toFboAccountId', 'status', 'totalItems', 'approvedBySystem'],
    ...['notes', 'createdAt'],
  ],
  outbound_shipments: ['id', 'fboAccountId', 'status', 'shippedAt', 'createdAt'],
  inventory_items: [
    ...['id', 'fboAccountId', 'status', 'description', 'declaredValueCents'],
    ...['activeTransferId', 'activeShipmentId', 'createdAt'],
  ],
  transfer_items: ['transferBatchId', 'position', 'inventoryItemId', 'reason'],
}

/** Fills a database of the first schema with what the demo of that version wrote. */
export async function seedAsBefore(sql: Sql): Promise<void> {
  const now = new Date()
  const caller = operatorFor(HARBOR.id)
  const vault = generateVault(HARBOR, now)
  const lines = vault.batches.flatMap(({ id: transferBatchId, itemIds, reasons }) =>
    itemIds.map((inventoryItemId, index) => {
      return { transferBatchId, position: index + 1, inventoryItemId, reason: reasons[index] }
    }),
  )
  await sql.begin(async (tx) => {
    await insertDemoOrganization(caller, tx, generateOrganization(HARBOR, now))
    const insert = (table: keyof typeof COLUMNS, records: readonly object[]) =>
      insertRows(caller, tx, table, rowsOf(records, COLUMNS[table]))
    await insert('fbo_accounts', vault.accounts)
    await insert('transfer_batches', vault.batches)
    await insert('outbound_shipments', vault.shipments)
    await insert('inventory_items', vault.items)
    await insert('transfer_items', lines)
  })
}

/** The records with these members alone. */
function rowsOf(records: readonly object[], members: readonly string[]): object[] {
  return records.map((record) => {
    const values: Readonly<Record<string, unknown>> = { ...record }
    return Object.fromEntries(members.map((member) => [member, values[member]]))
  })
}
