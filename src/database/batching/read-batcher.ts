import type { Sql } from 'postgres'
import { isConnectionLost } from '../postgres/postgres-errors.ts'
import { takenRows } from '../postgres/taken-rows.ts'
import type { BatchedRead } from './batched-read.ts'
import { FairQueue, type Waiting, type WaitingLimits } from './fair-queue.ts'

/** Requests of one organization that one round serves at most, and of how many organizations. */
const TURN = { count: 64, weight: 0, mayCome: () => true }
const ROUND_TURNS_MAX = 16

export interface ReadRoute {
  /** Runs the statements of a round, within the time that they may take. */
  run(statements: (sql: Sql) => Promise<void>): Promise<void>
  batched(name: string, size: number): void
  /** What a request is told of a failure. */
  refusalOf(error: unknown): unknown
}

interface Entry<Found> extends Waiting {
  readonly id: string
  readonly resolve: (found: Found | undefined) => void
  readonly reject: (error: unknown) => void
}

/** The queue of reads that belong to no organization: no organization's id is empty. */
const NOBODY = ''

/**
 * Reads together what requests ask for together: one statement for each organization, all sent at
 * once. What finds no round under way is sent with whatever arrived in the same turn of the event
 * loop; what arrives while one is goes with the next. Nobody waits for company.
 *
 * Each organization has a turn in a round before any has a second one. A record is only ever read
 * after it was asked for: the request sees each change that was acknowledged before.
 */
export class ReadBatcher<Found> {
  readonly #read: BatchedRead<Found>
  readonly #route: ReadRoute
  readonly #queue: FairQueue<Entry<Found>>
  /** Statements under way. */
  #statements = 0
  #isDue = false

  constructor(read: BatchedRead<Found>, limits: WaitingLimits, route: ReadRoute) {
    this.#read = read
    this.#route = route
    this.#queue = new FairQueue(limits)
  }

  /** Statements under way, and reads that wait to share one. */
  get pending(): number {
    return this.#queue.size + this.#statements
  }

  /** @throws what `refusalOf` makes of {QueueOverrun}, or of what a statement throws */
  find(organizationId: string | null, id: string): Promise<Found | undefined> {
    return new Promise((resolve, rejectWith) => {
      const queueKey = organizationId ?? NOBODY
      const reject = (error: unknown) => rejectWith(this.#route.refusalOf(error))
      this.#queue.add({ queueKey, weight: 0, arrivedAt: performance.now(), id, resolve, reject })
      this.#queue.refuseOverrun()
      this.#sendSoon()
    })
  }

  /** Once the event loop has handed out what has arrived: all of it can go together. */
  #sendSoon(): void {
    if (this.#isDue || this.#statements > 0 || this.#queue.size === 0) return
    this.#isDue = true
    setImmediate(() => {
      this.#isDue = false
      void this.#sendRound()
    })
  }

  async #sendRound(): Promise<void> {
    const round = this.#takeRound()
    if (round.length === 0) return
    this.#statements = round.length
    try {
      await this.#route.run(async (sql) => {
        const failures = await Promise.all(round.map((entries) => this.#send(sql, entries)))
        const lost = failures.find((failure) => failure && isConnectionLost(failure.error))
        const failure = lost ?? failures.find((one) => one !== undefined)
        if (failure !== undefined) throw failure.error
      })
    } catch (error) {
      const unanswered = round.flatMap((entries) => entries.splice(0))
      for (const { reject } of unanswered) reject(error)
    } finally {
      this.#statements = 0
      this.#sendSoon()
    }
  }

  #takeRound(): Entry<Found>[][] {
    const round: Entry<Found>[][] = []
    while (round.length < ROUND_TURNS_MAX) {
      const entries = this.#queue.take(TURN)
      if (entries.length === 0) break
      round.push(entries)
    }
    return round
  }

  /** Takes off whom it answers. One statement's failure is its own requests' alone. */
  async #send(sql: Sql, entries: Entry<Found>[]): Promise<undefined | { readonly error: unknown }> {
    const { name, one, many, toRecord } = this.#read
    const [first] = entries as [Entry<Found>]
    const scope = first.queueKey === NOBODY ? [] : [first.queueKey]
    this.#route.batched(name, entries.length)
    try {
      if (entries.length === 1) {
        const rows = takenRows(await query(sql, one, [...scope, first.id]))
        const row = rows.find(([id]) => id === first.id)
        const record = row && toRecord(row)
        entries.pop()
        first.resolve(record)
        return undefined
      }
      const rows = takenRows(await query(sql, many, [...scope, entries.map(({ id }) => id)]))
      const found = new Map(rows.map((row) => [row[0], toRecord(row)]))
      for (const { id, resolve } of entries.splice(0)) resolve(found.get(id))
      return undefined
    } catch (error) {
      for (const { reject } of entries.splice(0)) reject(error)
      return { error }
    }
  }
}

function query(
  sql: Sql,
  text: string,
  parameters: (string | string[])[],
): PromiseLike<unknown[][]> {
  return sql.unsafe(text, parameters, { prepare: true }).values()
}
