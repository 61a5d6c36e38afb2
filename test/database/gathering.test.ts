import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises'
import type { Sql } from 'postgres'
import {
  AGAIN,
  type Asking,
  type GatheredStatement,
  Gathering,
  type GatheringLimits,
  OCCUPIED,
  sharesWithEarlier,
} from '../../src/database/gathering.ts'
import { QueueOverrun } from '../../src/database/statement-queue.ts'

// The mechanism alone, over a statement that is answered when the test says so.

interface Question {
  readonly organization: string
  readonly name: string
  readonly subject?: string
  readonly weight?: number
}

type Outcome = string | typeof OCCUPIED | typeof AGAIN

/** A statement under way. */
interface Sent {
  readonly names: readonly string[]
  readonly asking: Asking
  answer(outcomes?: Record<string, Outcome>): Promise<void>
  fail(error: unknown): Promise<void>
}

const POISON = new Error('this question fails')

function open(overrides: Partial<GatheringLimits> = {}) {
  const sent: Sent[] = []
  const statement: GatheredStatement<Question, string> = {
    name: 'test',
    lineOf: ({ organization }) => organization,
    subjectsOf: ({ subject }) => (subject === undefined ? [] : [subject]),
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
    waitingMax: 1_000,
    waitTimeoutMs: 60_000,
    ...overrides,
  }
  const sql = undefined as unknown as Sql
  const gathering = new Gathering(statement, limits, {
    run: async (work) => await work(sql),
    runPatiently: async (work) => await work(sql),
    isPoison: (error) => error === POISON,
    gathered: () => undefined,
  })
  const ask = (organization: string, name: string, more: Partial<Question> = {}) =>
    gathering.ask({ organization, name, ...more })
  return { gathering, sent, ask, namesSent: () => sent.map(({ names }) => names.join(' ')) }
}

test('A question goes at once where nothing is under way', async () => {
  const { sent, ask, namesSent } = open()
  const answer = ask('a', '1')
  await nextTurn()
  assert.deepEqual(namesSent(), ['1'])
  await sent[0]!.answer()
  assert.equal(await answer, 'answer to 1')
})

test('What arrives in one turn goes together; what arrives later goes with the next', async () => {
  const { sent, ask, namesSent, gathering } = open()
  const first = [ask('a', '1'), ask('b', '2'), ask('a', '3')]
  await nextTurn()
  const second = [ask('a', '4'), ask('c', '5')]
  await nextTurn()
  assert.deepEqual(namesSent(), ['1 2 3'])
  assert.equal(gathering.waiting, 2)
  await sent[0]!.answer()
  assert.deepEqual(await Promise.all(first), ['answer to 1', 'answer to 2', 'answer to 3'])
  assert.deepEqual(namesSent(), ['1 2 3', '4 5'])
  await sent[1]!.answer()
  assert.deepEqual(await Promise.all(second), ['answer to 4', 'answer to 5'])
})

test('Size, weight, organizations and number under way are bounded', async () => {
  const questions = (ask: ReturnType<typeof open>['ask'], weight = 1) => {
    for (const name of ['1', '2', '3', '4']) void ask(name < '3' ? 'a' : 'b', name, { weight })
  }
  for (const [limits, weight, expected] of [
    [{ sizeMax: 3 }, 1, ['1 3 2']],
    [{ weightMax: 10 }, 5, ['1 3']],
    [{ weightMax: 10 }, 50, ['1']],
    [{ linesMax: 1 }, 1, ['1 2']],
    [{ sizeMax: 1, inFlightMax: 3 }, 1, ['1', '3', '2']],
  ] as const) {
    const { ask, namesSent } = open(limits)
    questions(ask, weight)
    await nextTurn()
    assert.deepEqual(namesSent(), expected, JSON.stringify(limits))
  }
})

test('Organizations take turns: who asks once is not behind who asks much', async () => {
  const { sent, ask, namesSent } = open({ sizeMax: 4 })
  for (let number = 1; number <= 100; number += 1) void ask('loud', `${number}`)
  await nextTurn()
  void ask('quiet', 'Q')
  await sent[0]!.answer()
  assert.deepEqual(namesSent(), ['1 2 3 4', '5 Q 6 7'])
})

