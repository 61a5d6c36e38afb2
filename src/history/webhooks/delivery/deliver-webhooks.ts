import { runStatement } from '../../../database/changes/organization-transaction.ts'
import { pollInBackground, pollParts } from '../../../database/poll-in-background.ts'
import type { RequestDatabase } from '../../../database/request-database.ts'
import { type Caller, operatorFor } from '../../../domain/caller.ts'
import {
  findEndpointsWithWork,
  findOrganizationsWithEndpoints,
  findOrganizationsWithOverdueTransfers,
  readBacklog,
} from './find-work.store.ts'
import { isPassing, type SenderOptions, WebhookSender } from './webhook-sender.ts'

/** Intervals at which this process polls for something to send, and does its other work. */
const POLL_EVERY_MS = 1_000
const EXPIRE_EVERY_MS = 5_000
const BACKLOG_EVERY_MS = 15_000
const FORGET_EVERY_MS = 3_600_000
const FORGET_FIRST_MS = 30_000

interface DeliveryOptions extends SenderOptions {
  /** Ends expired transfers, so that their events are sent although nobody reads them. */
  readonly endAndReviewTransfers: (caller: Caller) => Promise<void>
  /** Its event `work` tells that events were sealed, which can be sent from then on. */
  readonly sealing?: EventTarget
}

/**
 * Sends events to the webhook endpoints of all organizations, in the background. Any number of
 * processes share the work through the database: each delivery is claimed by one of them, and is
 * free again half a minute after a process died with it.
 * @returns what stops it: it claims nothing more, and resolves when attempts under way have ended,
 *   15 s at most
 */
export function deliverWebhooks(options: DeliveryOptions): () => Promise<void> {
  const { database, metrics, endAndReviewTransfers, sealing, log } = options
  const sender = new WebhookSender(options)
  const failed = (err: unknown, fields: object = {}) => {
    if (!isPassing(err)) log.error({ err, ...fields }, 'webhooks not looked for')
  }
  /** Works for one organization after the other; a failure for one does not stop the others. */
  const forEach =
    (work: (caller: Caller) => Promise<void>) =>
    async (found: readonly { readonly organizationId: string }[]) => {
      for (const { organizationId } of found) {
        if (sender.isStopping) return
        await work(operatorFor(organizationId)).catch((err) => failed(err, { organizationId }))
      }
    }
  const stops = [
    pollParts(database, {
      everyMs: POLL_EVERY_MS,
      find: findEndpointsWithWork,
      work: (found) => sender.send(found),
      failed,
      ...(sealing && { waking: sealing }),
    }),
    pollParts(database, {
      everyMs: EXPIRE_EVERY_MS,
      find: findOrganizationsWithOverdueTransfers,
      work: forEach(endAndReviewTransfers),
      failed,
    }),
    pollInBackground({
      everyMs: BACKLOG_EVERY_MS,
      find: () => readBacklog(database),
      work: (backlog) => metrics.webhookBacklog(backlog),
      failed,
    }),
    pollParts(database, {
      everyMs: FORGET_EVERY_MS,
      // A process that is started often forgets, too; several do not at the same time.
      firstMs: FORGET_FIRST_MS * (1 + Math.random()),
      find: findOrganizationsWithEndpoints,
      work: forEach(async (caller) => {
        while (!sender.isStopping && (await forgetOldDeliveries(caller, database)));
      }),
      failed,
    }),
  ]
  let stopped: Promise<unknown> | undefined
  return async () => {
    stopped ??= Promise.all([sender.stop(), ...stops.map((each) => each())])
    await stopped
  }
}

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
