import { runStatement } from '../database/changes/organization-transaction.ts'
import type { Database } from '../database/database.ts'
import type { Caller } from '../domain/caller.ts'

/** Records for commands that work right now. */
export interface DemoExamples {
  /** An account to read, to change and to transfer to. */
  readonly accountId: string
  /** Another account, with two of its items that are in the vault; null where none has two left. */
  readonly source: { readonly accountId: string; readonly itemIds: readonly string[] } | null
  /** A transfer to approve, and one of its items; null where none is pending. */
  readonly pending: PendingTransfer | null
}

interface PendingTransfer {
  readonly transferBatchId: string
  readonly toAccountId: string
  readonly itemId: string
}

export async function findDemoExamples(caller: Caller, database: Database): Promise<DemoExamples> {
  return {
    ...(await findAccounts(caller, database)),
    pending: await findPendingTransfer(caller, database),
  }
}

const ACCOUNTS = `
  with destination as (
    select id
    from fbo_accounts
    where organization_id = $1 and not is_primary
    order by first_name is null, business_name is not null, created_at, id
    limit 1
  )
  select destination.id as account_id, source.id as source_id, source.item_ids
  from destination left join lateral (
    select fbo_account_id as id, (array_agg(id order by id desc))[1:2] as item_ids
    from inventory_items
    where organization_id = $1 and status = 'in_vault'
      and active_transfer_id is null and active_shipment_id is null
      and fbo_account_id <> destination.id
    group by fbo_account_id
    having count(*) >= 2
    order by count(*) desc, fbo_account_id
    limit 1
  ) as source on true`

interface FoundAccounts {
  readonly accountId: string
  readonly sourceId: string | null
  readonly itemIds: readonly string[] | null
}

/** The oldest account of a person, and the other account with most items to give. */
async function findAccounts(
  caller: Caller,
  database: Database,
): Promise<Pick<DemoExamples, 'accountId' | 'source'>> {
  const [found] = await database.run(caller, (sql) =>
    runStatement<FoundAccounts>(caller, sql, ACCOUNTS),
  )
  const { accountId, sourceId, itemIds } = found as FoundAccounts
  const source = sourceId === null ? null : { accountId: sourceId, itemIds: itemIds ?? [] }
  return { accountId, source }
}

const PENDING = `
  select id as transfer_batch_id, to_fbo_account_id as to_account_id, item_ids[1] as item_id
  from transfer_batches
  where organization_id = $1 and status = 'pending'
    and (expires_at is null or expires_at > now())
  order by expires_at desc nulls first, id
  limit 1`

/** The pending batch that lasts longest: one that expired when its command is pasted is no use. */
async function findPendingTransfer(
  caller: Caller,
  database: Database,
): Promise<PendingTransfer | null> {
  const [row] = await database.run(caller, (sql) =>
    runStatement<PendingTransfer>(caller, sql, PENDING),
  )
  return row ?? null
}
