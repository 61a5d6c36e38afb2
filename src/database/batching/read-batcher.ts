import type { Span } from '@opentelemetry/api'
import type { Sql } from 'postgres'
import { CLIENT, inSpan, type SharedWork, tracing } from '../../tracing/tracing.ts'
import { detachRows } from '../postgres/detach-rows.ts'
import { isConnectionLost } from '../postgres/postgres-errors.ts'
import type { Shard } from '../postgres/shard.ts'
import type { ShardChecks } from '../postgres/shard-checks.ts'
import type { BatchedRead } from './batched-read.ts'
import { FairQueue, type Waiting, type WaitingLimits } from './fair-queue.ts'

/** Ids that one read may have. */
export const READ_TURN_IDS_MAX = 512

/** Reads of one organization that share a statement, and their ids. */
const TURN = { count: 64, weight: READ_TURN_IDS_MAX, canTake: () => true }

/** Turns of one round, and their ids: no read waits for more than that. */
const ROUND_TURNS_MAX = 16
const ROUND_IDS_MAX = 1_024

export interface ReadRoute {
  /** Runs the statements of a round, within the time that they may take. */
  run(statements: (sql: Sql) => Promise<void>): Promise<void>
  batched(name: string, size: number): void
  /** The shard of an organization, on a node of a cluster. */
  readonly shardOf?: ((organizationId: string) => Shard) | undefined
  readonly checks: ShardChecks
  /** The refusal of a request after this failure. */
  refusalOf(error: unknown): unknown
}

interface Entry<Found> extends Waiting {
  readonly ids: readonly string[]
  readonly resolve: (found: ReadonlyMap<string, Found>) => void
  readonly reject: (error: unknown) => void
  /** That of its request, where it is recorded. */
  readonly span: Span | undefined
}

/** The batchers of a database, one for each kind of record that was read. */
export class ReadBatchers {
  readonly #limits: WaitingLimits
  readonly #route: ReadRoute
  readonly #batchers = new Map<unknown, { readonly pending: number }>()

  constructor(limits: WaitingLimits, route: ReadRoute) {
    this.#limits = limits
    this.#route = route
  }

  /** Statements under way, and reads that wait to share one. */
  get pending(): number {
    return [...this.#batchers.values()].reduce((sum, { pending }) => sum + pending, 0)
  }

  /** @throws what `refusalOf` makes of {QueueOverrun}, or of what a statement throws */
  find<Found>(
    read: BatchedRead<Found>,
    organizationId: string | null,
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, Found>> {
    let batcher = this.#batchers.get(read) as ReadBatcher<Found> | undefined
    if (batcher === undefined) {
      batcher = new ReadBatcher(read, this.#limits, this.#route)
      this.#batchers.set(read, batcher)
    }
    return batcher.find(organizationId, ids)
  }
}

/**
 * Reads records by id in rounds: one statement for each organization, all sent at once. A read that
 * finds no round under way is sent with all reads of the same turn of the event loop; reads that
 * arrive during a round share the next one. No read waits for company.
 *
 * Each organization has a turn in a round before any has a second one. A record is only ever read
 * after the request arrived: the request sees each change that was acknowledged before.
 */
export class ReadBatcher<Found> {
  readonly #read: BatchedRead<Found>
  readonly #route: ReadRoute
  readonly #queue: FairQueue<Entry<Found>>
  /** Statements under way. */
  #statements = 0
  #isScheduled = false

  constructor(read: BatchedRead<Found>, limits: WaitingLimits, route: ReadRoute) {
    this.#read = read
    this.#route = route
    this.#queue = new FairQueue(limits)
  }

  get pending(): number {
    return this.#queue.size + this.#statements
  }

  /** @returns the records that exist, by id, and maybe others */
  find(queueKey: string | null, ids: readonly string[]): Promise<ReadonlyMap<string, Found>> {
    return new Promise((resolve, rejectWith) => {
      const reject = (error: unknown) => rejectWith(this.#route.refusalOf(error))
      const span = tracing?.current
      const entry = { queueKey, weight: ids.length, arrivedAt: performance.now(), ids, span }
      this.#queue.add({ ...entry, resolve, reject })
      this.#queue.refuseOverrun()
      this.#sendSoon()
    })
  }

  /** Sends once the event loop has handed out everything that arrived, so all of it is shared. */
  #sendSoon(): void {
    if (this.#isScheduled || this.#statements > 0 || this.#queue.size === 0) return
    this.#isScheduled = true
    setImmediate(() => {
      this.#isScheduled = false
      void this.#sendRound()
    })
  }

  async #sendRound(): Promise<void> {
    const round = this.#takeRound()
    if (round.length === 0) return
    this.#statements = round.length
    try {
      await this.#route.run(async (sql) => {
        const failures: unknown[] = []
        await Promise.all(round.map((entries) => this.#send(sql, entries, failures)))
        if (failures.length > 0) throw failures.find(isConnectionLost) ?? failures[0]
      })
    } catch (error) {
      for (const entries of round) rejectAll(entries, error)
    } finally {
      this.#statements = 0
      this.#sendSoon()
    }
  }

  #takeRound(): Entry<Found>[][] {
    const round: Entry<Found>[][] = []
    let ids = 0
    for (let turn = 0; turn < ROUND_TURNS_MAX && ids < ROUND_IDS_MAX; turn += 1) {
      const entries = this.#queue.take(TURN)
      if (entries.length === 0) break
      for (const { weight } of entries) ids += weight
      round.push(entries)
    }
    return round
  }

  /** Leaves no entries. The failure of a statement reaches only its own requests. */
  async #send(sql: Sql, entries: Entry<Found>[], failures: unknown[]): Promise<void> {
    const { name, one, many, toRecord } = this.#read
    const [first] = entries as [Entry<Found>]
    const { queueKey } = first
    const scope = queueKey === null ? [] : [queueKey]
    this.#route.batched(name, entries.length)
    try {
      const shard = queueKey === null ? undefined : this.#route.shardOf?.(queueKey)
      const ids = entries.flatMap((entry) => entry.ids)
      const [text, asked] = ids.length === 1 ? [one, ids[0] as string] : [many, ids]
      const named = shard?.textOf(text) ?? text
      const sent = query(sql, named, [...scope, asked])
      const answer = shard ? this.#route.checks.checked(sql, shard, sent) : sent
      const found = inSpan(
        () => spanOf(name, entries),
        () => answer,
      )
      const rows = detachRows(await found)
      const records = new Map(rows.map((row) => [row[0] as string, toRecord(row)]))
      for (const { resolve } of entries) resolve(records)
      entries.length = 0
    } catch (error) {
      failures.push(error)
      rejectAll(entries, error)
    }
  }
}

/** Empties the list: no request is rejected, and counted in the metrics, twice. */
function rejectAll(entries: Entry<never>[], error: unknown): void {
  for (const { reject } of entries.splice(0)) reject(error)
}

function spanOf(name: string, entries: readonly Entry<never>[]): SharedWork {
  const attributes = { 'db.system.name': 'postgresql', 'vault.batch.size': entries.length }
  const requests = entries.map(({ span }) => span)
  return { name: `read ${name}`, kind: CLIENT, attributes, requests }
}

function query(
  sql: Sql,
  text: string,
  parameters: (string | string[])[],
): PromiseLike<unknown[][]> {
  return sql.unsafe(text, parameters, { prepare: true }).values()
}
