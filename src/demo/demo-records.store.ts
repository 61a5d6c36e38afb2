import { runStatement } from '../database/changes/organization-transaction.ts'
import type { Database } from '../database/database.ts'
import type { Caller } from '../domain/caller.ts'

/** The counts of an organization right now, and records for the banner's commands. */
export interface DemoRecords {
  readonly id: string
  readonly name: string
  readonly accounts: number
  readonly items: number
  readonly itemsInVault: number
  readonly shipments: number
  readonly transfersPending: number
  /** An account of a person to read, to update and to transfer to: the oldest. */
  readonly accountId: string
  /** The other account with most items in the vault, and two of them; null if none has two. */
  readonly source: { readonly accountId: string; readonly itemIds: readonly string[] } | null
  /** The transfer that stays pending longest, and one of its items; null if none is pending. */
  readonly pending: {
    readonly transferBatchId: string
    readonly toAccountId: string
    readonly itemId: string
  } | null
}

const FREE = `organization_id = $1 and status = 'in_vault' and active_transfer_id is null
        and active_shipment_id is null`

const RECORDS = `
  select organization.id, name, account.id as account_id,
    (select count(*)::integer from fbo_accounts where organization_id = $1) as accounts,
    (select count(*)::integer from inventory_items where organization_id = $1) as items,
    (select count(*)::integer from inventory_items where ${FREE}) as items_in_vault,
    (select count(*)::integer from outbound_shipments where organization_id = $1) as shipments,
    (select count(*)::integer from transfer_batches
      where organization_id = $1 and status = 'pending') as transfers_pending,
    (select json_build_object('accountId', fbo_account_id,
        'itemIds', (array_agg(id order by id desc))[1:2])
      from inventory_items
      where ${FREE} and fbo_account_id <> account.id
      group by fbo_account_id
      having count(*) >= 2
      order by count(*) desc, fbo_account_id limit 1) as source,
    (select json_build_object('transferBatchId', id, 'toAccountId', to_fbo_account_id,
        'itemId', item_ids[1])
      from transfer_batches
      where organization_id = $1 and status = 'pending'
        and (expires_at is null or expires_at > now())
      order by expires_at desc nulls first, id limit 1) as pending
  from organizations as organization
  cross join lateral (
    select id
    from fbo_accounts
    where organization_id = $1 and not is_primary
    order by first_name is null, business_name is not null, created_at, id limit 1
  ) as account
  where organization.id = $1`

export async function findDemoRecords(caller: Caller, database: Database): Promise<DemoRecords> {
  const rows = await database.run(caller, (sql) => runStatement<DemoRecords>(caller, sql, RECORDS))
  return rows[0] as DemoRecords
}

const LIVE = `
  select id from access_tokens
  where organization_id = $1 and revoked_at is null and owner = any($2::text[])`

/** The ids of the tokens that earlier runs issued to these owners, and that are not revoked. */
export async function findDemoTokens(
  caller: Caller,
  database: Database,
  owners: readonly string[],
): Promise<string[]> {
  const rows = await database.run(caller, (sql) =>
    runStatement<{ id: string }>(caller, sql, LIVE, [owners]),
  )
  return rows.map(({ id }) => id)
}
