import type { Sql } from 'postgres'
import { FairLines, type Waiting, type WaitingLimits } from './fair-lines.ts'
import { AGAIN, type GatheredStatement, OCCUPIED } from './gathered-statement.ts'

export interface GatheringLimits extends WaitingLimits {
  /** Questions in one statement. */
  readonly sizeMax: number
  /** Weight of all questions in one statement; a single one may be heavier. */
  readonly weightMax: number
  /** Lines, that is organizations, in one statement. */
  readonly linesMax: number
  /** Statements of one kind under way. */
  readonly inFlightMax: number
  /** Those of one line that are under way. */
  readonly inFlightOfLineMax: number
}

/** How statements get to the database, and what is known of one that failed. */
export interface GatheringRoute {
  /** Runs a statement as soon as a connection is free. */
  run<T>(statement: (sql: Sql) => PromiseLike<T>): Promise<T>
  /** The same for a question that may wait for a row: it takes its organization's turn. */
  runPatiently<T>(line: string, statement: (sql: Sql) => PromiseLike<T>): Promise<T>
  /** Whether one question can have failed it for the others: they are asked again, each alone. */
  isPoison(error: unknown): boolean
  gathered(name: string, size: number): void
}

interface Entry<Question, Answer> extends Waiting {
  readonly question: Question
  readonly subjects: readonly string[]
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
  readonly #lines: FairLines<Entry<Question, Answer>>
  /** Subjects of the questions under way together, and how many statements each line has there. */
  readonly #occupied = new Set<string>()
  readonly #linesInFlight = new Map<string, number>()
  #inFlight = 0
  #isDue = false

  constructor(
    statement: GatheredStatement<Question, Answer>,
    limits: GatheringLimits,
    route: GatheringRoute,
  ) {
    this.#statement = statement
    this.#limits = limits
    this.#lines = new FairLines(limits)
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
    this.#lines.refuseOverrun()
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
    while (this.#inFlight < inFlightMax) {
      const entries = this.#lines.take({ count, weight, lines, mayCome: this.#admission() })
      if (entries.length === 0) return
      this.#inFlight += 1
      this.#count(entries, 1)
      for (const subject of entries.flatMap(({ subjects }) => subjects)) this.#occupied.add(subject)
      void this.#sendTogether(entries).finally(() => {
        this.#inFlight -= 1
        this.#count(entries, -1)
        this.#sendSoon()
      })
    }
  }

  /** Who may come into the next gathering: nobody passes one that came before it and waits. */
  #admission(): (entry: Entry<Question, Answer>) => boolean {
    const waited = new Set<string>()
    const taken = new Set<string>()
    const isApart = this.#statement.rivals !== 'together'
    return ({ line, subjects }) => {
      if ((this.#linesInFlight.get(line) ?? 0) >= this.#limits.inFlightOfLineMax) return false
      const mustWait = subjects.some(
        (subject) =>
          this.#occupied.has(subject) || waited.has(subject) || (isApart && taken.has(subject)),
      )
      for (const subject of subjects) (mustWait ? waited : taken).add(subject)
      return !mustWait
    }
  }

  #count(entries: readonly Entry<Question, Answer>[], change: 1 | -1): void {
    for (const line of new Set(entries.map((entry) => entry.line))) {
      const count = (this.#linesInFlight.get(line) ?? 0) + change
      if (count === 0) this.#linesInFlight.delete(line)
      else this.#linesInFlight.set(line, count)
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
  async #sendAlone({ line, question, resolve, reject }: Entry<Question, Answer>): Promise<void> {
    const ask = (sql: Sql) => this.#statement.ask(sql, [question], 'alone')
    await this.#route.runPatiently(line, ask).then(([answer]) => resolve(answer as Answer), reject)
  }
}
