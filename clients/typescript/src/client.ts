import type { AnyOptions, Args, CallOptions, VaultEvent } from './calls.ts'
import { OPERATIONS, type Operations } from './generated/operations.ts'
import { listing } from './pages.ts'
import { type ClientOptions, requestOf } from './request.ts'
import { send } from './send.ts'

export type {
  Args,
  BodyOf,
  CallOptions,
  EntryOf,
  EventOf,
  EventType,
  Listing,
  NotModified,
  OperationId,
  OptionsOf,
  Reply,
  Schema,
  VaultEvent,
} from './calls.ts'
export { NoResponseError, ProblemError, UnexpectedResponseError, VaultError } from './errors.ts'
export type { Problem } from './generated/problems.ts'
export type { ClientOptions } from './request.ts'
export { verifyWebhook, type Webhook, WebhookVerificationError } from './webhooks.ts'

/** A part of the event feed. */
export interface EventPage {
  readonly events: readonly VaultEvent[]
  /** Keep it once you have dealt with the events: the next run begins behind them. */
  readonly cursor: string
}

/** One method for each operation, by its `operationId`. */
export interface VaultClient extends Operations {
  /**
   * Follows the event feed from a cursor on, or from its beginning: every event once, in the order
   * of the commits. It waits for more (`wait` seconds for each request: 30) until the loop or the
   * signal ends it; with `wait: 0` it ends where the feed does.
   */
  followEvents(
    args?: Args<'listEvents'>,
    options?: CallOptions,
  ): AsyncGenerator<EventPage, void, undefined>
}

/** A client of the vault inventory service, for one access token. */
export function createClient(client: ClientOptions): VaultClient {
  const calls = Object.entries(OPERATIONS).map(([name, { isList }]) => {
    const id = name as keyof typeof OPERATIONS
    const call = (args?: object, options?: AnyOptions) => {
      const request = requestOf(client, id, { ...args }, options)
      const first = send(client, request, options)
      if (!isList) return first
      return listing(first, request.url, (url) => send(client, { ...request, url }, options))
    }
    return [id, call]
  })
  const { listEvents } = Object.fromEntries(calls) as Operations
  async function* followEvents(
    { wait = 30, ...args }: Args<'listEvents'> = {},
    options?: CallOptions,
  ): AsyncGenerator<EventPage, void, undefined> {
    let cursor = args.cursor
    for (;;) {
      const { body } = await listEvents({ ...args, wait, ...(cursor && { cursor }) }, options)
      const { pagination, data: events } = body
      const isNew = events.length > 0 || pagination.cursor !== cursor
      cursor = pagination.cursor
      if (isNew) yield { events, cursor }
      if (wait === 0 && !pagination.hasMore) return
    }
  }
  return { ...Object.fromEntries(calls), followEvents }
}
