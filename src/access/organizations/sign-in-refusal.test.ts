import assert from 'node:assert/strict'
import { test } from 'node:test'
import { signInRefusal, stricterSignIn } from './sign-in-refusal.ts'

const NOW = Date.parse('2026-11-21T10:00:00.000Z')
const ago = (ms: number) => ({ tokenId: 'tok_1', signedInAt: NOW - ms })

const ROWS: [
  who: string,
  caller: Parameters<typeof signInRefusal>[0],
  minutes: number | null,
  isRefused: boolean,
][] = [
  ['a machine, without a limit', { tokenId: 'tok_1' }, null, false],
  ['a machine', { tokenId: 'tok_1' }, 1_440, true],
  ['the operator', { tokenId: null }, 1, false],
  ['a person at the limit', ago(900_000), 15, false],
  ['a person a millisecond later', ago(900_001), 15, true],
  ['a person whose clock is ahead', ago(-1), 15, false],
]
for (const [who, caller, minutes, isRefused] of ROWS) {
  test(`a recent sign-in: ${who}`, () => {
    const refusal = signInRefusal(caller, { approvalSignInMinutes: minutes }, NOW)
    assert.equal(refusal?.code, isRefused ? 'sign_in_required' : undefined)
  })
}

test('the stricter of two limits counts', () => {
  for (const [one, other, stricter] of [
    [null, null, null],
    [5, null, 5],
    [null, 5, 5],
    [5, 9, 5],
    [9, 5, 5],
  ] as const) {
    assert.equal(stricterSignIn(one, other).approvalSignInMinutes, stricter)
  }
})
