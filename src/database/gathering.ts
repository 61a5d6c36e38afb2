import type { Sql } from 'postgres'
import { FairLines } from './fair-lines.ts'
import { QueueOverrun } from './statement-queue.ts'

/** For a question that cannot be answered without waiting: it is asked again, alone. */
export const OCCUPIED = Symbol('occupied')

/** For a question that depends on one before it in the gathering: it is asked with the next. */
export const AGAIN = Symbol('again')

/**
 * `together`: with others, so it must not wait for a row that somebody else holds; what it cannot
 * decide so is OCCUPIED. `alone`: one question, which may wait.
 */
export type Asking = 'together' | 'alone'

/** A statement that answers the questions of many requests at once. */
export interface GatheredStatement<Question, Answer> {
  /** Its name in the metrics. */
  readonly name: string
  /** Whose turn a question takes: its organization. */
  readonly lineOf: (question: Question) => string
  /**
   * What it wants to change. A question waits while one about the same subject is under way, so of
   * two the first to arrive is answered first. Leave it out where questions change nothing.
   */
  readonly subjectsOf?: (question: Question) => readonly string[]
  /** How much work it is; 1 where left out. */
  readonly weightOf?: (question: Question) => number
  /** @returns the answers, in the order of the questions; never AGAIN to the first, or alone */
  readonly ask: (
    sql: Sql,
    questions: readonly Question[],
    asking: Asking,
  ) => Promise<readonly (Answer | typeof OCCUPIED | typeof AGAIN)[]>
}

/** Of questions that are asked together, those that share a subject with one before them. */
export function sharesWithEarlier<Question>(
  questions: readonly Question[],
  subjectsOf: (question: Question) => readonly string[],
): boolean[] {
  const wanted = new Set<string>()
  return questions.map((question) => {
    const subjects = subjectsOf(question)
    const shares = subjects.some((subject) => wanted.has(subject))
    for (const subject of subjects) wanted.add(subject)
    return shares
  })
}

export interface GatheringLimits {
  /** Questions in one statement. */
  readonly sizeMax: number
  /** Weight of all questions in one statement; a single one may be heavier. */
  readonly weightMax: number
  /** Lines, that is organizations, in one statement. */
  readonly linesMax: number
  /** Statements of one kind under way. */
  readonly inFlightMax: number
  /** Questions of one kind that wait; past it, the newest of whoever asked most is refused. */
  readonly waitingMax: number
  /** How long a question may wait to be asked. */
  readonly waitTimeoutMs: number
}

/** How statements get to the database, and what is known of one that failed. */
export interface GatheringRoute {
  /** Runs a statement as soon as a connection is free. */
  run<T>(statement: (sql: Sql) => PromiseLike<T>): Promise<T>
  /** The same for a question that may wait for a row: they never take every connection. */
  runPatiently<T>(statement: (sql: Sql) => PromiseLike<T>): Promise<T>
  /** Whether one question can have failed it for the others: they are asked again, each alone. */
  isPoison(error: unknown): boolean
  gathered(name: string, size: number): void
}

interface Entry<Question, Answer> {
  readonly question: Question
  readonly line: string
  readonly weight: number
  readonly subjects: readonly string[]
  readonly arrivedAt: number
  readonly resolve: (answer: Answer) => void
  readonly reject: (error: unknown) => void
}

/**
 * Asks together what arrives together. A question that finds nothing under way is asked at once,
 * with whatever else arrived in the same turn of the event loop; what arrives while others are
 * under way waits for one of them to end, and is then asked in one statement with all that waits.
 * So nobody waits for company, and the busier it gets, the more share one statement.
 *
 * A question is only ever asked after it arrived: it sees each change that was acknowledged before.
 */
export class Gathering<Question, Answer> {
  readonly #statement: GatheredStatement<Question, Answer>
  readonly #limits: GatheringLimits
  readonly #route: GatheringRoute
  readonly #lines = new FairLines<Entry<Question, Answer>>()
  /** Subjects of the questions under way together. */
  readonly #occupied = new Set<string>()
  #inFlight = 0
  #isDue = false
  #timer: NodeJS.Timeout | undefined

  constructor(
    statement: GatheredStatement<Question, Answer>,
    limits: GatheringLimits,
    route: GatheringRoute,
  ) {
    this.#statement = statement
    this.#limits = limits
    this.#route = route
  }

