import assert from 'node:assert/strict'
import { test } from 'node:test'
import { foldedValue } from './folding.ts'
import { identifierViolations, placedIdentifiers } from './identifiers.ts'

const SAME: readonly (readonly string[])[] = [
  ['42118903', ' 42 118 903 ', '42\u00a0118\u2003903', '４２１１８９０３', '42\n118903'],
  ['AB-1', 'ab-1', 'Ａb-1', 'aB - 1'],
  ['STRASSE', 'straße', 'Strasse'],
  ['Café', 'Cafe\u0301', 'CAFÉ'],
  ['ΣΑΣ', 'σας', 'σασ'],
  ['ﬁ', 'FI', 'fi'],
  [
    '88117722',
    ...['\u200b', '\u00ad', '\u2060', '\u200e', '\ufeff', '\ufe0f', '\u{e0041}'].map(
      (c) => `8811${c}7722`,
    ),
  ],
  ['AB-1', 'AB–1', 'AB\u20111', 'ab−١'],
  ["O'Neil", 'O’NEIL'],
]

for (const values of SAME) {
  test(`${JSON.stringify(values)} are one identifier`, () => {
    assert.equal(new Set(values.map(foldedValue)).size, 1)
    assert.equal(foldedValue(foldedValue(values[0] ?? '')), foldedValue(values[0] ?? ''))
  })
}

test('Signs count', () => {
  assert.equal(new Set(['AB-1', 'AB1', 'AB/1', 'AB.1'].map(foldedValue)).size, 4)
})

test('A pair that comes twice is named at each position; another scheme is another pair', () => {
  const pairs = ['serial:A 1', 'sku:A1', 'serial:a1'].map((pair) => pair.split(':'))
  const list = pairs.map(([scheme, value]) => ({ scheme, value }))
  const violations = identifierViolations(placedIdentifiers(list, '/identifiers'))
  const found = violations.map(({ pointer, code }) => `${pointer} ${code}`)
  const twice = 'duplicate_identifier'
  assert.deepEqual(found, [`/identifiers/0 ${twice}`, `/identifiers/2 ${twice}`])
})

test('A value that stands for too many characters is refused', () => {
  // One ligature of 18 letters.
  const long = { scheme: 'serial', value: '\ufdfa'.repeat(128) }
  const placed = placedIdentifiers([long], '/identifiers')
  const [violation] = identifierViolations(placed)
  assert.deepEqual([violation?.pointer, violation?.code], ['/identifiers/0/value', 'too_long'])
})

test('What is no list of pairs is left to the schema', () => {
  const lists = [[null], [1], [{}], [{ scheme: 1, value: 'a' }]]
  for (const list of [undefined, null, 'a', 7, {}, ...lists]) {
    assert.deepEqual(placedIdentifiers(list, ''), [])
  }
})
