import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { LOADS_HEADER } from '../../bench/measure/results.ts'
import { runProgram } from '../support/processes/command.ts'

const BENCH = fileURLToPath(new URL('../../bench/bench.ts', import.meta.url))
/** Together they send every kind of request to every subject. */
const SHORT = [
  ...['--only', 'get,mix,list-deep,create-5-empty,create-100', '--scale', '0.001', '--starts', '0'],
  ...['--rounds', '1', '--seconds', '0.1', '--connections', '4'],
]

test('The bench runs, and every subject gives the expected responses', async () => {
  const { code, stdout, stderr } = await runProgram(BENCH, SHORT, {}, process.cwd())
  assert.equal(stderr, '')
  assert.equal(code, 0, stdout)
  const lines = stdout.split('\n')
  const begin = lines.indexOf(LOADS_HEADER) + 1
  const columns = LOADS_HEADER.split(',')
  const rows = lines.slice(begin, lines.indexOf('', begin)).map((line) => {
    return Object.fromEntries(line.split(',').map((cell, index) => [columns[index], cell]))
  })
  assert.deepEqual(
    rows.map(({ load, subject }) => `${load} ${subject}`),
    [
      ...['get service', 'get plain', 'get ceiling', 'mix service', 'mix plain', 'mix outbox'],
      ...['list-deep service', 'list-deep plain'],
      ...['create-5-empty service', 'create-5-empty plain', 'create-5-empty outbox'],
      ...['create-100 service', 'create-100 plain', 'create-100 outbox', 'create-100 keys'],
    ],
  )
  for (const row of rows) {
    assert.ok(Number(row.requestsPerSecond) > 0, `${JSON.stringify(row)}: no response`)
    assert.equal(row.unexpected, '0', `${JSON.stringify(row)}: unexpected responses`)
  }
  assert.match(stdout, /found nothing wrong .* exactly the [\d,]+ transfers/)
  assert.match(stdout, /inventory_items \d+ \(\d+ in place, \d+ to another page\)/)
})
