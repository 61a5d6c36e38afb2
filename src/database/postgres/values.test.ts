import assert from 'node:assert/strict'
import { test } from 'node:test'
import { instantOf } from './values.ts'

test("PostgreSQL's text of an instant becomes the published form", () => {
  const texts: [text: string, instant: string][] = [
    ['2026-11-20 14:05:00+00', '2026-11-20T14:05:00.000Z'],
    ['2026-11-20 14:05:00.1+00', '2026-11-20T14:05:00.100Z'],
    ['2026-11-20 14:05:00.12+00', '2026-11-20T14:05:00.120Z'],
    ['2026-11-20 14:05:00.007+00', '2026-11-20T14:05:00.007Z'],
    ['0999-12-31 23:59:59.999+00', '0999-12-31T23:59:59.999Z'],
    ['2026-11-20 14:05:00.007999+00', '2026-11-20T14:05:00.007Z'],
    ['0999-01-01 00:00:00.123456+00', '0999-01-01T00:00:00.123Z'],
    ['2026-11-20 14:05:00+01', '2026-11-20T13:05:00.000Z'],
    ['2026-11-20T14:05:00.5Z', '2026-11-20T14:05:00.500Z'],
  ]
  for (const [text, instant] of texts) assert.equal(instantOf(text), instant)
  for (let number = 0; number < 1_000; number += 1) {
    const instant = new Date(1_000 * number ** 3 + number).toISOString()
    const text = instant.replace('T', ' ').replace(/\.?0*Z$/, '+00')
    assert.equal(instantOf(text), instant)
  }
})
