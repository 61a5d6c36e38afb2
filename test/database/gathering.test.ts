import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises'
import { QueueOverrun } from '../../src/database/fair-queue.ts'
import { AGAIN, OCCUPIED, sharesWithEarlier } from '../../src/database/gathered-statement.ts'
import { openGathering, POISON } from '../support/answered-gathering.ts'

// The mechanism alone, over a statement that is answered when the test says so.

test('A question goes at once where nothing is under way', async () => {
  const { sent, ask, namesSent } = openGathering()
  const answer = ask('a', '1')
  await nextTurn()
  assert.deepEqual(namesSent(), ['1'])
  await sent[0]!.answer()
  assert.equal(await answer, 'answer to 1')
})

test('What arrives in one turn goes together; what arrives later goes with the next', async () => {
  const { sent, ask, namesSent, gathering } = openGathering()
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
  const questions = (ask: ReturnType<typeof openGathering>['ask'], weight = 1) => {
    for (const name of ['1', '2', '3', '4']) void ask(name < '3' ? 'a' : 'b', name, { weight })
  }
  for (const [limits, weight, expected] of [
    [{ sizeMax: 3 }, 1, ['1 3 2']],
    [{ weightMax: 10 }, 5, ['1 3']],
    [{ weightMax: 10 }, 50, ['1']],
    [{ linesMax: 1 }, 1, ['1 2']],
    [{ sizeMax: 1, inFlightMax: 3 }, 1, ['1', '3', '2']],
  ] as const) {
    const { ask, namesSent } = openGathering(limits)
    questions(ask, weight)
    await nextTurn()
    assert.deepEqual(namesSent(), expected, JSON.stringify(limits))
  }
})

test('Organizations take turns: who asks once is not behind who asks much', async () => {
  const { sent, ask, namesSent } = openGathering({ sizeMax: 4 })
  for (let number = 1; number <= 100; number += 1) void ask('loud', `${number}`)
  await nextTurn()
  void ask('quiet', 'Q')
  await sent[0]!.answer()
  assert.deepEqual(namesSent(), ['1 2 3 4', '5 Q 6 7'])
})

test('Past the bound the newest of whoever asked most is refused, and nobody else', async () => {
  const { ask, gathering } = openGathering({ inFlightMax: 0, waitingMax: 3 })
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
  const { ask, gathering } = openGathering({ inFlightMax: 0, waitTimeoutMs: 20 })
  // The gathering's own timer does not keep the process alive.
  const alive = delay(10_000, undefined, { ref: true, signal: AbortSignal.timeout(10_000) })
  alive.catch(() => undefined)
  await assert.rejects(ask('a', '1'), { reason: 'queue_timeout' })
  assert.equal(gathering.waiting, 0)
})

test('A question that fails the statement harms only itself', async () => {
  const { sent, ask, namesSent } = openGathering()
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
  const { sent, ask } = openGathering()
  const answers = Promise.allSettled([ask('a', '1'), ask('a', '2')])
  await nextTurn()
  const away = new Error('the database is away')
  await sent[0]!.fail(away)
  const rejected = { status: 'rejected', reason: away }
  assert.deepEqual(await answers, [rejected, rejected])
  assert.equal(sent.length, 1)
})

test('Who would have to wait for somebody else waits alone; the others go on', async () => {
  const { sent, ask, namesSent } = openGathering()
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
  const { sent, ask, namesSent } = openGathering({ inFlightMax: 2 })
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

test('Many that want one thing keep nobody waiting who wants another', async () => {
  const { sent, ask, namesSent } = openGathering({ sizeMax: 4 })
  for (let number = 1; number <= 50; number += 1) void ask('a', `${number}`, { subject: 'hot' })
  void ask('a', 'other', { subject: 'else' })
  await nextTurn()
  assert.deepEqual(namesSent(), ['1 other'])
  await sent[0]!.answer()
  assert.deepEqual(namesSent(), ['1 other', '2'])
})

test('Nobody passes one that came before and wants a thing of theirs, even if it has to wait', async () => {
  const { sent, ask, namesSent } = openGathering({ inFlightMax: 2 }, 'together')
  void ask('a', '1', { subject: 'item' })
  await nextTurn()
  void ask('a', '2', { subject: 'item' })
  void ask('a', '3', { subject: 'item' })
  await nextTurn()
  assert.deepEqual(namesSent(), ['1'])
  await sent[0]!.answer()
  assert.deepEqual(namesSent(), ['1', '2 3'])
})

test('Of one organization no more than so many are under way', async () => {
  const { ask, namesSent } = openGathering({ sizeMax: 1, inFlightMax: 4, inFlightOfLineMax: 2 })
  for (const name of ['1', '2', '3', '4']) void ask('loud', name)
  void ask('quiet', 'Q')
  await nextTurn()
  assert.deepEqual(namesSent(), ['1', 'Q', '2'])
})

test('Among organizations that wait alike, the last to have its turn is refused', async () => {
  const { ask } = openGathering({ inFlightMax: 0, waitingMax: 2 })
  const answers = ['first', 'second', 'third'].map((organization) => ask(organization, 'one'))
  await assert.rejects(answers[2]!, { reason: 'queue_full' })
})

test('Who depends on one before it in a gathering is next, ahead of those who came later', async () => {
  const { sent, ask, namesSent } = openGathering({}, 'together')
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
