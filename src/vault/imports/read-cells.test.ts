import assert from 'node:assert/strict'
import { test } from 'node:test'
import { reasonMember } from '../../domain/fields.ts'
import { UPDATABLE_FIELDS } from '../accounts/fbo-account.ts'
import { RECIPIENT_MEMBERS } from '../shipments/recipient.ts'
import { oneOf, readCents, readId, readMilliseconds, readTime, textBy } from './read-cells.ts'
import { organizationColumn } from './read-rows.ts'

const text = textBy({ minLength: 2, maxLength: 4 })
const digits = textBy({ minLength: 1, maxLength: 9, pattern: '^[0-9]*$' })
const isPrimary = oneOf(['true', 'false'])
const organization = organizationColumn('o').read

// [reader, cell, what is stored, or the code of the violation]
const CELLS = [
  [text, 'a', { code: 'too_short' }],
  [text, '😀', { code: 'too_short' }],
  [text, 'ab', 'ab'],
  [text, '😀😀😀😀', '😀😀😀😀'],
  [text, 'abcde', { code: 'too_long' }],
  [text, '\u0000ab', { code: 'invalid_format' }],
  [textBy(reasonMember('', '')), ' \u200b', { code: 'invalid_format' }],
  [textBy(UPDATABLE_FIELDS.phone), '０3 ١٢', '03 12'],
  [
    textBy(RECIPIENT_MEMBERS.countryCode),
    'UK',
    {
      code: 'invalid_format',
      detail:
        'must be GB, which is the code of this country. Send the two capital letters of a country (ISO 3166-1), such as SE.',
    },
  ],
  [digits, '12', '12'],
  [digits, '1x', { code: 'invalid_format' }],
  [readId, 'A-z_09', 'A-z_09'],
  [readId, 'x'.repeat(64), 'x'.repeat(64)],
  [readId, 'x'.repeat(65), { code: 'invalid_format' }],
  [readId, 'a\n', { code: 'invalid_format' }],
  [readCents, '0', '0'],
  [readCents, '9223372036854775807', '9223372036854775807'],
  [readCents, '9223372036854775808', { code: 'invalid_value' }],
  [readCents, '01', { code: 'invalid_format' }],
  ...[
    [2, '250000.00'],
    [0, '25000000'],
    [3, '25000.000'],
  ].map(
    ([digits, example]) =>
      [
        (cell: string) => readCents(cell, Number(digits)),
        '-1',
        {
          code: 'invalid_format',
          detail: `must be a whole number of cents from 0 to 9223372036854775807, such as 25000000 for ${example} of the currency.`,
        },
      ] as const,
  ),
  [readCents, '1.5', { code: 'invalid_format' }],
  [readCents, '10000000000000000000', { code: 'invalid_format' }],
  [isPrimary, 'true', 'true'],
  [isPrimary, 'TRUE', 'true'],
  ...['WAHR', 'vrai', 'Verdadero', 'DOĞRU', 'ИСТИНА'].map(
    (word) => [isPrimary, word, 'true'] as const,
  ),
  ...['FALSCH', 'faux', 'Falso', 'YANLIŞ', 'ЛОЖЬ'].map(
    (word) => [isPrimary, word, 'false'] as const,
  ),
  ...['yes', 'no', '0', '""""1""""', 'ja'].map(
    (word) =>
      [isPrimary, word, { code: 'invalid_value', detail: 'must be one of true, false.' }] as const,
  ),
  [oneOf(['a']), 'wahr', { code: 'invalid_value' }],
  [oneOf(['a', 'b']), 'b', 'b'],
  [oneOf(['in_vault']), 'In vault', 'in_vault'],
  [oneOf(['in_vault']), 'IN_VAULT', 'in_vault'],
  [oneOf(['a']), 'toString', { code: 'invalid_value', detail: 'must be one of a.' }],
  [organization, 'o', 'o'],
  [organization, 'p', { code: 'invalid_value' }],
  [readMilliseconds, '0', { code: 'invalid_value' }],
  [readMilliseconds, '86400000', { code: 'invalid_value' }],
  [readMilliseconds, '2678400000', '1970-02-01T00:00:00.000Z'],
  [readMilliseconds, '1763712000123', '2025-11-21T08:00:00.123Z'],
  [readMilliseconds, '1763712000', { code: 'invalid_value' }],
  [readMilliseconds, '45292', { code: 'invalid_value' }],
  [readMilliseconds, '4102444800000', { code: 'invalid_value' }],
  [readMilliseconds, '8640000000000001', { code: 'invalid_value' }],
  [readMilliseconds, '-1', { code: 'invalid_format' }],
  [readMilliseconds, '1e3', { code: 'invalid_format' }],
  [readTime, '2026-11-21T08:30:00Z', '2026-11-21T08:30:00.000Z'],
  [readTime, '2026-11-21T08:30:00.123Z', '2026-11-21T08:30:00.123Z'],
  [readTime, '2026-11-21t08:30:00.1239999z', '2026-11-21T08:30:00.123Z'],
  [readTime, '2026-11-21T00:30:00+01:00', '2026-11-20T23:30:00.000Z'],
  [readTime, '2024-02-29T00:00:00Z', '2024-02-29T00:00:00.000Z'],
  [readTime, '2026-02-29T00:00:00.000Z', { code: 'invalid_format' }],
  [readTime, '2026-04-31T00:00:00.000Z', { code: 'invalid_format' }],
  [readTime, '2026-13-01T00:00:00Z', { code: 'invalid_format' }],
  [readTime, '2026-11-21T24:00:00Z', { code: 'invalid_format' }],
  [readTime, '2026-11-21T08:30:60Z', { code: 'invalid_format' }],
  [readTime, '2016-12-31T23:59:60Z', { code: 'invalid_format' }],
  [readTime, '2026-11-21T08:30:00Z[UTC]', { code: 'invalid_format' }],
  [readTime, '2026-11-21T08:30:00', { code: 'invalid_format' }],
  [readTime, '2026-11-21', { code: 'invalid_format' }],
  [readTime, '0000-12-31T23:59:59Z', { code: 'invalid_format' }],
  [readTime, '0999-12-31T23:59:59.999Z', { code: 'invalid_format' }],
  [readTime, '1000-01-01T00:00:00Z', { code: 'invalid_value' }],
  [readTime, '1899-12-30T00:00:00Z', { code: 'invalid_value' }],
  [readTime, '1904-01-01T00:00:00Z', { code: 'invalid_value' }],
  [readTime, '1970-01-31T23:59:59.999Z', { code: 'invalid_value' }],
  [readTime, '1970-02-01T01:00:00+01:00', '1970-02-01T00:00:00.000Z'],
  [readTime, '1000-01-01T00:00:00+00:01', { code: 'invalid_value' }],
  [readTime, '1970-01-20T16:13:20Z', { code: 'invalid_value' }],
  [readTime, '1970-01-01T00:00:45Z', { code: 'invalid_value' }],
  [readTime, '2026-11-21T08:30:00+16:00', { code: 'invalid_format' }],
  [readTime, '2100-01-01T00:00:00Z', { code: 'invalid_value' }],
  [readTime, '9999-12-31T23:59:59.999Z', { code: 'invalid_value' }],
  [readTime, '9999-12-31T23:59:59-00:01', { code: 'invalid_format' }],
  [readTime, '10000-01-01T00:00:00.000Z', { code: 'invalid_format' }],
] as const

for (const [read, cell, expected] of CELLS) {
  test(`${JSON.stringify(cell.slice(0, 30))} is ${JSON.stringify(expected).slice(0, 60)}`, () => {
    const found = read(cell)
    if (typeof expected === 'string') return assert.equal(found, expected)
    assert.partialDeepStrictEqual(found, expected)
    assert.match((found as { detail: string }).detail, /^(must|does) .*\.$/)
  })
}
