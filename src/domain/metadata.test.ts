import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mergedMetadata, metadataRefusal } from './metadata.ts'

const BEFORE = { grade: 'PSA 8', year: '1952' }

const ROWS: readonly [patch: Record<string, string | null>, after: Record<string, string>][] = [
  [{ grade: 'PSA 9' }, { grade: 'PSA 9', year: '1952' }],
  [{ grade: null }, { year: '1952' }],
  [{ grade: '' }, { grade: '', year: '1952' }],
  [{ set: 'Topps' }, { ...BEFORE, set: 'Topps' }],
  [{ grade: null, year: null }, {}],
]

for (const [patch, after] of ROWS) {
  test(`${JSON.stringify(patch)} makes ${JSON.stringify(after)}`, () => {
    assert.deepEqual(mergedMetadata(BEFORE, patch), after)
  })
}

test('A change that changes nothing returns what was there', () => {
  for (const patch of [{}, { grade: 'PSA 8' }, { toString: null }]) {
    assert.equal(mergedMetadata(BEFORE, patch as Record<string, string | null>), BEFORE)
  }
})

test('Every valid key is only a key', () => {
  const patch = JSON.parse('{"__proto__": "a", "constructor": "b"}')
  const after = mergedMetadata(BEFORE, patch)
  assert.equal(
    JSON.stringify(after),
    '{"grade":"PSA 8","year":"1952","__proto__":"a","constructor":"b"}',
  )
  assert.deepEqual(
    mergedMetadata(after, JSON.parse('{"__proto__": null, "constructor": null}')),
    BEFORE,
  )
})

test('A record keeps 50 pairs', () => {
  const pairs = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, '']))
  assert.equal(metadataRefusal(pairs(50)), undefined)
  assert.equal(metadataRefusal(pairs(51))?.violations[0]?.pointer, '/metadata')
})
