import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { plainEnvironment } from '../support/service-process.ts'

const BENCH = fileURLToPath(new URL('../../bench/bench.ts', import.meta.url))
/** Together they send every kind of request to everyone who is measured. */
const SHORT = [
  ...['--only', 'get,mix,list-deep,half-refused-100', '--scale', '0.001', '--starts', '0'],
  ...['--rounds', '1', '--seconds', '0.1', '--connections', '4'],
]

test('The bench runs, and everyone it measures gives the answers that they should', async () => {
  const child = spawn(process.execPath, [BENCH, ...SHORT], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: plainEnvironment(),
  })
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ])
  assert.equal(stderr, '')
  assert.equal(code, 0, stdout)
  const rows = stdout
    .split('\n')
    .filter((line) => line.startsWith('| ') && line.split('|').length === 14)
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .filter(([, load]) => load !== 'Load')
  const everyone = ['service', 'constant', 'bare', 'yardstick', 'database']
  const creating = ['service', 'keys', 'yardstick', 'database']
  assert.deepEqual(
    rows.map(([, load, , name]) => `${load} ${name}`),
    [
      ...everyone.map((name) => `get ${name}`),
      ...['service', 'keys', 'constant', 'yardstick', 'database'].map((name) => `mix ${name}`),
      ...['service', 'yardstick', 'database'].map((name) => `list-deep ${name}`),
      ...creating.map((name) => `half-refused-100 ${name}`),
    ],
  )
  for (const row of rows) {
    assert.notEqual(row[4], '0', `${row.join(' ')}: nothing was answered`)
    assert.equal(row.at(-2), '0', `${row.join(' ')}: unexpected answers`)
  }
  const refusing = rows.filter(([, load]) => load === 'half-refused-100')
  for (const row of refusing) assert.notEqual(row.at(-3), '0', `${row.join(' ')}: nobody refused`)
  assert.match(stdout, /found nothing wrong, and there were exactly the [\d,]+ transfers/)
})
