import type { Sql } from 'postgres'
import { accountIdSql, recordIdSql, SHIPMENT_STATUSES } from '../synthetic-records.ts'
import { type DatasetSize, ORGANIZATIONS, SLOTS } from './dataset.ts'

const CREATED = `timestamptz '2024-01-01' + n * interval '61.007 seconds'`
const ORGANIZATION = `'org_bench_' || n % ${ORGANIZATIONS}`

/**
 * The same records in either database: the columns named here have the same names in both. Nothing
 * is checked or triggered, since there is nothing yet that a row could contradict.
 */
export async function fillRecords(sql: Sql, size: DatasetSize): Promise<void> {
  await sql`set session_replication_role = replica`
  for (const text of statements(size)) await sql.unsafe(text)
  await sql`set session_replication_role = origin`
}

/** An item's first movement, which the service's items have beside themselves. */
export async function fillMovements(sql: Sql): Promise<void> {
  await sql`set session_replication_role = replica`
  await sql`
    insert into inventory_movements (organization_id, inventory_item_id, number, at, kind,
      to_fbo_account_id, to_status)
    select organization_id, id, 1, changed_at, 'imported', fbo_account_id, 'in_vault'
    from inventory_items`
  await sql`set session_replication_role = origin`
}

function statements({ accounts, holders, shipments }: DatasetSize): string[] {
  const numbers = (count: number) =>
    `from generate_series(0::bigint, ${count * ORGANIZATIONS - 1}) as n`
  const holder = `n / ${ORGANIZATIONS} % ${holders} * ${ORGANIZATIONS} + n % ${ORGANIZATIONS}`
  const owner = `n / ${ORGANIZATIONS} * 7919 % ${accounts} * ${ORGANIZATIONS} + n % ${ORGANIZATIONS}`
  const statuses = SHIPMENT_STATUSES.map((status) => `'${status}'`).join()
  const status = `(array[${statuses}])[1 + n / ${ORGANIZATIONS} % ${SHIPMENT_STATUSES.length}]`
  return [
    `insert into organizations (id, name) select ${ORGANIZATION}, 'Bench' ${numbers(1)}`,
    `insert into fbo_accounts (organization_id, id, first_name, last_name, email, phone,
       business_name, max_insured_value_cents, is_primary, created_at)
     select ${ORGANIZATION}, ${accountIdSql('n')}, 'Holder ' || n, 'Lindqvist',
       'holder.' || n || '@example.com', '+46 8 555 012 34',
       case when n % 5 = 0 then 'Lindqvist, Watches & Sons ' || n end, n % 1000 * 2500000,
       n < ${ORGANIZATIONS}, ${CREATED} ${numbers(accounts)}`,
    `insert into inventory_items (organization_id, id, fbo_account_id, description,
       declared_value_cents, created_at)
     select ${ORGANIZATION}, ${recordIdSql('item', 'n')}, ${accountIdSql(holder)},
       'Wrist watch, steel, no. ' || n, 100000 + n % 9973 * 137, ${CREATED}
     ${numbers(holders * SLOTS)}`,
    `insert into outbound_shipments (organization_id, id, fbo_account_id, status, shipped_at,
       created_at)
     select ${ORGANIZATION}, ${recordIdSql('ship', 'n')}, ${accountIdSql(owner)}, ${status},
       case when ${status} in ('shipped', 'delivered') then ${CREATED} + interval '1 day' end,
       ${CREATED} ${numbers(shipments)}`,
  ]
}
