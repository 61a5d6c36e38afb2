import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ApprovalRule, approvalsRequired, isLoosened } from './approval-rules.ts'

const RECORD = {
  totalItems: 10,
  declaredValuesCents: ['1', '1000'],
  fboAccountIds: ['fbo_a', 'fbo_b'],
}

const REQUIRED: [rule: string, rules: ApprovalRule[], approvals: number][] = [
  ['none', [], 1],
  ['without conditions', [{ approvals: 2 }], 2],
  ['a value below', [{ aboveDeclaredValueCents: '999', approvals: 2 }], 2],
  ['its own value', [{ aboveDeclaredValueCents: '1000', approvals: 2 }], 1],
  ['numbers, not text', [{ aboveDeclaredValueCents: '99', approvals: 2 }], 2],
  ['fewer items', [{ aboveItems: 9, approvals: 2 }], 2],
  ['as many items', [{ aboveItems: 10, approvals: 2 }], 1],
  ['one of its accounts', [{ fboAccountId: 'fbo_b', approvals: 2 }], 2],
  ['another account', [{ fboAccountId: 'fbo_c', approvals: 2 }], 1],
  [
    'all conditions',
    [{ aboveDeclaredValueCents: '999', aboveItems: 9, fboAccountId: 'fbo_a', approvals: 4 }],
    4,
  ],
  ['all but the first', [{ aboveDeclaredValueCents: '1000', aboveItems: 9, approvals: 4 }], 1],
  ['all but the last', [{ aboveItems: 9, fboAccountId: 'fbo_c', approvals: 4 }], 1],
  ['the most of those that fit', [{ approvals: 2 }, { approvals: 4 }, { approvals: 3 }], 4],
  ['the most of all does not fit', [{ approvals: 2 }, { aboveItems: 10, approvals: 5 }], 2],
]
for (const [rule, rules, approvals] of REQUIRED) {
  test(`approvals by rule: ${rule}`, () => {
    assert.equal(approvalsRequired(rules, RECORD), approvals)
  })
}

const CONDITIONS = { aboveDeclaredValueCents: '1000', aboveItems: 9, fboAccountId: 'fbo_a' }
const RULE: ApprovalRule = { ...CONDITIONS, approvals: 3 }
const without = (member: keyof ApprovalRule) => {
  const { [member]: _, ...rest } = RULE
  return rest as ApprovalRule
}

const CHANGES: [change: string, after: ApprovalRule[], isLoosened: boolean][] = [
  ['none', [RULE], false],
  ['one more', [{ approvals: 2 }, RULE], false],
  ['removed', [], true],
  ['more approvals', [{ ...RULE, approvals: 4 }], false],
  ['fewer approvals', [{ ...RULE, approvals: 2 }], true],
  ['a lower value', [{ ...RULE, aboveDeclaredValueCents: '999' }], false],
  ['a higher value', [{ ...RULE, aboveDeclaredValueCents: '1001' }], true],
  ['any value', [without('aboveDeclaredValueCents')], false],
  ['fewer items', [{ ...RULE, aboveItems: 8 }], false],
  ['more items', [{ ...RULE, aboveItems: 10 }], true],
  ['any number of items', [without('aboveItems')], false],
  ['another account', [{ ...RULE, fboAccountId: 'fbo_b' }], true],
  ['any account', [without('fboAccountId')], false],
]
for (const [change, after, loosened] of CHANGES) {
  test(`a change of approval rules: ${change}`, () => {
    assert.equal(isLoosened([RULE], after), loosened)
  })
}

test('a condition that is added loosens a rule', () => {
  for (const member of ['aboveDeclaredValueCents', 'aboveItems', 'fboAccountId'] as const) {
    assert.equal(isLoosened([without(member)], [RULE]), true, member)
  }
})
