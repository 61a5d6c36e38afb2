import type { Sql, TransactionSql } from 'postgres'
import type { Caller } from '../../caller.ts'
import { Refusal } from '../../errors.ts'
import type { BatchedRead } from '../batching/batched-read.ts'
import type { GatheredStatement } from '../gathered-statement.ts'
import type { RequestDatabase } from '../request-database.ts'
import { unavailable } from '../unavailable.ts'
import { decideOnce, type Once, withKeys } from './decided-once.ts'
import type { KeptAnswer, KeyStanding, RequestKey } from './idempotency-keys.ts'

/** The change was made before, under the same key: this is what it was answered with. */
export class AnswerKept extends Error {
  readonly answer: KeptAnswer

  constructor(answer: KeptAnswer) {
    super('this was answered before')
    this.answer = answer
  }
}

/** What a request asks of the transaction that it runs in. */
export interface TransactionOptions {
  /** What is committed under it is committed once, and answered alike from then on. */
  readonly key?: RequestKey
  /** Whether it can share its transaction with others: not one that is rolled back in any case. */
  readonly end: 'commit' | 'roll_back'
}

/** How the statements of a transaction get to the database. */
export interface TransactionWays extends Pick<RequestDatabase, 'decide' | 'gather'> {
  /** What comes of a statement, or the refusal that its failure stands for. */
  answered<T>(statement: Promise<T>): Promise<T>
  /** What a transaction may take in all. */
  readonly timeoutMs: number
}

/** A statement that was run, and waits for its transaction to be ended. */
interface Open {
  readonly tx: TransactionSql
  /** Whether other requests stand or fall with it. */
  readonly isShared: boolean
  readonly commit: (answer: KeptAnswer) => void
  readonly giveUp: (why: unknown) => void
  readonly ended: Promise<void>
}

/**
 * The statements of one request, in one transaction that begins with the first of them and ends
 * with the answer: it is committed with it, or all is as it was.
 *
 * Where a statement shares its transaction with other requests, it must have changed nothing when
 * the request is refused: there is no rolling back of one alone.
 */
export class RequestTransaction implements RequestDatabase {
  readonly #ways: TransactionWays
  readonly #options: TransactionOptions
  readonly #afterwards: (() => Promise<void>)[] = []
  #open: Open | undefined

  constructor(ways: TransactionWays, options: TransactionOptions) {
    this.#ways = ways
    this.#options = options
  }

  /** @throws {AnswerKept}; {Refusal} also `idempotency_key_reused`, `idempotency_in_progress` */
  async decide<T>(
    caller: Pick<Caller, 'organizationId'> | null,
    statement: (sql: Sql) => PromiseLike<T>,
  ): Promise<T> {
    // What a statement of a request needs of the driver, a transaction has as well.
    const run = async (tx: TransactionSql) => await statement(tx as unknown as Sql)
    if (this.#open !== undefined) {
      if (this.#open.isShared) throw new Error('a transaction of several runs what they share')
      return await this.#ways.answered(run(this.#open.tx))
    }
    return await this.#begin<T>('roll_back', (once) =>
      this.#ways.decide(caller, async (sql) => {
        const decide = async (tx: TransactionSql) => [await run(tx)]
        const [standing] = await decideOnce(sql, [once], decide)
        return standing as KeyStanding
      }),
    )
  }

  /** @throws like `decide` */
  async gather<Question, Answer>(
    statement: GatheredStatement<Question, Answer>,
    question: Question,
  ): Promise<Answer> {
    const { key, end } = this.#options
    if (this.#open === undefined && key !== undefined && end === 'commit') {
      return await this.#begin<Answer>('end', (once) =>
        this.#ways.gather(withKeys(statement), { ...once, key, question }),
      )
    }
    const organizationId = statement.lineOf(question)
    return await this.decide({ organizationId }, async (sql) => {
      const [answer] = await statement.ask(sql, [question], 'alone')
      // Asked alone, it is answered.
      return answer as Answer
    })
  }

  /** @throws like `decide` */
  async read<Found>(
    { one, toRecord }: BatchedRead<Found>,
    caller: Pick<Caller, 'organizationId'> | null,
    id: string,
  ): Promise<Found | undefined> {
    const parameters = caller === null ? [id] : [caller.organizationId, id]
    const run = (sql: Sql) => sql.unsafe(one, parameters, { prepare: true }).values()
    const [row] = await this.decide(caller, run)
    return row && toRecord(row)
  }

  async beside<T>(work: () => Promise<T>): Promise<T> {
    await this.giveUp(undefined)
    return await work()
  }

  async afterwards(work: () => Promise<void>): Promise<void> {
    this.#afterwards.push(work)
  }

  /** Commits what was decided, and keeps the answer where there is a key. */
  async commit(answer: KeptAnswer): Promise<void> {
    const open = this.#open
    if (open === undefined) throw new Error('nothing was decided that could be committed')
    this.#open = undefined
    open.commit(answer)
    await open.ended
    for (const work of this.#afterwards) await work()
  }

  /**
   * Gives up what was decided, if anything was.
   * @param why what the request is answered instead of it
   */
  async giveUp(why: unknown): Promise<void> {
    const open = this.#open
    this.#open = undefined
    this.#afterwards.length = 0
    open?.giveUp(why)
    // Whatever ended it, it is over.
    await open?.ended.catch(() => undefined)
  }

  /** @param givenUp what becomes of the transaction where the request gives up what it decided */
  async #begin<Decision>(
    givenUp: 'end' | 'roll_back',
    start: (once: Once<Decision>) => Promise<KeyStanding>,
  ): Promise<Decision> {
    const decided = Promise.withResolvers<Decision>()
    const end = Promise.withResolvers<KeptAnswer | undefined>()
    // Of a transaction that ends by itself, nobody may ever ask for the end.
    end.promise.catch(() => undefined)
    let handedOut = false
    let isOver = false
    const answer = async (decision: Decision, tx: TransactionSql) => {
      // Answered already: nobody would end it.
      if (isOver) throw new GivenUp('decided after the request was answered')
      // What is run again was decided anew, and its answer speaks of the decision before.
      if (handedOut) throw unavailable('The change was undone by another one.', 'unchanged', null)
      handedOut = true
      this.#open = {
        tx,
        isShared: givenUp === 'end',
        commit: end.resolve,
        giveUp: (why) => {
          const isDefect = why !== undefined && !(why instanceof Refusal)
          if (givenUp === 'end' && !isDefect) end.resolve(undefined)
          else end.reject(new GivenUp('given up', { cause: why }))
        },
        ended: ended.then(() => undefined),
      }
      this.#open.ended.catch(() => undefined)
      decided.resolve(decision)
      return await end.promise
    }
    const { timeoutMs } = this.#ways
    const ended = start({ key: this.#options.key, timeoutMs, answer }).finally(() => {
      isOver = true
    })
    ended.then((standing) => decided.reject(whyNot(standing)), decided.reject)
    return await decided.promise
  }
}

/** Makes the driver roll a transaction back. */
class GivenUp extends Error {}

/** Why nothing was decided: by what is known of the key. */
function whyNot(standing: KeyStanding): Error {
  switch (standing.kind) {
    case 'kept':
      return new AnswerKept(standing.answer)
    case 'reused':
      return new Refusal('idempotency_key_reused', {
        detail: 'The Idempotency-Key was used for another request: use a new one for this one.',
      })
    default:
      return new Refusal('idempotency_in_progress', {
        detail:
          'A request with this Idempotency-Key is being answered: send it again after a moment.',
        headers: { 'Retry-After': '1' },
      })
  }
}
