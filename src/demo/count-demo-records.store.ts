import { runStatement } from '../database/changes/organization-transaction.ts'
import type { Database } from '../database/database.ts'
import type { Caller } from '../domain/caller.ts'

/** What the vault keeps for an organization right now. */
export interface DemoCounts {
  readonly name: string
  readonly accounts: number
  readonly items: number
  readonly itemsInVault: number
  readonly shipments: number
  readonly transfersPending: number
}

const COUNTS = `
  select name,
    (select count(*)::integer from fbo_accounts where organization_id = $1) as accounts,
    (select count(*)::integer from inventory_items where organization_id = $1) as items,
    (select count(*)::integer from inventory_items
      where organization_id = $1 and status = 'in_vault'
        and active_transfer_id is null and active_shipment_id is null) as items_in_vault,
    (select count(*)::integer from outbound_shipments where organization_id = $1) as shipments,
    (select count(*)::integer from transfer_batches
      where organization_id = $1 and status = 'pending') as transfers_pending
  from organizations
  where id = $1`

export async function countDemoRecords(caller: Caller, database: Database): Promise<DemoCounts> {
  const rows = await database.run(caller, (sql) => runStatement<DemoCounts>(caller, sql, COUNTS))
  return rows[0] as DemoCounts
}
