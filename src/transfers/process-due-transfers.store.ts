import type { RequestDatabase } from '../database/request-database.ts'
import type { Caller } from '../domain/caller.ts'

/** A batch whose expiry or whose review by the organization's policy is due. */
export interface DueTransfer {
  readonly id: string
  readonly what: 'expiry' | 'review'
  readonly totalItems: number
}

/**
 * Batches of either kind that are looked up at once: as many small ones as share a transaction.
 * More would have to wait for the next transaction, too long on a busy machine.
 */
export const DUE_MAX = 50

const DUE = `
  (select id, 'expiry' as what, total_items
  from transfer_batches
  where organization_id = $1 and status = 'pending' and expires_at <= now()
    and id <> all($2::text[])
  order by expires_at
  limit ${DUE_MAX})
  union all
  (select id, 'review', total_items
  from transfer_batches
  where organization_id = $1 and system_review = 'due' and (expires_at is null or expires_at > now())
    and id <> all($2::text[])
  order by id
  limit ${DUE_MAX})`

/** Some of the due batches that were not tried yet. An expired batch is not due for review. */
export async function findDueTransfers(
  caller: Pick<Caller, 'organizationId'>,
  database: RequestDatabase,
  tried: readonly string[],
): Promise<readonly DueTransfer[]> {
  return await database.run(caller, (sql) =>
    sql.unsafe<DueTransfer[]>(DUE, [caller.organizationId, tried as string[]], { prepare: true }),
  )
}
