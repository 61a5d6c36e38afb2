import type { Sql } from 'postgres'

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
   * What it wants to change. A question waits while one that came before it wants the same, so of
   * two the first to arrive is answered first. Leave it out where questions change nothing.
   */
  readonly subjectsOf?: (question: Question) => readonly string[]
  /**
   * `apart`, as where it is left out: questions that share a subject never come together.
   * `together`: they do, and the statement answers AGAIN to those it cannot decide so.
   */
  readonly rivals?: 'apart' | 'together'
  /** How much work it is; 1 where left out. */
  readonly weightOf?: (question: Question) => number
  /** @returns the answers, in the order of the questions; AGAIN never to the first, or alone */
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
