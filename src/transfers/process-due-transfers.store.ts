import type { RequestDatabase } from '../database/request-database.ts'
import type { Caller } from '../domain/caller.ts'

/** What is due of a batch: its end by time, or its review by the organization's policy. */
export interface DueTransfer {
  readonly id: string
  readonly what: 'expiry' | 'review'
  readonly totalItems: number
}

/**
 * Batches looked up at once, of either kind: as many as share a transaction where they are small.
 * More would wait for the next one, and too long where the machine is busy.
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

/** Batches that are due and not among those tried, some of them; an expired one is not reviewed. */
export async function findDueTransfers(
  caller: Pick<Caller, 'organizationId'>,
  database: RequestDatabase,
  tried: readonly string[],
): Promise<readonly DueTransfer[]> {
  return await database.run(caller, (sql) =>
    sql.unsafe<DueTransfer[]>(DUE, [caller.organizationId, tried as string[]], { prepare: true }),
  )
}
