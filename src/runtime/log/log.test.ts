import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createLog } from './log.ts'

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
