import assert from 'node:assert/strict'
import { test } from 'node:test'
import { RepeatedLog } from './repeated-log.ts'

const HOUR = 3_600_000

test('A line is logged hourly for as long as it repeats, with the number that was left out', (t) => {
  let now = 5
  t.mock.method(performance, 'now', () => now)
  const lines: unknown[] = []
  const error = (fields: object, line: string) => lines.push([line, fields])
  const log = new RepeatedLog({ error } as never, HOUR)
  for (const moment of [5, 6, HOUR, HOUR + 5, 2 * HOUR + 5]) {
    now = moment
    log.write('error', 'one')
  }
  log.write('error', 'two', { of: 1 })
  log.write('error', 'two', { of: 2 }, 'another key')
  assert.deepEqual(lines, [
    ...[
      ['one', {}],
      ['one', { leftOut: 2 }],
      ['one', {}],
    ],
    ...[
      ['two', { of: 1 }],
      ['two', { of: 2 }],
    ],
  ])
})
