import {
  FairQueue,
  QueueOverrun,
  type Waiting,
  type WaitingLimits,
} from '../batching/fair-queue.ts'
import {
  codeOf,
  isConflict,
  isLockTimeout,
  isPassing,
  PostgresError,
} from '../postgres/postgres-errors.ts'
import type { OrganizationSql } from '../postgres/sql.ts'
import type { Change, ChangeOutcome, RequestedChange } from './change.ts'
import { DECIDE_ALONE, type Decision, runChanges, SHARED_WAIT_MS } from './run-changes.ts'

interface StatementBatchLimits extends WaitingLimits {
  /** Requests in one transaction; 1 turns batching off. */
  readonly sizeMax: number
  /** Maximum of the sum of their weights; a single request may be heavier. */
  readonly weightMax: number
  /** Transactions under way; an organization has one at a time. */
  readonly inFlightMax: number
  /** Milliseconds after which the organization's next one begins all the same. */
  readonly sharedWaitMs?: number
}

/** The way of transactions to the database. */
interface StatementBatchRoute {
  /**
   * Runs one as soon as a connection is free; again where PostgreSQL undid it.
   * @param isShared whether several requests may share it: then the batcher gave it its turn
   */
  run<T>(
    organizationId: string,
    isShared: boolean,
    transaction: (sql: OrganizationSql) => Promise<T>,
  ): Promise<T>
  batched(name: string, size: number): void
}

// biome-ignore lint/suspicious/noExplicitAny: requests of every kind of change wait in one queue.
type AnyChange = Change<any, any, any>

type AnyRequest = Pick<RequestedChange<never, never>, 'caller'>

interface Entry extends Waiting {
  readonly request: RequestedChange<unknown, unknown>
  readonly change: AnyChange
  readonly conflictKeys: readonly string[]
  readonly resolve: (outcome: ChangeOutcome<unknown>) => void
  readonly reject: (error: unknown) => void
}

/**
 * Decides in one transaction the requests of one organization that arrive together. A request that
 * finds nothing under way is decided at once; requests that arrive meanwhile wait for their
 * organization's turn, and share the next transaction. Organizations are served in turn.
 */
export class ChangeBatcher {
  readonly #limits: StatementBatchLimits
  readonly #route: StatementBatchRoute
  readonly #queue: FairQueue<Entry>
  /** Organizations that have a transaction under way. */
  readonly #busy = new Set<string | null>()
  /** The conflict keys of requests that are being decided, also behind their organization's turn. */
  readonly #underWay = new Set<string>()
  #isScheduled = false

