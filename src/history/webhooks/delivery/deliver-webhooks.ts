import { pollInBackground, pollParts } from '../../../database/poll-in-background.ts'
import type { Caller } from '../../../domain/caller.ts'
import { operatorFor } from '../../../domain/caller.ts'
import {
  findEndpointsWithWork,
  findOrganizationsWithEndpoints,
  findOrganizationsWithOverdueTransfers,
  readBacklog,
} from './find-work.store.ts'
import { forgetOldDeliveries } from './forget-deliveries.store.ts'
import { isPassing, type SenderOptions, WebhookSender } from './webhook-sender.ts'

/** Intervals at which this process polls for something to send, and does its other work. */
const POLL_EVERY_MS = 1_000
const EXPIRE_EVERY_MS = 5_000
const BACKLOG_EVERY_MS = 15_000
const FORGET_EVERY_MS = 3_600_000
const FORGET_FIRST_MS = 30_000

export interface DeliveryOptions extends SenderOptions {
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
