import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fitOf, searchedOf } from './rank-results.rules.ts'
import type { ResultType, SearchedRow } from './searched-types.ts'

const ADA: SearchedRow = {
  id: 'fbo_01kaj2v4mzfrvb8m4c5t1q9s7e',
  firstName: 'Ada',
  lastName: 'Lindqvist',
  email: 'a.lindqvist@example.com',
  phone: '+46 8 555 012 34',
  businessName: 'Watches of Ada AB',
  externalId: 'CUST-00417',
}

// The best first: each row fits worse than the one above.
const FITS: readonly (readonly [text: string, match: string | undefined])[] = [
  ['FBO_01kaj2v4mzfrvb8m4c5t1q9s7e', 'id'],
  ['cust 00417', 'externalId'],
  ['Watches of', 'businessName'],
  ['Lindqvist', 'name'],
  ['Watches o', 'businessName'],
  ['lindqv', 'name'],
  ['lindqvist watches', 'name'],
  ['lindkvist', 'name'],
  ['ada psa', undefined],
]

test('A record fits in the published order, by the text that fits best', () => {
  const ranks = FITS.map(([text, match]) => {
    const fit = fitOf('fbo_account', ADA, searchedOf(text), true)
    assert.equal(fit?.match, match, text)
    return fit?.rank ?? Number.POSITIVE_INFINITY
  })
  const ordered = ranks.toSorted((one, other) => one - other)
  assert.deepEqual(ranks, ordered)
  assert.equal(new Set(ranks).size, ranks.length)
})

test('Typing errors are forgiven only where that is asked for', () => {
  assert.equal(fitOf('fbo_account', ADA, searchedOf('lindkvist'), false), undefined)
})

test('A typing error leaves four in ten trigrams of a word', () => {
  assert.equal(fitOf('fbo_account', ADA, searchedOf('lindbergh'), true)?.match, 'name')
  assert.equal(fitOf('fbo_account', ADA, searchedOf('linkoping'), true), undefined)
})

test('A text without letters or digits fits nothing', () => {
  for (const type of ['fbo_account', 'inventory_item'] satisfies ResultType[]) {
    assert.equal(fitOf(type, ADA, searchedOf('##'), true), undefined)
  }
})
