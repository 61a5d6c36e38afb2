import type { RequestDatabase } from '../../database/request-database.ts'
import type { Caller } from '../../domain/caller.ts'

/** A batch that has expired, or waits for the review by its organization's policy. */
export interface OverdueTransfer {
  readonly id: string
  readonly what: 'expiry' | 'review'
  readonly totalItems: number
}

/**
 * Batches of either kind that are looked up at once: as many small ones as share a transaction.
 * More would have to wait for the next transaction, too long on a busy machine.
 */
export const OVERDUE_MAX = 50

const OVERDUE = `
  (select id, 'expiry' as what, total_items
  from transfer_batches
  where organization_id = $1 and status = 'pending' and expires_at <= now()
    and id <> all($2::text[])
  order by expires_at
  limit ${OVERDUE_MAX})
  union all
  (select id, 'review', total_items
  from transfer_batches
  where organization_id = $1 and system_review = 'due' and (expires_at is null or expires_at > now())
    and id <> all($2::text[])
  order by id
  limit ${OVERDUE_MAX})`

/** Some overdue batches that were not tried yet. An expired batch is not reviewed. */
export async function findOverdueTransfers(
  caller: Pick<Caller, 'organizationId'>,
  database: RequestDatabase,
  tried: readonly string[],
): Promise<readonly OverdueTransfer[]> {
  return await database.run(caller, (sql) =>
    sql.query<OverdueTransfer[]>(OVERDUE, [caller.organizationId, tried]),
  )
}