  /** Questions that wait to be asked. */
  get waiting(): number {
    return this.#lines.size
  }

  /**
   * @throws {QueueOverrun} where it was not asked, because too many were ahead of it; else what the
   *   statement throws
   */
  async ask(question: Question): Promise<Answer> {
    const { lineOf, subjectsOf, weightOf } = this.#statement
    const { promise, resolve, reject } = Promise.withResolvers<Answer>()
    this.#lines.add({
      question,
      line: lineOf(question),
      weight: weightOf?.(question) ?? 1,
      subjects: subjectsOf?.(question) ?? [],
      arrivedAt: performance.now(),
      resolve,
      reject,
    })
    if (this.#lines.size > this.#limits.waitingMax) {
      this.#lines.dropFromLongest().reject(new QueueOverrun('queue_full'))
    }
    this.#timer ??= this.#watch(this.#limits.waitTimeoutMs)
    this.#sendSoon()
    return await promise
  }

  /** Once the event loop has handed out what has arrived: all of it can go together. */
  #sendSoon(): void {
    if (this.#isDue || this.#lines.size === 0) return
    if (this.#inFlight >= this.#limits.inFlightMax) return
    this.#isDue = true
    setImmediate(() => {
      this.#isDue = false
      this.#send()
    })
  }

  #send(): void {
    const { sizeMax: count, weightMax: weight, linesMax: lines, inFlightMax } = this.#limits
    const mustWait = ({ subjects }: Entry<Question, Answer>) =>
      subjects.some((subject) => this.#occupied.has(subject))
    while (this.#inFlight < inFlightMax) {
      const entries = this.#lines.take({ count, weight, lines, mustWait })
      if (entries.length === 0) return
      this.#inFlight += 1
      for (const subject of entries.flatMap(({ subjects }) => subjects)) this.#occupied.add(subject)
      void this.#sendTogether(entries).finally(() => {
        this.#inFlight -= 1
        this.#sendSoon()
      })
    }
  }

  async #sendTogether(entries: readonly Entry<Question, Answer>[]): Promise<void> {
    this.#route.gathered(this.#statement.name, entries.length)
    const questions = entries.map(({ question }) => question)
    const answers = await this.#route
      .run((sql) => this.#statement.ask(sql, questions, 'together'))
      .catch((error) => {
        if (entries.length > 1 && this.#route.isPoison(error))
          return questions.map((): typeof OCCUPIED => OCCUPIED)
        for (const entry of entries) entry.reject(error)
        return undefined
      })
    for (const subject of entries.flatMap(({ subjects }) => subjects)) {
      this.#occupied.delete(subject)
    }
    if (answers !== undefined) this.#handOut(entries, answers)
  }

  #handOut(
    entries: readonly Entry<Question, Answer>[],
    answers: readonly (Answer | typeof OCCUPIED | typeof AGAIN)[],
  ): void {
    this.#lines.putBack(entries.filter((_, index) => answers[index] === AGAIN))
    for (const [index, entry] of entries.entries()) {
      const answer = answers[index] as Answer | typeof OCCUPIED | typeof AGAIN
      if (answer === AGAIN) continue
      if (answer === OCCUPIED) void this.#sendAlone(entry)
      else entry.resolve(answer)
    }
  }

  /** Beside the gatherings: it may wait, and they go on meanwhile. */
  async #sendAlone({ question, resolve, reject }: Entry<Question, Answer>): Promise<void> {
    const ask = (sql: Sql) => this.#statement.ask(sql, [question], 'alone')
    await this.#route.runPatiently(ask).then(([answer]) => resolve(answer as Answer), reject)
  }

  /** One timer for all that wait. */
  #watch(delayMs: number): NodeJS.Timeout {
    const timer = setTimeout(() => {
      this.#timer = undefined
      const now = performance.now()
      const late = this.#lines.dropWhere(
        ({ arrivedAt }) => arrivedAt + this.#limits.waitTimeoutMs <= now,
      )
      for (const { reject } of late) reject(new QueueOverrun('queue_timeout'))
      // Looked at four times within the limit: nobody waits a quarter longer than it.
      if (this.#lines.size > 0) this.#timer ??= this.#watch(this.#limits.waitTimeoutMs / 4)
    }, Math.ceil(delayMs))
    return timer.unref()
  }
}
