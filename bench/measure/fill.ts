import type { Sql } from '../../test/support/vault/sql.ts'
import { copyRows } from '../copy-rows.ts'
import {
  createdAt,
  numberedAccount,
  numberedItem,
  numberedShipment,
  statusOf,
} from '../numbered-records.ts'
import { accountOf, type DatasetSize, ORGANIZATIONS, organizationId, SLOTS } from './dataset.ts'

/**
 * Writes the same records into either database: the columns have the same names in both. References
 * and triggers are off, since no row exists yet that a new one could contradict.
 */
export async function fillRecords(sql: Sql, size: DatasetSize): Promise<void> {
  const { accounts, holders, shipments } = size
  await sql`set session_replication_role = replica`
  const fill = (table: string, count: number, rowOf: (n: number) => object) =>
    copyRows(
      sql,
      table,
      (n) => ({ organizationId: organizationId(n % ORGANIZATIONS), ...rowOf(n) }),
      { count: count * ORGANIZATIONS },
    )
  const organizationOf = (n: number) => ({ id: organizationId(n), name: 'Bench' })
  await copyRows(sql, 'organizations', organizationOf, { count: ORGANIZATIONS })
  await fill('fbo_accounts', accounts, (n) => {
    return { ...numberedAccount(n), isPrimary: n < ORGANIZATIONS }
  })
  await fill('inventory_items', holders * SLOTS, (n) => {
    const [organization, index] = placeOf(n)
    return numberedItem(n, accountOf(organization, index % holders))
  })
  await fill('outbound_shipments', shipments, (n) => {
    const [organization, index] = placeOf(n)
    const account = accountOf(organization, (index * 7_919) % accounts)
    return numberedShipment(n, account, { status: statusOf(index), createdAt: createdAt(n) })
  })
  await sql`set session_replication_role = origin`
}

/** Writes an item's first movement, which only the service keeps. */
export async function fillMovements(sql: Sql): Promise<void> {
  await sql`set session_replication_role = replica`
  await sql`
    insert into inventory_movements (organization_id, inventory_item_id, number, at, kind,
      to_fbo_account_id, to_status)
    select organization_id, id, 1, changed_at, 'imported', fbo_account_id, 'in_vault'
    from inventory_items`
  await sql`set session_replication_role = origin`
}

/** The organization of record n, and the number of the record in it. */
function placeOf(n: number): [organization: number, index: number] {
  return [n % ORGANIZATIONS, Math.floor(n / ORGANIZATIONS)]
}
