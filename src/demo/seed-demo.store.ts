import postgres, { type TransactionSql } from 'postgres'
import { ORGANIZATION, runStatement } from '../database/changes/organization-transaction.ts'
import type { Caller } from '../domain/caller.ts'
import { ENDED_STAYS } from '../inventory-items/ended-stays.store.ts'
import { storedStatus } from '../inventory-items/inventory-item.ts'
import type { Organization } from '../organizations/organization.ts'
import type { SyntheticVault } from './synthetic/vault.ts'

const INSERT_ORGANIZATION = `
  insert into organizations (id, name, created_at)
  values ($1, $2, $3)
  on conflict (id) do nothing
  returning id`

/** Inserts the caller's organization, unless it exists already. */
export async function insertDemoOrganization(
  caller: Caller,
  tx: TransactionSql,
  { name, createdAt }: Organization,
): Promise<'inserted' | 'kept'> {
  const rows = await runStatement(caller, tx, INSERT_ORGANIZATION, [name, createdAt])
  return rows.length === 1 ? 'inserted' : 'kept'
}

const INSERT_STAYS = `
  insert into inventory_stays (organization_id, inventory_item_id, number, fbo_account_id,
    began_at, ended_at)
  select organization_id, inventory_item_id, number, fbo_account_id, began_at, ended_at
  from ${ENDED_STAYS} as stay`

/** Stores the records of the caller's organization, one statement for each table. */
export async function insertDemoRecords(
  caller: Caller,
  tx: TransactionSql,
  vault: SyntheticVault,
): Promise<void> {
  const items = vault.items.map((item) => ({ ...item, status: storedStatus(item.status) }))
  await insertRows(caller, tx, 'fbo_accounts', vault.accounts)
  await insertRows(caller, tx, 'transfer_batches', vault.batches)
  await insertRows(caller, tx, 'outbound_shipments', vault.shipments)
  await insertRows(caller, tx, 'inventory_items', items)
  await insertRows(caller, tx, 'inventory_movements', vault.movements)
  await runStatement(caller, tx, INSERT_STAYS)
  await insertRows(caller, tx, 'outbound_shipment_items', vault.shipmentItems)
}

/**
 * Inserts rows of the caller's organization that have the same members, named after the columns.
 * They are one JSON text: 5,000 items with a dozen columns are close to the 65,535 parameters that
 * a statement can have.
 */
export async function insertRows(
  caller: Caller,
  tx: TransactionSql,
  table: string,
  rows: readonly object[],
): Promise<void> {
  const columns = Object.keys(rows[0] ?? {}).map(postgres.fromCamel)
  const records = rows.map((row) =>
    Object.fromEntries(Object.values(row).map((value, index) => [columns[index], value])),
  )
  const text = `
    insert into ${table} (organization_id, ${columns.join(', ')})
    select organization.organization_id, ${columns.map((column) => `record.${column}`).join(', ')}
    from ${ORGANIZATION} cross join json_populate_recordset(null::${table}, $2::text::json) as record`
  await runStatement(caller, tx, text, [JSON.stringify(records)])
}
