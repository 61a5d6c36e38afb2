import { runStatement } from '../database/changes/organization-transaction.ts'
import type { Database } from '../database/database.ts'
import type { Caller } from '../domain/caller.ts'

/** How many records an organization has right now. */
export interface DemoCounts {
  readonly name: string
  readonly accounts: number
  readonly items: number
  readonly itemsInVault: number
  readonly shipments: number
  readonly transfersPending: number
}

/** Records for commands that work right now. */
export interface DemoExamples {
  /** An account to read, to update and to transfer to. */
  readonly accountId: string
  /** Another account, with two of its items that are in the vault; null where none has two left. */
  readonly source: { readonly accountId: string; readonly itemIds: readonly string[] } | null
  /** A transfer to approve, and one of its items; null where none is pending. */
  readonly pending: {
    readonly transferBatchId: string
    readonly toAccountId: string
    readonly itemId: string
  } | null
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

/** The oldest account of a person. */
const ACCOUNT = `
  select id as account_id
  from fbo_accounts
  where organization_id = $1 and not is_primary
  order by first_name is null, business_name is not null, created_at, id
  limit 1`

/** The other account with most items to give. */
const SOURCE = `
  select fbo_account_id as account_id, (array_agg(id order by id desc))[1:2] as item_ids
  from inventory_items
  where organization_id = $1 and status = 'in_vault'
    and active_transfer_id is null and active_shipment_id is null
    and fbo_account_id <> $2
  group by fbo_account_id
  having count(*) >= 2
  order by count(*) desc, fbo_account_id
  limit 1`

/** The batch that stays pending longest: one that expires before its command is pasted fails it. */
const PENDING = `
  select id as transfer_batch_id, to_fbo_account_id as to_account_id, item_ids[1] as item_id
  from transfer_batches
  where organization_id = $1 and status = 'pending'
    and (expires_at is null or expires_at > now())
  order by expires_at desc nulls first, id
  limit 1`

export async function findDemoExamples(caller: Caller, database: Database): Promise<DemoExamples> {
  const find = async <Row extends object>(text: string, parameters: string[] = []) => {
    const [row] = await database.run(caller, (sql) =>
      runStatement<Row>(caller, sql, text, parameters),
    )
    return row ?? null
  }
  const { accountId } = (await find<{ accountId: string }>(ACCOUNT)) as { accountId: string }
  return {
    accountId,
    source: await find<NonNullable<DemoExamples['source']>>(SOURCE, [accountId]),
    pending: await find<NonNullable<DemoExamples['pending']>>(PENDING),
  }
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
