import type { Sql } from 'postgres'
import { FairQueue, type Waiting, type WaitingLimits } from '../batching/fair-queue.ts'
import { isPoison } from '../batching/poison.ts'
import { type Change, type ChangeOutcome, LOCKED, type RequestedChange } from './change.ts'
import { type Decision, outcomeOf, runChanges } from './run-changes.ts'

export interface BatchLimits extends WaitingLimits {
  /** Requests in one transaction. */
  readonly sizeMax: number
  /** Maximum of the sum of their weights; a single request may be heavier. */
  readonly weightMax: number
  /** Transactions under way; an organization has one at a time. */
  readonly inFlightMax: number
}

/** How transactions get to the database. */
export interface BatchRoute {
  /** Runs one as soon as a connection is free; again where PostgreSQL undid it. */
  run<T>(transaction: (sql: Sql) => Promise<T>): Promise<T>
  /** The same for one that may wait for rows: it takes its organization's turn. */
  runPatiently<T>(organizationId: string, transaction: (sql: Sql) => Promise<T>): Promise<T>
  batched(name: string, size: number): void
}

// biome-ignore lint/suspicious/noExplicitAny: requests of every kind of change wait in one queue.
type AnyChange = Change<any, any, any>

interface Entry extends Waiting {
  readonly change: AnyChange
  readonly request: RequestedChange<unknown, unknown>
  readonly conflictKeys: readonly string[]
  readonly resolve: (outcome: ChangeOutcome<unknown>) => void
  readonly reject: (error: unknown) => void
}

/**
 * Decides in one transaction what arrives together for one organization. A request that finds
 * nothing under way is decided at once; what arrives meanwhile waits for the organization's turn,
 * and shares the next transaction. Organizations are served in turn.
 */
export class ChangeBatcher {
  readonly #limits: BatchLimits
  readonly #route: BatchRoute
  readonly #queue: FairQueue<Entry>
  readonly #busy = new Set<string>()
  #isDue = false

  constructor(limits: BatchLimits, route: BatchRoute) {
    this.#limits = limits
    this.#route = route
    this.#queue = new FairQueue(limits)
  }

  /** Requests that wait for their organization's turn. */
  get waiting(): number {
    return this.#queue.size
  }

  /**
   * @throws {QueueOverrun} where it was not decided, because too much was ahead of it; {Refusal};
   *   else what the transaction throws
   */
  async decide<Input, Facts, Result>(
    change: Change<Input, Facts, Result>,
    request: RequestedChange<Input, Result>,
  ): Promise<ChangeOutcome<Result>> {
    const { promise, resolve, reject } = Promise.withResolvers<ChangeOutcome<Result>>()
    const { weightOf, conflictKeysOf } = change.batching ?? {}
    const { key, input, caller } = request
    this.#queue.add({
      change,
      request: request as RequestedChange<unknown, unknown>,
      queueKey: caller.organizationId,
      weight: weightOf?.(input) ?? 1,
      conflictKeys: [
        ...(conflictKeysOf?.(input) ?? []),
        ...(key === undefined ? [] : [`key ${key.operation} ${key.key}`]),
      ],
      arrivedAt: performance.now(),
      resolve: resolve as Entry['resolve'],
      reject,
    })
    this.#queue.refuseOverrun()
    this.#sendSoon()
    return await promise
  }

  /** Once the event loop has handed out what has arrived: all of it can go together. */
  #sendSoon(): void {
    if (this.#isDue || this.#queue.size === 0) return
    if (this.#busy.size >= this.#limits.inFlightMax) return
    this.#isDue = true
    setImmediate(() => {
      this.#isDue = false
      this.#send()
    })
  }

  #send(): void {
    const { sizeMax: count, weightMax: weight, inFlightMax } = this.#limits
    while (this.#busy.size < inFlightMax) {
      const entries = this.#queue.take({ count, weight, mayCome: this.#admission() })
      const [first] = entries
      if (first === undefined) return
      this.#busy.add(first.queueKey)
      void this.#decideTogether(first.change, entries).finally(() => {
        this.#busy.delete(first.queueKey)
        this.#sendSoon()
      })
    }
  }

  /** Who may come into the next transaction: one kind of change, and of rivals the first. */
  #admission(): (entry: Entry) => boolean {
    let kind: AnyChange | undefined
    const wanted = new Set<string>()
    return ({ queueKey, change, conflictKeys }) => {
      if (this.#busy.has(queueKey)) return false
      kind ??= change
      const mayCome = kind === change && !conflictKeys.some((key) => wanted.has(key))
      // Nobody passes one that came before it and wants the same.
      for (const key of conflictKeys) wanted.add(key)
      return mayCome
    }
  }

  async #decideTogether(change: AnyChange, entries: readonly Entry[]): Promise<void> {
    this.#route.batched(change.name, entries.length)
    const requests = entries.map(({ request }) => request)
    const decisions = await this.#route
      .run((sql) => runChanges(sql, change, requests, 'skip_locked'))
      .catch((error) => {
        // One of them can have failed it for the others: each is decided alone.
        if (entries.length > 1 && isPoison(error)) return entries.map((): typeof LOCKED => LOCKED)
        for (const { reject } of entries) reject(error)
        return undefined
      })
    if (decisions === undefined) return
    for (const [index, entry] of entries.entries()) {
      const decision = decisions[index] as Decision<unknown>
      if (decision === LOCKED) void this.#decideAlone(entry)
      else hand(entry, decision)
    }
  }

  /** Beside the batches: it may wait for rows, and they go on meanwhile. */
  async #decideAlone(entry: Entry): Promise<void> {
    const { queueKey, change, request, reject } = entry
    await this.#route
      .runPatiently(queueKey, (sql) => runChanges(sql, change, [request], 'wait'))
      .then(([decision]) => hand(entry, decision as Decision<unknown>), reject)
  }
}

function hand({ resolve, reject }: Entry, decision: Decision<unknown>): void {
  try {
    resolve(outcomeOf(decision))
  } catch (error) {
    reject(error)
  }
}
