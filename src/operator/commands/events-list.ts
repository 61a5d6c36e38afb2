import { once } from 'node:events'
import { Command } from 'commander'
import type { Database } from '../../database/database.ts'
import type { Caller } from '../../domain/caller.ts'
import { EVENT_DATA, EVENT_TYPES, type EventData } from '../../domain/events.ts'
import { isId } from '../../domain/ids.ts'
import { EVENTS_PAGE_SIZE_MAX } from '../../domain/limits.ts'
import { type Event, toEvent } from '../../history/events/event.ts'
import { BEGINNING, type FeedPlace } from '../../history/events/event-cursor.ts'
import { FeedWaits } from '../../history/events/feed-waits.ts'
import type { EventFilters } from '../../history/events/find-events.store.ts'
import { readFeed, readLastNumber } from '../../history/events/read-feed.ts'
import {
  ORGANIZATION_OPTION,
  type OrganizationOptions,
  requireAll,
  withOrganization,
} from './command.ts'
import { inOneLine, jsonLine } from './text-output.ts'

interface ListOptions extends OrganizationOptions {
  readonly follow?: boolean
  readonly type?: string
  readonly subject?: string
}

/** The length of one wait for an event; the next one begins at once. */
const WAIT_MS = 60_000

export function eventsListCommand(): Command {
  return new Command('list')
    .description('print the events of an organization, oldest first')
    .requiredOption(...ORGANIZATION_OPTION)
    .option('--follow', 'go on with new events, until Ctrl-C')
    .option('--type <type>', 'only events of this type, such as transfer.completed')
    .option('--subject <id>', 'only events of the record with this id')
    .option('--json', 'print one JSON document a line, as GET /v1/events shows the event')
    .addHelpText('after', `\n${typesHelp()}`)
    .action(list)
}

async function list(options: ListOptions): Promise<void> {
  const { follow = false, json = false } = options
  const filters = readFilters(options)
  await withOrganization(options, async (caller, database, signal) => {
    // The reader of the output may stop, as `head` does: that ends the command.
    const closed = new AbortController()
    process.stdout.on('error', () => closed.abort())
    const stop = AbortSignal.any([signal, closed.signal])
    for await (const event of events(caller, database, { filters, follow, signal: stop })) {
      const isFull = !process.stdout.write(
        `${json ? jsonLine(event) : inOneLine(formatEvent(event))}\n`,
      )
      if (isFull) await once(process.stdout, 'drain', { signal: stop }).catch(() => undefined)
      if (stop.aborted) break
    }
    // Ctrl-C is the end of --follow, and else an interruption.
    if (!follow) signal.throwIfAborted()
  })
}

/** @throws {CommandFailed} with a sentence for each option that cannot be used */
function readFilters({ type, subject }: ListOptions): EventFilters {
  requireAll([
    [
      type === undefined || Object.hasOwn(EVENT_TYPES, type),
      `"${type}" is not a type of event: vault-inventory events list --help shows them`,
    ],
    [subject === undefined || isId(subject), '--subject takes the id of a record'],
  ])
  return {
    ...(type === undefined ? {} : { type }),
    ...(subject === undefined ? {} : { subjectId: subject }),
  }
}

interface Wanted {
  readonly filters: EventFilters
  readonly follow: boolean
  readonly signal: AbortSignal
}

/** Each event once, in the order of the feed; with `follow` it ends only by the signal. */
async function* events(
  caller: Caller,
  database: Database,
  { filters, follow, signal }: Wanted,
): AsyncGenerator<Event> {
  const waits = new FeedWaits()
  let after = BEGINNING
  let hasMore = true
  const feed = {
    read: (place: FeedPlace) =>
      readFeed(caller, database, { after: place, limit: EVENTS_PAGE_SIZE_MAX, filters }),
    lastNumber: () => readLastNumber(caller, database),
  }
  while (hasMore || follow) {
    const page = await waits.until(caller, feed, {
      after,
      ms: hasMore ? 0 : WAIT_MS,
      hungUp: signal,
    })
    for (const row of page.rows) yield toEvent(row)
    after = page.place
    hasMore = page.hasMore
    if (signal.aborted) return
  }
}

/** The fields of `data` that a line shows, in this order: paths are for programs. */
const SHOWN = (Object.keys(EVENT_DATA) as (keyof EventData)[]).filter(
  (name) => !name.endsWith('Path'),
)

/** Such as `2026-11-21T08:30:00.000Z  transfer.created  xfer_1  by tok_1 "Ada"  totalItems=2`. */
function formatEvent({ occurredAt, type, subject, actor, data }: Event): string {
  const by = actor.tokenId ?? `the vault (${actor.system})`
  const name = actor.person?.name ?? actor.owner
  const owner = name === null ? '' : ` ${JSON.stringify(name)}`
  const fields = SHOWN.flatMap((name) => {
    const value = data[name]
    return value === undefined ? [] : [`${name}=${formatValue(value)}`]
  })
  return [occurredAt, type, subject.id, `by ${by}${owner}`, ...fields].join('  ')
}

/** Values of a list that a line shows. */
const LISTED_MAX = 3

function formatValue(value: unknown): string {
  if (Array.isArray(value)) {
    return value.length > LISTED_MAX ? `(${value.length})` : value.join(',')
  }
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

function typesHelp(): string {
  return `Types of events:\n${Object.keys(EVENT_TYPES)
    .map((type) => `  ${type}`)
    .join('\n')}`
}
