import { runStatement } from '../../../database/changes/organization-transaction.ts'
import type { RequestDatabase } from '../../../database/request-database.ts'
import type { Caller } from '../../../domain/caller.ts'

/** Attempts, and deliveries that have ended, can be read for so long. */
const KEPT_DAYS = 30

/** Rows that one statement deletes. */
const FORGOTTEN_MAX = 1_000

const ATTEMPTS = `
  delete from webhook_attempts
  where organization_id = $1 and ctid = any(array(
    select ctid
    from webhook_attempts
    where organization_id = $1 and at < now() - ${KEPT_DAYS} * interval '1 day'
    order by at
    limit ${FORGOTTEN_MAX}
  ))
  returning number`

// One that is made again numbers its attempts from 1: none of the old ones may be left.
const DELIVERIES = `
  delete from webhook_deliveries
  where organization_id = $1 and ctid = any(array(
    select ctid
    from webhook_deliveries as delivery
    where organization_id = $1 and ended_at < now() - ${KEPT_DAYS} * interval '1 day'
      and not exists (
        select from webhook_attempts as attempt
        where attempt.organization_id = $1 and attempt.endpoint_id = delivery.endpoint_id
          and attempt.event_number = delivery.event_number)
    order by ended_at
    limit ${FORGOTTEN_MAX}
    for update skip locked
  ))
  returning event_number`

/**
 * Deletes some old attempts, and some deliveries that ended long ago.
 * @returns whether there may be more
 */
export async function forgetOldDeliveries(
  caller: Pick<Caller, 'organizationId'>,
  database: RequestDatabase,
): Promise<boolean> {
  let isMore = false
  for (const text of [ATTEMPTS, DELIVERIES]) {
    const rows = await database.run(caller, (sql) => runStatement(caller, sql, text))
    isMore ||= rows.length === FORGOTTEN_MAX
  }
  return isMore
}
