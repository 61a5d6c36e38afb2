import type { Caller } from '../caller.ts'
import type { RequestDatabase } from '../database/request-database.ts'

/** What is due of a batch: its end by time, or its review by the organization's policy. */
export interface DueTransfer {
  readonly id: string
  readonly what: 'expiry' | 'review'
}

/** Batches looked up at once; there are hardly ever any. */
const DUE_MAX = 50

/** Batches that are due and not among those tried, some of them; an expired one is not reviewed. */
export async function findDueTransfers(
  caller: Caller,
  database: RequestDatabase,
  tried: readonly string[],
): Promise<readonly DueTransfer[]> {
  const { organizationId } = caller
  return await database.decide(
    caller,
    (sql) => sql<DueTransfer[]>`
      (select id, 'expiry' as what
      from transfer_batches
      where organization_id = ${organizationId} and status = 'pending' and expires_at <= now()
        and id <> all(${[...tried]}::text[])
      order by expires_at
      limit ${DUE_MAX})
      union all
      (select id, 'review'
      from transfer_batches
      where organization_id = ${organizationId} and system_review = 'due'
        and (expires_at is null or expires_at > now()) and id <> all(${[...tried]}::text[])
      order by id
      limit ${DUE_MAX})`,
  )
}
