import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FastifyRequest } from 'fastify'
import { Refusal } from '../../domain/errors.ts'
import { createLog } from '../../runtime/log/log.ts'
import { FailureLog } from './failure-log.ts'

const DEFECT = new Refusal('internal_error', { cause: new Error('a defect') })

function passing(code: string): Refusal {
  return new Refusal('temporarily_unavailable', { cause: Object.assign(new Error(), { code }) })
}

function openLog() {
  const lines: string[] = []
  const config = { LOG_LEVEL: 'info', LOG_FORMAT: 'json' } as const
  const log = createLog(config, { write: (line) => void lines.push(line) })
  const failures = new FailureLog(log)
  const request = { id: 'one' } as unknown as FastifyRequest
  return {
    fail: (refusal: Refusal, times: number) => {
      for (let count = 0; count < times; count += 1) failures.failed(request, refusal, refusal)
    },
    /** The lines since the last look: level, reason, and the number left out or whether a stack. */
    look: () =>
      lines.splice(0).map((line) => {
        const { level, reason, leftOut, err } = JSON.parse(line)
        return [level, reason, leftOut ?? err.stack !== undefined]
      }),
  }
}

test('A passing state is one line a second, and said again at once after a second without it', (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] })
  const { fail, look } = openLog()
  fail(passing('ECONNREFUSED'), 500)
  fail(passing('55P03'), 1)
  assert.deepEqual(look(), [
    ['warn', 'ECONNREFUSED', true],
    ['warn', '55P03', true],
  ])
  t.mock.timers.tick(1_000)
  assert.deepEqual(look(), [['warn', 'ECONNREFUSED', 499]])
  fail(passing('ECONNREFUSED'), 3)
  assert.deepEqual(look(), [])
  t.mock.timers.tick(1_000)
  assert.deepEqual(look(), [['warn', 'ECONNREFUSED', 3]])
  t.mock.timers.tick(2_000)
  assert.deepEqual(look(), [])
  fail(passing('ECONNREFUSED'), 1)
  assert.deepEqual(look(), [['warn', 'ECONNREFUSED', true]])
})

test('Defects are errors, each with its stack up to twenty a second', (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] })
  const { fail, look } = openLog()
  fail(DEFECT, 25)
  assert.deepEqual(look(), Array(20).fill(['error', 'internal_error', true]))
  t.mock.timers.tick(1_000)
  assert.deepEqual(look(), [['error', 'internal_error', 5]])
})

test('A full disk of the database does not pass by itself: it stays an error', () => {
  const { fail, look } = openLog()
  fail(passing('53100'), 2)
  assert.deepEqual(look(), [['error', '53100', true]])
})