test('Past the bound the newest of whoever asked most is refused, and nobody else', async () => {
  const { ask, gathering } = open({ inFlightMax: 0, waitingMax: 3 })
  const outcomes: string[] = []
  const follow = (name: string, answer: Promise<string>) =>
    answer.catch((error) => {
      assert.ok(error instanceof QueueOverrun)
      outcomes.push(`${name} ${error.reason}`)
    })
  void follow('quiet 1', ask('quiet', '1'))
  void follow('loud 1', ask('loud', '1'))
  void follow('loud 2', ask('loud', '2'))
  void follow('loud 3', ask('loud', '3'))
  void follow('loud 4', ask('loud', '4'))
  await nextTurn()
  assert.deepEqual(outcomes, ['loud 3 queue_full', 'loud 4 queue_full'])
  assert.equal(gathering.waiting, 3)
})

test('Who waits too long is refused, never left hanging', async () => {
  const { ask, gathering } = open({ inFlightMax: 0, waitTimeoutMs: 20 })
  // The gathering's own timer does not keep the process alive.
  const alive = delay(10_000, undefined, { ref: true, signal: AbortSignal.timeout(10_000) })
  alive.catch(() => undefined)
  await assert.rejects(ask('a', '1'), { reason: 'queue_timeout' })
  assert.equal(gathering.waiting, 0)
})

test('A question that fails the statement harms only itself', async () => {
  const { sent, ask, namesSent } = open()
  const answers = Promise.allSettled([ask('a', '1'), ask('a', 'bad'), ask('a', '3')])
  await nextTurn()
  await sent[0]!.fail(POISON)
  assert.deepEqual(namesSent(), ['1 bad 3', '1', 'bad', '3'])
  assert.deepEqual(
    sent.map(({ asking }) => asking),
    ['together', 'alone', 'alone', 'alone'],
  )
  await sent[1]!.answer()
  await sent[2]!.fail(POISON)
  await sent[3]!.answer()
  assert.deepEqual(await answers, [
    { status: 'fulfilled', value: 'answer to 1' },
    { status: 'rejected', reason: POISON },
    { status: 'fulfilled', value: 'answer to 3' },
  ])
})

test('A failure of the database itself is told to all and not asked again', async () => {
  const { sent, ask } = open()
  const answers = Promise.allSettled([ask('a', '1'), ask('a', '2')])
  await nextTurn()
  const away = new Error('the database is away')
  await sent[0]!.fail(away)
  const rejected = { status: 'rejected', reason: away }
  assert.deepEqual(await answers, [rejected, rejected])
  assert.equal(sent.length, 1)
})

test('Who would have to wait for somebody else waits alone; the others go on', async () => {
  const { sent, ask, namesSent } = open()
  const held = ask('a', 'held')
  const free = ask('a', 'free')
  await nextTurn()
  await sent[0]!.answer({ held: OCCUPIED })
  assert.equal(await free, 'answer to free')
  const later = ask('a', 'later')
  await nextTurn()
  assert.deepEqual(namesSent(), ['held free', 'held', 'later'])
  await sent[2]!.answer()
  assert.equal(await later, 'answer to later')
  await sent[1]!.answer()
  assert.equal(await held, 'answer to held')
})

test('Of two about one subject the first to arrive is answered before the second is asked', async () => {
  const { sent, ask, namesSent } = open({ inFlightMax: 2 })
  const first = ask('a', '1', { subject: 'item' })
  await nextTurn()
  const second = ask('a', '2', { subject: 'item' })
  const other = ask('b', '3', { subject: 'else' })
  await nextTurn()
  assert.deepEqual(namesSent(), ['1', '3'])
  await sent[0]!.answer()
  assert.equal(await first, 'answer to 1')
  assert.deepEqual(namesSent(), ['1', '3', '2'])
  await sent[1]!.answer()
  await sent[2]!.answer()
  assert.deepEqual(await Promise.all([second, other]), ['answer to 2', 'answer to 3'])
})

test('Who depends on one before it in a gathering is next, ahead of those who came later', async () => {
  const { sent, ask, namesSent } = open()
  const answers = [ask('a', '1'), ask('a', '2'), ask('a', '3')]
  await nextTurn()
  answers.push(ask('a', '4'))
  await sent[0]!.answer({ 2: AGAIN, 3: AGAIN })
  assert.deepEqual(namesSent(), ['1 2 3', '2 3 4'])
  await sent[1]!.answer()
  assert.deepEqual((await Promise.all(answers)).length, 4)
})

test('Those that share a subject with an earlier one are found, also with one that shares itself', () => {
  const subjects = [['a', 'b'], ['c'], ['b', 'd'], ['d'], ['e']]
  assert.deepEqual(
    sharesWithEarlier(subjects, (own) => own),
    [false, false, true, true, false],
  )
})
