import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DEFAULT_POLICY } from '../../access/organizations/organization-policy.ts'
import { operatorFor } from '../../domain/caller.ts'
import { Refusal, type RefusalCode } from '../../domain/errors.ts'
import type { ApprovalState } from './approval.ts'
import { type Found, judgedDecision } from './decision.rules.ts'

const NOW = Date.parse('2026-11-21T10:00:00Z')
const holder = (id: string, owner: string | null = null) => {
  return { id, owner, principalId: null, personId: null }
}
const HOLDERS = [holder('tok_maker'), holder('tok_director'), holder('tok_1'), holder('tok_2')]
const STATE: ApprovalState = {
  given: [],
  required: null,
  rules: [],
  approvalSignInMinutes: null,
  needsProof: false,
  declaredValueCents: null,
  fboAccountIds: null,
}
const given = (tokenId: string | null) => ({ given: [{ atMs: NOW - 1, tokenId, personId: null }] })
const SEVERAL = { rules: [{ approvals: 2 }] }
const ILLEGAL = new Refusal('invalid_state_transition', { detail: '', members: {} as never })
const OWN = new Refusal('revaluation_outdated', { detail: '', members: {} as never })

interface Case {
  readonly by?: string | null
  readonly verb?: string
  readonly fourEyes?: boolean
  readonly ifMatch?: readonly number[]
  readonly state?: Partial<ApprovalState>
  readonly before?: Partial<Pick<Found<never>, 'illegal' | 'ownRefusal'>>
}

function judged({ by = 'tok_1', verb = 'approve', fourEyes = true, ...one }: Case) {
  const before = {
    ...{ row: { id: 'rec_1', version: 3, totalItems: 1 }, atMs: NOW },
    ...{ illegal: undefined, ownRefusal: undefined, ...one.before },
    content: () => assert.fail('nobody signed'),
  }
  const facts = {
    id: 'rec_1',
    makerIds: ['tok_maker', 'tok_director'],
    approvals: { ...STATE, ...one.state },
  }
  const request = {
    caller: { ...operatorFor('org_1'), tokenId: by },
    input: { id: 'rec_1', verb, ifMatch: one.ifMatch },
  }
  return judgedDecision(
    request,
    before,
    {
      policy: { organizationId: 'org_1', ...DEFAULT_POLICY, fourEyes },
      factsById: new Map([['rec_1', facts]]),
      holdersById: new Map(HOLDERS.map((token) => [token.id, token])),
      signers: new Map(),
    },
    { noun: 'transfer', asksSignIn: verb === 'approve', nowMs: NOW },
  )
}

const illegal = { before: { illegal: ILLEGAL } }
const own = { before: { ownRefusal: OWN } }
const both = { before: { illegal: ILLEGAL, ownRefusal: OWN } }
const stale = { ifMatch: [2] }
const signIn = { approvalSignInMinutes: 5, needsProof: true }
const again = { ...SEVERAL, ...given('tok_1'), needsProof: true }
const byMaker = { by: 'tok_maker' }

/** In published order; each row breaks its rule and later ones that can be broken with it. */
const ROWS: [code: RefusalCode | undefined, when: string, one: Case][] = [
  ['sign_in_required', 'before all', { ...byMaker, ...stale, ...both, state: signIn }],
  ['version_conflict', 'before four eyes', { ...byMaker, ...stale, ...both }],
  ['self_approval_forbidden', 'in any status', { ...byMaker, ...both }],
  ['self_approval_forbidden', 'of who directed it', { by: 'tok_director', ...both }],
  [
    'self_approval_forbidden',
    'one of several, with four eyes off',
    { ...byMaker, fourEyes: false, state: SEVERAL, ...own },
  ],
  [
    'invalid_state_transition',
    'one of several behind its end, with four eyes off',
    { ...byMaker, fourEyes: false, state: SEVERAL, ...both },
  ],
  ['invalid_state_transition', 'before a repeated approval', { ...illegal, state: again }],
  ['already_approved', 'before its own refusal', { ...own, state: again }],
  [
    'already_approved',
    'the operator, twice',
    { by: null, state: { ...SEVERAL, ...given(null) }, ...own },
  ],
  ['revaluation_outdated', 'before the proof', { ...own, state: { needsProof: true } }],
  ['proof_required', 'nobody signed', { state: { needsProof: true } }],
  [undefined, 'four eyes are off', { ...byMaker, fourEyes: false }],
  [
    undefined,
    'another person approved it',
    { by: 'tok_2', state: { ...SEVERAL, ...given('tok_1') } },
  ],
  [undefined, 'its maker rejects it', { ...byMaker, verb: 'reject', state: again }],
  ['invalid_state_transition', 'a rejection', { verb: 'reject', ...both }],
  ['version_conflict', 'a rejection', { verb: 'reject', ...stale, ...both }],
]
for (const [code, when, one] of ROWS) {
  test(`A decision is refused by: ${code ?? 'nothing'} (${when})`, () => {
    const outcome = judged(one)
    assert.equal(outcome instanceof Refusal ? outcome.code : undefined, code)
  })
}

test('An approval has its number and that of all that are needed', () => {
  const approvalOf = (one: Case) => {
    const outcome = judged(one)
    assert.ok(!(outcome instanceof Refusal))
    return outcome
  }
  const alone = { atMs: NOW, tokenId: 'tok_2', personId: null }
  const only = approvalOf({ by: 'tok_2' })
  assert.deepEqual(only.approval, {
    ...alone,
    ...{ version: 3, number: 1, required: 1, proof: undefined },
  })
  assert.deepEqual(only.approvals.given, [alone])
  const first = approvalOf({ by: 'tok_2', state: SEVERAL })
  assert.deepEqual([first.approval?.number, first.approval?.required], [1, 2])
  const second = approvalOf({ by: 'tok_2', state: { ...SEVERAL, ...given('tok_1') } })
  assert.deepEqual([second.approval?.number, second.approval?.required], [2, 2])
  assert.equal(approvalOf({ verb: 'reject' }).approval, undefined)
})

test('Who may not approve is told why, and how many approvals there are', () => {
  const refused = judged({ by: 'tok_director' })
  assert.match((refused as Refusal).message, /^Who changed the directions of a transfer/)
  assert.match((judged(byMaker) as Refusal).message, /^The creator of a transfer/)
  const twice = judged({ state: again }) as Refusal
  assert.deepEqual(twice.members, { approvalsGiven: 1, approvalsRequired: 2 })
})
