import type { Sql, TransactionSql } from 'postgres'
import {
  AGAIN,
  type Asking,
  type GatheredStatement,
  OCCUPIED,
  sharesWithEarlier,
} from '../gathered-statement.ts'
import { inTransaction } from '../in-transaction.ts'
import {
  type KeptAnswer,
  type KeyStanding,
  keepAnswers,
  keyStandings,
  type RequestKey,
} from './idempotency-keys.ts'

/** A decision that is to be made once, however often it is asked for. */
export interface Once<Decision> {
  /** Without one it is made whenever it is asked for. */
  readonly key?: RequestKey | undefined
  /** What its transaction may take in all. */
  readonly timeoutMs: number
  /**
   * Handed what was decided, before it is committed.
   * @returns the answer that is to be kept; undefined where nothing was changed
   * @throws where all of it is to be rolled back
   */
  readonly answer: (decision: Decision, tx: TransactionSql) => Promise<KeptAnswer | undefined>
}

/** What was not decided, and is to be asked again: `asking` says how. */
type Undecided = typeof OCCUPIED | typeof AGAIN

/**
 * Decides in one transaction what stands under free keys, hands out what was decided, waits for the
 * answers and keeps them.
 * @returns how the key of each stands, or that it was not decided
 */
export async function decideOnce<Decision>(
  sql: Sql,
  wanted: readonly Once<Decision>[],
  decide: (
    tx: TransactionSql,
    places: readonly number[],
  ) => Promise<readonly (Decision | Undecided)[]>,
): Promise<(KeyStanding | Undecided)[]> {
  let kept: Promise<void> | undefined
  const { standings } = await inTransaction(sql, async (tx) => {
    // Sent together, and run one after the other.
    const [standings] = await Promise.all([standingsOf(tx, wanted), limit(tx, wanted)])
    const free = wanted.flatMap((once, place) =>
      (standings[place] as KeyStanding).kind === 'free' ? [{ once, place }] : [],
    )
    if (free.length === 0) return { standings }
    const decisions = await decide(
      tx,
      free.map(({ place }) => place),
    )
    const answers = await Promise.all(
      free.map(async ({ once, place }, index) => {
        const decision = decisions[index] as Decision | Undecided
        if (decision !== OCCUPIED && decision !== AGAIN) return await once.answer(decision, tx)
        standings[place] = decision as Undecided
        return undefined
      }),
    )
    const toKeep = free.flatMap(({ once: { key } }, index) => {
      const answer = answers[index]
      return key === undefined || answer === undefined ? [] : [{ key, answer }]
    })
    // Not waited for here: COMMIT is sent right behind it, and rolls back where it failed.
    kept = keepAnswers(tx, toKeep)
    kept.catch(() => undefined)
    return { standings }
  })
  await kept
  return standings
}

async function standingsOf(
  tx: TransactionSql,
  wanted: readonly Once<never>[],
): Promise<(KeyStanding | Undecided)[]> {
  const keys = wanted.flatMap(({ key }) => key ?? [])
  if (keys.length === 0) return wanted.map(() => ({ kind: 'free' }))
  return await keyStandings(tx, keys)
}

/** Older servers cannot; there each statement is bounded, and the time between two. */
async function limit(tx: TransactionSql, wanted: readonly Once<never>[]): Promise<void> {
  const timeoutMs = Math.max(...wanted.map((once) => once.timeoutMs))
  await tx`
    select case when current_setting('server_version_num')::integer >= 170000
      then set_config('transaction_timeout', ${`${timeoutMs}`}, true) end`
}

/** A question whose answer is decided once. */
export interface OnceQuestion<Question, Answer> extends Once<Answer> {
  readonly key: RequestKey
  readonly question: Question
}

const MADE = new WeakMap<object, object>()

/** The statement with questions that have keys: what it decides is committed with the answers. */
export function withKeys<Question, Answer>(
  statement: GatheredStatement<Question, Answer>,
): GatheredStatement<OnceQuestion<Question, Answer>, KeyStanding> {
  type WithKeys = GatheredStatement<OnceQuestion<Question, Answer>, KeyStanding>
  // One of each, for a gathering is known by its statement.
  const made = (MADE.get(statement) as WithKeys | undefined) ?? newWithKeys(statement)
  MADE.set(statement, made)
  return made
}

function newWithKeys<Question, Answer>(
  statement: GatheredStatement<Question, Answer>,
): GatheredStatement<OnceQuestion<Question, Answer>, KeyStanding> {
  const { name, lineOf, subjectsOf, rivals, weightOf, ask } = statement
  return {
    name: `${name}_once`,
    lineOf: ({ question }) => lineOf(question),
    ...(subjectsOf && { subjectsOf: ({ question }) => subjectsOf(question) }),
    ...(rivals && { rivals }),
    ...(weightOf && { weightOf: ({ question }) => weightOf(question) }),
    ask: async (sql, wanted, asking: Asking) => {
      // A key that is there twice would be free twice: it is one transaction that asks for it.
      const isLater = sharesWithEarlier(wanted, ({ key }) => [keyText(key)])
      const first = wanted.filter((_, place) => !isLater[place])
      const decide = (tx: TransactionSql, places: readonly number[]) => {
        const questions = places.map((place) => (first[place] as (typeof first)[number]).question)
        return ask(tx as unknown as Sql, questions, asking)
      }
      const standings = await decideOnce(sql, first, decide)
      let next = 0
      return isLater.map((later) => (later ? AGAIN : (standings[next++] as KeyStanding)))
    },
  }
}

function keyText({ organizationId, operation, key }: RequestKey): string {
  return `${organizationId} ${operation} ${key}`
}
