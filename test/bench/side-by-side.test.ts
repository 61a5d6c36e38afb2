import assert from 'node:assert/strict'
import { test } from 'node:test'
import { accountId, accountNumberOf, recordId } from '../../bench/made-up-records.ts'
import { AnswerJudge } from '../../bench/side-by-side/answers.ts'
import type { BenchRequest } from '../../bench/side-by-side/loads.ts'
import {
  claimingTransfer,
  freshTransfer,
  ORGANIZATION,
  refusedTransfer,
  SLOTS,
  transfersInStock,
  vaultSize,
} from '../../bench/side-by-side/made-up-vault.ts'
import type { MeasuredLoad, MeasuredRound } from '../../bench/side-by-side/measured-rounds.ts'
import { measuresOf } from '../../bench/side-by-side/measures.ts'
import { earlierRun, withSection } from '../../bench/side-by-side/performance-page.ts'
import { spread } from '../../bench/side-by-side/statistics.ts'

const size = vaultSize(0.001)

test('Every fresh transfer names items of its source account that no other one names', () => {
  const layers = 2
  const accountByItem = new Map<string, string>()
  for (let n = 0; n < size.holders * (SLOTS + 100); n += 1) {
    accountByItem.set(recordId('item', n), accountId(accountNumberOf(n, size.holders)))
  }
  const isOut = (inventoryItemId: string, accountId: string) =>
    accountByItem.get(inventoryItemId) === accountId
  const named: string[] = []
  for (const items of [5, 100] as const) {
    for (let n = 0; n < transfersInStock(size, items, layers); n += 1) {
      const { fromFboAccountId, toFboAccountId, items: entries } = freshTransfer(size, items, n)
      const ids = entries.map(({ inventoryItemId }) => inventoryItemId)
      assert.equal(ids.length, items)
      assert.notEqual(fromFboAccountId, toFboAccountId)
      assert.ok(ids.every((id) => isOut(id, fromFboAccountId)))
      named.push(...ids)
    }
  }
  const fresh = new Set(named)
  assert.equal(fresh.size, named.length)
  for (const items of [5, 100] as const) {
    for (let n = 0; n < size.refusing * 20; n += 1) {
      const { fromFboAccountId, items: entries } = refusedTransfer(size, items, n)
      const ids = entries.map(({ inventoryItemId }) => inventoryItemId)
      assert.equal(new Set(ids).size, items)
      const [claimed] = claimingTransfer(size, n % size.refusing).items
      assert.equal(ids[0], claimed?.inventoryItemId)
      assert.ok(ids.every((id) => isOut(id, fromFboAccountId) && !fresh.has(id)))
    }
  }
})

test('The judge tells right answers, refusals that were due, and everything else', () => {
  const judge = new AnswerJudge()
  const get: BenchRequest = { operation: 'getFboAccount', fboAccountId: 'fbo_1' }
  assert.equal(judge.judge(get, 200, '{"data":{"id":"fbo_1"}}'), 'answered')
  assert.deepEqual(judge.judge(get, 200, '{"data":{"id":"fbo_2"}}'), {
    unexpected: '200 without "id":"fbo_1"',
  })
  assert.deepEqual(judge.judge(get, 503, '{"code":"temporarily_unavailable"}'), {
    unexpected: '503 temporarily_unavailable',
  })
  const transfer = refusedTransfer(size, 5, 0)
  const [claimed] = transfer.items
  const refusal = `{"code":"item_not_in_vault","inventoryItemId":"${claimed?.inventoryItemId}"}`
  const create = { operation: 'createTransfer', transfer } as const
  assert.equal(judge.judge({ ...create, refused: true }, 409, refusal), 'refused')
  assert.deepEqual(judge.judge({ ...create, refused: false }, 409, refusal), {
    unexpected: '409 item_not_in_vault',
  })
  assert.deepEqual(judge.judge({ ...create, refused: true }, 201, '{}'), { unexpected: '201 {}' })
})

test('Every 64th answer is read whole: a member too few or another order does not pass', () => {
  const request: BenchRequest = { operation: 'getFboAccount', fboAccountId: 'fbo_1' }
  const body = JSON.stringify({ data: { id: 'fbo_1', organizationId: ORGANIZATION } })
  const judge = new AnswerJudge()
  const verdicts = Array.from({ length: 64 }, () => judge.judge(request, 200, body))
  assert.deepEqual(verdicts.at(-1), { unexpected: 'other members than specified' })
  assert.ok(verdicts.slice(0, -1).every((verdict) => verdict === 'answered'))
})

test('A measure is the median of the ratios within rounds, judged by its two limits', () => {
  const verdictOf = (services: number[], yardsticks: number[]) => {
    const update = measuresOf([load('update', 64, { service: services, yardstick: yardsticks })], {
      memoryMb: 150,
      startSeconds: [],
    })
    return update.find(({ what }) => what.startsWith('Update'))
  }
  assert.equal(verdictOf([400, 100, 900], [100, 100, 200])?.reached, '4.00 (1.00 to 4.50)x')
  assert.equal(verdictOf([400, 100, 900], [100, 100, 200])?.verdict, 'aim')
  assert.equal(verdictOf([399], [100])?.verdict, 'pass')
  assert.equal(verdictOf([199], [100])?.verdict, 'falls short')
  const further = measuresOf([], { memoryMb: 150, startSeconds: [1.1, 0.4, 1.3] })
  assert.deepEqual(
    further.map(({ verdict }) => verdict),
    [...Array(6).fill('not measured'), 'pass', 'falls short', 'not measured'],
  )
})

test('A run stands in its section of the page, and is what the next run stands beside', () => {
  const facts = { at: '2026-11-21 17:00', commit: 'abc1234' }
  const measures = [{ what: 'This', reached: '4.00x', verdict: 'aim' as const }]
  const empty = 'Before\n<!-- bench:begin -->\n<!-- bench:end -->\nAfter\n'
  assert.equal(earlierRun(empty), null)
  const once = withSection(empty, 'First', { facts, measures })
  assert.match(once, /^Before\n.*First.*\nAfter\n$/s)
  assert.deepEqual(earlierRun(once), { facts, measures })
  const twice = withSection(once, 'Second', { facts, measures: [] })
  assert.doesNotMatch(twice, /First/)
  assert.deepEqual(earlierRun(twice), { facts, measures: [] })
  assert.throws(() => withSection('No section', 'Text', { facts, measures }))
})

test('A spread is the median, the least and the most', () => {
  assert.equal(spread([3, 1, 2], 0), '2 (1 to 3)')
  assert.equal(spread([1_000, 2_000], 1), '1,500.0 (1,000.0 to 2,000.0)')
  assert.equal(spread([], 1), '-')
})

function load(
  name: 'update',
  connections: number,
  rates: Record<'service' | 'yardstick', number[]>,
): MeasuredLoad {
  const results = Object.entries(rates).map(([contestant, values]) => [
    contestant,
    values.map((requestsPerSecond) => ({
      requestsPerSecond,
      latencies: { p50: 1, p90: 1, p99: 1, max: 1 },
    })),
  ])
  return { load: name, connections, results: new Map(results as [never, MeasuredRound[]][]) }
}
