import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createLog, RepeatedLog } from './log.ts'

function logged(error: object): { message: string; code: string } {
  const lines: string[] = []
  const log = createLog(
    { LOG_LEVEL: 'info', LOG_FORMAT: 'json' },
    { write: (text) => void lines.push(text) },
  )
  const err = Object.assign(new Error('could not extend "Ada"'), error)
  log.error({ err }, 'request failed')
  assert.doesNotMatch(lines.join(''), /Ada/)
  return JSON.parse(lines.join('')).err
}

test('A full disk of the database is named in words, and no error of PostgreSQL is quoted', () => {
  const full = logged({ name: 'PostgresError', code: '53100' })
  assert.equal(full.message, 'the disk of the database is full')
  assert.equal(full.code, '53100')
  assert.equal(logged({ name: 'PostgresError', code: '23505' }).message, 'see code')
})

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
