import assert from 'node:assert/strict'
import { test } from 'node:test'
import { needsSecondPerson } from './revalue-inventory-items.rules.ts'

// From 10,000 cents, one at each limit and one beyond it.
const CHANGES: [percent: number | null, cents: string | null, to: string, needs: boolean][] = [
  [10, null, '11000', false],
  [10, null, '11001', true],
  [10, null, '9000', false],
  [10, null, '8999', true],
  [null, '500', '10500', false],
  [null, '500', '9499', true],
  [null, null, '99999', false],
]

for (const [revaluationMaxPercent, revaluationMaxCents, to, needs] of CHANGES) {
  const limits = { revaluationMaxPercent, revaluationMaxCents }
  const who = needs ? 'Two people revalue' : 'One person revalues'
  test(`${who} to ${to} with ${JSON.stringify(limits)}`, () => {
    assert.equal(needsSecondPerson(limits, '10000', to), needs)
  })
}
