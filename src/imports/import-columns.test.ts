import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  booleanColumn,
  centsColumn,
  choiceColumn,
  idColumn,
  millisecondsColumn,
  organizationColumn,
  textColumn,
  timeColumn,
} from './import-columns.ts'

const f = { name: 'f', stored: 'f' }
const text = textColumn(f, { minLength: 2, maxLength: 4 })
const digits = textColumn(f, { minLength: 1, maxLength: 9, pattern: '^[0-9]*$' })

// [column, cell, what is stored, or the code of the violation]
const CELLS = [
  [text, 'a', { code: 'too_short' }],
  [text, '😀', { code: 'too_short' }],
  [text, 'ab', 'ab'],
  [text, '😀😀😀😀', '😀😀😀😀'],
  [text, 'abcde', { code: 'too_long' }],
  [text, '\u0000ab', { code: 'invalid_format' }],
  [digits, '12', '12'],
  [digits, '1x', { code: 'invalid_format' }],
  [idColumn(f), 'A-z_09', 'A-z_09'],
  [idColumn(f), 'x'.repeat(64), 'x'.repeat(64)],
  [idColumn(f), 'x'.repeat(65), { code: 'invalid_format' }],
  [idColumn(f), 'a\n', { code: 'invalid_format' }],
  [centsColumn(f), '0', '0'],
  [centsColumn(f), '9223372036854775807', '9223372036854775807'],
  [centsColumn(f), '9223372036854775808', { code: 'invalid_value' }],
  [centsColumn(f), '01', { code: 'invalid_format' }],
  [centsColumn(f), '1.5', { code: 'invalid_format' }],
  [centsColumn(f), '10000000000000000000', { code: 'invalid_format' }],
  [booleanColumn(f), 'true', 'true'],
  [booleanColumn(f), 'TRUE', { code: 'invalid_value' }],
  [choiceColumn(f, ['a', 'b'], { b: 'No b.' }), 'a', 'a'],
  [choiceColumn(f, ['a', 'b'], { b: 'No b.' }), 'b', { code: 'invalid_value', detail: 'No b.' }],
  [choiceColumn(f, ['a']), 'toString', { code: 'invalid_value', detail: 'f must be one of a.' }],
  [organizationColumn('o'), 'o', 'o'],
  [organizationColumn('o'), 'p', { code: 'invalid_value' }],
  [millisecondsColumn(f), '0', '1970-01-01T00:00:00.000Z'],
  [millisecondsColumn(f), '253402300799999', '9999-12-31T23:59:59.999Z'],
  [millisecondsColumn(f), '253402300800000', { code: 'invalid_value' }],
  [millisecondsColumn(f), '8640000000000001', { code: 'invalid_value' }],
  [millisecondsColumn(f), '-1', { code: 'invalid_format' }],
  [millisecondsColumn(f), '1e3', { code: 'invalid_format' }],
  [timeColumn(f), '2026-11-21T08:30:00Z', '2026-11-21T08:30:00.000Z'],
  [timeColumn(f), '2026-11-21T08:30:00.123Z', '2026-11-21T08:30:00.123Z'],
  [timeColumn(f), '2026-11-21t08:30:00.1239999z', '2026-11-21T08:30:00.123Z'],
  [timeColumn(f), '2026-11-21T00:30:00+01:00', '2026-11-20T23:30:00.000Z'],
  [timeColumn(f), '2024-02-29T00:00:00Z', '2024-02-29T00:00:00.000Z'],
  [timeColumn(f), '2026-02-29T00:00:00.000Z', { code: 'invalid_format' }],
  [timeColumn(f), '2026-04-31T00:00:00.000Z', { code: 'invalid_format' }],
  [timeColumn(f), '2026-13-01T00:00:00Z', { code: 'invalid_format' }],
  [timeColumn(f), '2026-11-21T24:00:00Z', { code: 'invalid_format' }],
  [timeColumn(f), '2026-11-21T08:30:60Z', { code: 'invalid_format' }],
  [timeColumn(f), '2026-11-21T08:30:00', { code: 'invalid_format' }],
  [timeColumn(f), '2026-11-21', { code: 'invalid_format' }],
  [timeColumn(f), '0000-12-31T23:59:59Z', { code: 'invalid_format' }],
  [timeColumn(f), '0999-12-31T23:59:59.999Z', { code: 'invalid_format' }],
  [timeColumn(f), '1000-01-01T00:00:00Z', '1000-01-01T00:00:00.000Z'],
  [timeColumn(f), '1000-01-01T00:00:00+00:01', { code: 'invalid_format' }],
  [timeColumn(f), '9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
  [timeColumn(f), '9999-12-31T23:59:59-00:01', { code: 'invalid_format' }],
] as const

for (const [column, cell, expected] of CELLS) {
  test(`${JSON.stringify(cell.slice(0, 30))} is ${JSON.stringify(expected).slice(0, 60)}`, () => {
    const found = column.read(cell)
    if (typeof expected === 'string') return assert.equal(found, expected)
    assert.partialDeepStrictEqual(found, expected)
    assert.match((found as { detail: string }).detail, /^(f|organizationId|No b) ?.*\.$/)
  })
}
