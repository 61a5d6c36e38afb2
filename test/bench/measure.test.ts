import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import {
  claimingTransfer,
  datasetSize,
  freshTransfer,
  organizationId,
  refusedTransfer,
  transfersInStock,
} from '../../bench/measure/dataset.ts'
import { ResponseJudge } from '../../bench/measure/judge.ts'
import { type BenchRequest, RequestStream } from '../../bench/measure/loads.ts'
import { marksOf } from '../../bench/measure/marks.ts'
import { LOADS_HEADER, loadLines } from '../../bench/measure/results.ts'
import type { MeasuredLoad, MeasuredRound } from '../../bench/measure/rounds.ts'
import { spread } from '../../bench/measure/statistics.ts'

const size = datasetSize(0.001)
const get: BenchRequest = { organization: 0, operation: 'getFboAccount', fboAccountId: 'fbo_1' }

test('Fresh transfers never share items; refused ones do', () => {
  const named: string[] = []
  const idsOf = ({ items }: ReturnType<typeof freshTransfer>) =>
    items.map(({ inventoryItemId }) => inventoryItemId)
  for (const items of [5, 100] as const) {
    for (let n = 0; n < transfersInStock(size, items); n += 1) {
      const transfer = freshTransfer(size, 3, { items, n })
      assert.notEqual(transfer.fromFboAccountId, transfer.toFboAccountId)
      assert.equal(transfer.items.length, items)
      named.push(...idsOf(transfer))
    }
  }
  const fresh = new Set(named)
  assert.equal(fresh.size, named.length)
  for (let n = 0; n < 100; n += 1) {
    const ids = idsOf(refusedTransfer(size, 3, { items: 5, n }))
    assert.equal(ids[0], idsOf(claimingTransfer(size, 3, n % size.refusing))[0])
    assert.equal(new Set(ids).size, 5)
    assert.ok(ids.every((id) => !fresh.has(id)))
  }
})

test('A response is judged right, rightly refused, or wrong', () => {
  const judge = new ResponseJudge()
  assert.equal(judge.judge(get, 200, '{"data":{"id":"fbo_1"}}'), 'right')
  assert.deepEqual(judge.judge(get, 200, '{"data":{"id":"fbo_2"}}'), {
    unexpected: '200 without "id":"fbo_1"',
  })
  assert.deepEqual(judge.judge(get, 503, '{"code":"temporarily_unavailable"}'), {
    unexpected: '503 temporarily_unavailable',
  })
  const transfer = refusedTransfer(size, 0, { items: 5, n: 0 })
  const refusal = `{"code":"item_not_in_vault","id":"${transfer.items[0]?.inventoryItemId}"}`
  const create = { organization: 0, operation: 'createTransfer', transfer } as const
  assert.equal(judge.judge({ ...create, refused: true }, 409, refusal), 'refused')
  assert.deepEqual(judge.judge({ ...create, refused: false }, 409, refusal), {
    unexpected: '409 item_not_in_vault',
  })
  assert.deepEqual(judge.judge({ ...create, refused: true }, 201, '{}'), { unexpected: '201 {}' })
})

test('Every 64th response is checked in full: a missing member fails', () => {
  const body = JSON.stringify({ data: { id: 'fbo_1', organizationId: organizationId(0) } })
  const judge = new ResponseJudge()
  const verdicts = Array.from({ length: 64 }, () => judge.judge(get, 200, body))
  assert.deepEqual(verdicts.at(-1), { unexpected: 'other members than specified' })
  assert.ok(verdicts.slice(0, -1).every((verdict) => verdict === 'right'))
})

test('A mark is the median ratio of the rounds, judged by two limits', () => {
  const markOf = (service: number[], outbox: number[]) => {
    const further = { memoryMb: 150, startSeconds: [] }
    return marksOf([load('update', 64, { service, outbox })], further)[1]
  }
  assert.equal(markOf([400, 100, 900], [100, 100, 200])?.reached, '4.00 (1.00 to 4.50)x')
  assert.equal(markOf([230], [100])?.verdict, 'aim')
  assert.equal(markOf([229], [100])?.verdict, 'must')
  assert.equal(markOf([199], [100])?.verdict, 'falls short')
  const further = marksOf([], { memoryMb: 150, startSeconds: [1.1, 0.4, 1.3] })
  assert.deepEqual(
    further.map(({ verdict }) => verdict),
    [...Array(16).fill('not measured'), 'aim', 'not measured', 'falls short'],
  )
})

test('Lists ask for different pages of different organizations and statuses', () => {
  for (const [name, least] of [
    ['list', 80],
    ['list-status', 200],
  ] as const) {
    const options = { size: datasetSize(0.05), stock: { 5: 0, 100: 0 }, seed: 1 }
    const stream = new RequestStream(name, options)
    const asked = Array.from({ length: 1_000 }, () => JSON.stringify(stream.next()))
    assert.ok(new Set(asked).size > least, `${name}: ${new Set(asked).size} different requests`)
  }
})

test('The figures of a load are a row for each subject, with all columns of the file', () => {
  const columns = LOADS_HEADER.split(',')
  const [service, outbox] = loadLines(
    load('update', 64, { service: [400, 100], outbox: [100, 100] }),
  )
    .split('\n')
    .map((line) => line.split(','))
  assert.deepEqual(service?.slice(0, 7), ['update', '64', 'service', '250', '100', '400', ''])
  assert.deepEqual(outbox?.slice(6, 9), ['2.5', '1', '4'])
  for (const row of [service, outbox]) assert.equal(row?.length, columns.length)
  const [header, ...kept] = readFileSync('bench/results/latest.csv', 'utf8').trimEnd().split('\n')
  assert.equal(header, LOADS_HEADER)
  for (const row of kept) assert.equal(row.split(',').length, columns.length, row)
})

test('A spread is the median, the minimum and the maximum', () => {
  assert.equal(spread([3, 1, 2], 0), '2 (1 to 3)')
  assert.equal(spread([1_000, 2_000], 1), '1,500.0 (1,000.0 to 2,000.0)')
  assert.equal(spread([], 1), '-')
})

function load(
  name: 'update',
  connections: number,
  rates: Record<'service' | 'outbox', number[]>,
): MeasuredLoad {
  const results = Object.entries(rates).map(([subject, values]) => [
    subject,
    values.map((requestsPerSecond) => ({
      requestsPerSecond,
      latencies: { p50: 1, p90: 1, p99: 1, max: 1 },
      ...{ processorUs: 1, databaseUs: null, refused: 0, unexpected: {} },
    })),
  ])
  return { load: name, connections, results: new Map(results as [never, MeasuredRound[]][]) }
}
