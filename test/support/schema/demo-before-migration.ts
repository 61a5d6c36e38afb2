import type { Sql, TransactionSql } from 'postgres'
import { HARBOR } from '../../../src/demo/demo-organizations.ts'
import {
  type DemoVault,
  generateOrganization,
  generateVault,
} from '../../../src/demo/demo-vault.ts'

/** Fills a database of the first schema with what the demo of that version wrote. */
export async function seedAsBefore(sql: Sql): Promise<void> {
  const now = new Date()
  const { id, name, createdAt } = generateOrganization(HARBOR, now)
  await sql.begin(async (tx) => {
    await tx`insert into organizations (id, name, created_at) values (${id}, ${name}, ${createdAt})`
    await seedTables(tx, id, generateVault(HARBOR, now))
  })
}

async function seedTables(tx: TransactionSql, organizationId: string, vault: DemoVault) {
  const insert = async (table: string, columns: readonly string[], records: readonly object[]) => {
    const names = tx`${tx(columns)}`
    await tx`
      insert into ${tx(table)} (organization_id, ${names})
      select ${organizationId}, ${names}
      from json_populate_recordset(null::${tx(table)}, ${snakeCased(records)}::text::json)`
  }
  await insert(
    'fbo_accounts',
    [
      'id',
      'first_name',
      'last_name',
      'email',
      'max_insured_value_cents',
      'is_primary',
      'created_at',
    ],
    vault.accounts,
  )
  const batch = ['id', 'from_fbo_account_id', 'to_fbo_account_id', 'status', 'total_items']
  const more = ['approved_by_system', 'notes', 'created_at']
  await insert('transfer_batches', [...batch, ...more], vault.batches)
  const shipment = ['id', 'fbo_account_id', 'status', 'shipped_at', 'created_at']
  await insert('outbound_shipments', shipment, vault.shipments)
  const item = ['id', 'fbo_account_id', 'status', 'description', 'declared_value_cents']
  const claims = ['active_transfer_id', 'active_shipment_id', 'created_at']
  await insert('inventory_items', [...item, ...claims], vault.items)
  const listed = ['transfer_batch_id', 'position', 'inventory_item_id', 'reason']
  const lines = vault.batches.flatMap(({ id: transferBatchId, itemIds, reasons }) =>
    itemIds.map((inventoryItemId, index) => {
      return { transferBatchId, position: index + 1, inventoryItemId, reason: reasons[index] }
    }),
  )
  await insert('transfer_items', listed, lines)
}

function snakeCased(records: readonly object[]): string {
  const snake = (member: string) => member.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  return JSON.stringify(
    records.map((record) =>
      Object.fromEntries(Object.entries(record).map(([member, value]) => [snake(member), value])),
    ),
  )
}
