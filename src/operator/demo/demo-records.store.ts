import { runStatement } from '../../database/changes/organization-transaction.ts'
import type { Database } from '../../database/database.ts'
import type { Caller } from '../../domain/caller.ts'

/** Records for the banner's commands. */
export interface DemoRecords {
  /** An account of a person to read, to update and to transfer to: the oldest. */
  readonly accountId: string
  /** The other account with most items in the vault, and two of them; null if none has two. */
  readonly source: { readonly accountId: string; readonly itemIds: readonly string[] } | null
  /** Paths of the transfer that stays pending longest; null if none is pending. */
  readonly pending: {
    readonly approvalPath: string
    readonly movementsPath: string
    readonly holdingsPath: string
  } | null
}

const RECORDS = `
  select id as account_id,
    (select json_build_object('accountId', fbo_account_id,
        'itemIds', (array_agg(id order by id desc))[1:2])
      from inventory_items
      where organization_id = $1 and status = 'in_vault' and active_transfer_id is null
        and active_shipment_id is null and fbo_account_id <> account.id
      group by fbo_account_id
      having count(*) >= 2
      order by count(*) desc, fbo_account_id limit 1) as source,
    (select json_build_object('approvalPath', '/transfers/' || id || '/approve',
        'movementsPath', '/inventory-items/' || item_ids[1] || '/movements',
        'holdingsPath', '/fbo-accounts/' || to_fbo_account_id || '/holdings')
      from transfer_batches
      where organization_id = $1 and status = 'pending'
        and (expires_at is null or expires_at > now())
      order by expires_at desc nulls first, id limit 1) as pending
  from fbo_accounts as account
  where organization_id = $1 and not is_primary
  order by first_name is null, business_name is not null, created_at, id limit 1`

export async function findDemoRecords(caller: Caller, database: Database): Promise<DemoRecords> {
  const rows = await database.run(caller, (sql) => runStatement<DemoRecords>(caller, sql, RECORDS))
  return rows[0] as DemoRecords
}
