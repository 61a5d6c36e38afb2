import type { Sql } from 'postgres'
import { FairQueue, type Waiting, type WaitingLimits } from '../fair-queue.ts'
import type { BatchedRead } from './batched-read.ts'

/** Requests of one organization that one round serves at most, and of how many organizations. */
const TURN = { count: 64, weight: 0, mayCome: () => true }
const ROUND_TURNS_MAX = 16

/** Rounds of one kind under way: with a second one, the database is not idle in between. */
const ROUNDS_MAX = 2

export interface ReadRoute {
  /** Runs a statement as soon as a connection is free. */
  run<T>(statement: (sql: Sql) => PromiseLike<T>): Promise<T>
  batched(name: string, size: number): void
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
 * once. What finds nothing under way is sent with whatever arrived in the same turn of the event
 * loop; what arrives while rounds are under way goes with the next one. Nobody waits for company.
 *
 * Each organization has a turn in a round before any has a second one. A record is only ever read
 * after it was asked for: the request sees each change that was acknowledged before.
 */
export class ReadBatcher<Found> {
  readonly #read: BatchedRead<Found>
  readonly #route: ReadRoute
  readonly #queue: FairQueue<Entry<Found>>
  #rounds = 0
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

  /** @throws {QueueOverrun} where it was not read, because too much was ahead of it */
  find(organizationId: string | null, id: string): Promise<Found | undefined> {
    return new Promise((resolve, reject) => {
      const queueKey = organizationId ?? NOBODY
      this.#queue.add({ queueKey, weight: 0, arrivedAt: performance.now(), id, resolve, reject })
      this.#queue.refuseOverrun()
      this.#sendSoon()
    })
  }

  /** Once the event loop has handed out what has arrived: all of it can go together. */
  #sendSoon(): void {
    if (this.#isDue || this.#rounds >= ROUNDS_MAX || this.#queue.size === 0) return
    this.#isDue = true
    setImmediate(() => {
      this.#isDue = false
      this.#sendRound()
    })
  }

  #sendRound(): void {
    let statements = 0
    for (let turn = 0; turn < ROUND_TURNS_MAX; turn += 1) {
      const entries = this.#queue.take(TURN)
      const [first] = entries
      if (first === undefined) break
      statements += 1
      this.#statements += 1
      void this.#send(first.queueKey, entries).finally(() => {
        statements -= 1
        this.#statements -= 1
        if (statements > 0) return
        this.#rounds -= 1
        this.#sendSoon()
      })
    }
    if (statements > 0) this.#rounds += 1
  }

  async #send(organizationId: string, entries: readonly Entry<Found>[]): Promise<void> {
    const { name, one, many, toRecord } = this.#read
    const scope = organizationId === NOBODY ? [] : [organizationId]
    this.#route.batched(name, entries.length)
    try {
      if (entries.length === 1) {
        const [entry] = entries as [Entry<Found>]
        const [row] = await this.#rows(one, [...scope, entry.id])
        entry.resolve(row && toRecord(row))
        return
      }
      const rows = await this.#rows(many, [...scope, entries.map(({ id }) => id)])
      const found = new Map(rows.map((row) => [row[0], row]))
      for (const { id, resolve } of entries) {
        const row = found.get(id)
        resolve(row && toRecord(row))
      }
    } catch (error) {
      for (const { reject } of entries) reject(error)
    }
  }

  #rows(text: string, parameters: (string | string[])[]): Promise<readonly unknown[][]> {
    return this.#route.run((sql) => sql.unsafe(text, parameters, { prepare: true }).values())
  }
}