  constructor(limits: StatementBatchLimits, route: StatementBatchRoute) {
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
  decide<Input, Facts, Result>(
    change: Change<Input, Facts, Result>,
    request: RequestedChange<Input, Result>,
  ): Promise<ChangeOutcome<Result>> {
    const { sharing } = change
    if (sharing === undefined || this.#limits.sizeMax === 1 || request.isDryRun) {
      return this.#decideAlone(change, request)
    }
    const { promise, resolve, reject } = Promise.withResolvers<ChangeOutcome<Result>>()
    const { key, input, caller } = request
    this.#queue.add({
      change,
      request: request as RequestedChange<unknown, unknown>,
      queueKey: caller.organizationId,
      weight: sharing.weightOf?.(input) ?? 1,
      conflictKeys: [
        ...sharing.keysOf(input),
        ...(key === undefined ? [] : [`key ${key.operation} ${key.key}`]),
      ].map((each) => `${caller.organizationId} ${each}`),
      arrivedAt: performance.now(),
      resolve: resolve as Entry['resolve'],
      reject,
    })
    this.#queue.refuseOverrun()
    this.#sendSoon()
    return promise
  }

  /** In a transaction of its own. */
  async #decideAlone<Input, Facts, Result>(
    change: Change<Input, Facts, Result>,
    request: RequestedChange<Input, Result>,
  ): Promise<ChangeOutcome<Result>> {
    const [decision] = await this.#run(change, [request])
    if (decision === DECIDE_ALONE) throw new Error('a request alone was not decided')
    if (decision instanceof Error) throw decision
    return decision as ChangeOutcome<Result>
  }

  #run<Input, Facts, Result>(
    change: Change<Input, Facts, Result>,
    requests: readonly RequestedChange<Input, Result>[],
    begun?: () => void,
  ): Promise<Decision<Result>[]> {
    const { organizationId } = (requests[0] as AnyRequest).caller
    return this.#route.run(organizationId, requests.length > 1, (sql) => {
      begun?.()
      return runChanges(sql, change, requests)
    })
  }

  /** Sends once the event loop has handed out everything that arrived, so all of it is shared. */
  #sendSoon(): void {
    if (this.#isScheduled || this.#queue.size === 0) return
    if (this.#busy.size >= this.#limits.inFlightMax) return
    this.#isScheduled = true
    setImmediate(() => {
      this.#isScheduled = false
      this.#send()
    })
  }

  #send(): void {
    const { sizeMax: count, weightMax: weight, inFlightMax } = this.#limits
    while (this.#busy.size < inFlightMax) {
      const entries = this.#queue.take({ count, weight, canTake: this.#admission() })
      const [first] = entries
      if (first === undefined) return
      this.#busy.add(first.queueKey)
      for (const { conflictKeys } of entries) {
        for (const key of conflictKeys) this.#underWay.add(key)
      }
      let isOver = false
      const goOn = () => {
        if (isOver) return
        isOver = true
        clearTimeout(timer)
        this.#busy.delete(first.queueKey)
        this.#sendSoon()
      }
      // A request alone may wait for rows that others hold: who needs other rows goes on meanwhile.
      // It has this time from when it has its connection.
      const waitMs = this.#limits.sharedWaitMs ?? SHARED_WAIT_MS
      let timer: NodeJS.Timeout | undefined
      const begun = () => {
        if (entries.length === 1) timer ??= setTimeout(goOn, waitMs)
      }
      void this.#decideBatch(first, entries, begun).finally(goOn)
    }
  }

  /** Admits one kind of change to a transaction, and of conflicting requests the first. */
  #admission(): (entry: Entry) => boolean {
    let kind: AnyChange | undefined
    const wanted = new Set<string>()
    return ({ queueKey, change, conflictKeys }) => {
      if (this.#busy.has(queueKey)) return false
      const isWanted = (key: string) => wanted.has(key) || this.#underWay.has(key)
      const canTake = (kind ?? change) === change && !conflictKeys.some(isWanted)
      if (canTake) kind = change
      // In the queue, no request overtakes an earlier one with the same conflict key.
      for (const key of conflictKeys) wanted.add(key)
      return canTake
    }
  }

  async #decideBatch(
    { change }: Entry,
    entries: readonly Entry[],
    begun: () => void,
  ): Promise<void> {
    this.#route.batched(change.name, entries.length)
    let decisions: readonly Decision<unknown>[]
    try {
      const requests = entries.map(({ request }) => request)
      decisions = await this.#run(change, requests, begun)
    } catch (error) {
      // One of them may have failed the transaction for the others: each gets its own.
      const isAgain = entries.length > 1 && mayFailOthers(error)
      decisions = entries.map(() => (isAgain ? DECIDE_ALONE : (error as Error)))
    }
    // Not waited for: the batches of the organization go on meanwhile.
    for (const [index, entry] of entries.entries()) {
      void this.#end(entry, decisions[index] as Decision<unknown>)
    }
  }

  async #end(entry: Entry, decision: Decision<unknown>): Promise<void> {
    const { change, request, conflictKeys, resolve, reject } = entry
    try {
      if (decision instanceof Error) throw decision
      resolve(decision === DECIDE_ALONE ? await this.#decideAlone(change, request) : decision)
    } catch (error) {
      reject(error)
    }
    for (const key of conflictKeys) this.#underWay.delete(key)
    this.#sendSoon()
  }
}

/**
 * Whether one of several requests can have failed their transaction for the others: PostgreSQL
 * undid it, or our own code threw before its end. In a passing state of the database each would
 * fail by itself as well.
 */
export function mayFailOthers(error: unknown): boolean {
  if (error instanceof QueueOverrun) return false
  if (!(error instanceof PostgresError)) return codeOf(error) === undefined
  return !isPassing(error) || isConflict(error) || isLockTimeout(error)
}
