import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Sql } from 'postgres'
import type {
  AGAIN,
  Asking,
  GatheredStatement,
  OCCUPIED,
} from '../../src/database/gathered-statement.ts'
import { Gathering, type GatheringLimits } from '../../src/database/gathering.ts'

export interface Question {
  readonly organization: string
  readonly name: string
  readonly subject?: string
  readonly weight?: number
}

type Outcome = string | typeof OCCUPIED | typeof AGAIN

/** A statement under way. */
export interface Sent {
  readonly names: readonly string[]
  readonly asking: Asking
  answer(outcomes?: Record<string, Outcome>): Promise<void>
  fail(error: unknown): Promise<void>
}

export const POISON = new Error('this question fails')

/** A gathering over a statement that is answered when the test says so. */
export function openGathering(
  overrides: Partial<GatheringLimits> = {},
  rivals: 'apart' | 'together' = 'apart',
) {
  const sent: Sent[] = []
  const statement: GatheredStatement<Question, string> = {
    name: 'test',
    lineOf: ({ organization }) => organization,
    subjectsOf: ({ subject }) => (subject === undefined ? [] : [subject]),
    rivals,
    weightOf: ({ weight }) => weight ?? 1,
    ask: async (_sql, questions, asking) => {
      const { promise, resolve, reject } = Promise.withResolvers<Outcome[]>()
      const names = questions.map(({ name }) => name)
      sent.push({
        names,
        asking,
        answer: async (outcomes = {}) => {
          resolve(names.map((name) => outcomes[name] ?? `answer to ${name}`))
          await nextTurn()
          await nextTurn()
        },
        fail: async (error) => {
          reject(error)
          await nextTurn()
          await nextTurn()
        },
      })
      return await promise
    },
  }
  const limits = {
    sizeMax: 64,
    weightMax: 1_000,
    linesMax: 64,
    inFlightMax: 1,
    inFlightOfLineMax: 64,
    waitingMax: 1_000,
    waitTimeoutMs: 60_000,
    ...overrides,
  }
  const sql = undefined as unknown as Sql
  const gathering = new Gathering(statement, limits, {
    run: async (work) => await work(sql),
    runPatiently: async (_, work) => await work(sql),
    isPoison: (error) => error === POISON,
    gathered: () => undefined,
  })
  const ask = (organization: string, name: string, more: Partial<Question> = {}) =>
    gathering.ask({ organization, name, ...more })
  return { gathering, sent, ask, namesSent: () => sent.map(({ names }) => names.join(' ')) }
}
