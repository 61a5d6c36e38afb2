import assert from 'node:assert/strict'
import { test } from 'node:test'
import { EVENT_TYPES } from '../../src/domain/events.ts'
import { SoftwareAuthenticator } from '../support/passkeys/software-authenticator.ts'
import { ORGANIZATION_ID } from '../support/sealed-log/made-export.ts'
import {
  approved,
  completed,
  content,
  created,
  issued,
  policy,
  proofBy,
  registered,
  type Told,
} from '../support/sealed-log/told-approvals.ts'
import { type Forged, verdictOn } from '../support/sealed-log/verdict-on.ts'

// Logs by a forger who holds the database and the signing key: each would let an approval pass that
// the policy asked a passkey for.

const ada = new SoftwareAuthenticator()
const ASKS = policy({ approvalProof: 'passkey' })
const ASKS_NOT = policy({ approvalProof: 'none' })
const OTHER: Told = { type: 'role.created', id: 'role_1', data: {} }
const BARE = completed('x', 'tok_ada')
const CHECKED = [
  ASKS,
  issued('tok_ada', 'prsn_ada'),
  registered('pkey_ada', 'prsn_ada', ada),
  created('x'),
] // 1 to 4
const [GIVEN, END] = approved('x', 'tok_ada', proofBy(ada, content('x'))) as [Told, Told]
const of = (type: string, id: string, data: object = {}): Told => ({
  type,
  id,
  data: { version: 2, ...data },
})
const bySystem = (told: Told): Told => ({
  ...told,
  tokenId: null,
  data: { ...told.data, approvedBySystem: true },
})
const endWith = (data: object, more: object = {}): Told => ({
  ...END,
  ...more,
  data: { ...END.data, ...data },
})
const WIPED: Told = {
  type: 'organization.wiped',
  id: ORGANIZATION_ID,
  subject: 'organization',
  data: {},
}
const SYSTEM_MAY = policy({ approvalProof: 'passkey', systemApproval: 'within_limits' })
const SYSTEM_MAY_NOT = policy({ systemApproval: 'off' })

const at = (occurredAt: string) => ({ occurredAt })
const FAR = at('9999-01-01T00:00:00.000Z')
/** The forgery, the log, the kind and the number of the event that is named, and other times. */
const FORGED: [what: string, log: readonly Told[], bad: string, forged?: Forged][] = [
  [
    'an event of the future before the policy',
    [OTHER, ASKS, created('x'), BARE],
    'missing 4',
    { 1: FAR },
  ],
  ['a policy of the future', [ASKS, created('x'), BARE], 'missing 3', { 1: FAR }],
  [
    'a policy and all behind it of the future',
    [ASKS, created('x'), BARE],
    'time 1',
    { 1: FAR, 2: FAR, 3: FAR },
  ],
  [
    'a policy of long ago',
    [ASKS, ASKS_NOT, BARE],
    'missing 3',
    { 2: at('0000-01-01T00:00:00.000Z') },
  ],
  [
    'a policy that ends and begins again at once',
    [ASKS, created('x'), ASKS_NOT, ASKS, BARE],
    'missing 5',
    { 4: at('2026-11-21T10:20:00.000Z') },
  ],
  [
    'the word of the system after an event of the future and the end of its policy',
    [SYSTEM_MAY, OTHER, SYSTEM_MAY_NOT, created('x'), bySystem(BARE)],
    'missing 5',
    { 2: FAR },
  ],
  [
    'the word of the system about a transfer of before its policy',
    [ASKS, created('x'), SYSTEM_MAY, bySystem(BARE)],
    'missing 4',
  ],
  [
    'the word of the system about a transfer that nobody created',
    [SYSTEM_MAY, bySystem(BARE)],
    'missing 2',
  ],
  ['a policy of the system of no known value', [policy({ systemApproval: 'yes' })], 'form 1'],
  [
    'a shipment approved by the system',
    [
      SYSTEM_MAY,
      of('outbound_shipment.created', 's'),
      bySystem(of('outbound_shipment.approved', 's')),
    ],
    'missing 3',
  ],
  [
    'a revaluation approved by the system',
    [SYSTEM_MAY, of('revaluation.requested', 'r'), bySystem(of('revaluation.approved', 'r'))],
    'missing 3',
  ],
  [
    'one of several approvals by the system',
    [SYSTEM_MAY, created('x'), bySystem(of('transfer.approval_given', 'x')), BARE],
    'missing 3',
  ],
  [
    'the end of a record of another type behind an approval',
    [...CHECKED, GIVEN, of('outbound_shipment.approved', 'x', { totalItems: 2 })],
    'missing 6',
  ],
  ['an end of other items', [...CHECKED, GIVEN, endWith({ totalItems: 9 })], 'missing 6'],
  [
    'an end to another account',
    [...CHECKED, GIVEN, endWith({ toFboAccountId: 'fbo_9' })],
    'missing 6',
  ],
  [
    'an end by another token',
    [...CHECKED, GIVEN, endWith({}, { tokenId: 'tok_eve' })],
    'missing 6',
  ],
  ['a proof given twice for one version', [...CHECKED, GIVEN, GIVEN, END], 'content 6'],
  [
    'a proof given again for a record created again',
    [...CHECKED, GIVEN, END, created('x'), GIVEN],
    'form 7',
  ],
  [
    'a proof given again for a record of the same id after a wipe',
    [...CHECKED, GIVEN, END, WIPED, created('x'), GIVEN, END],
    'form 8',
  ],
  ['a record that waits, called wiped', [...CHECKED, ASKS_NOT, WIPED, BARE], 'missing 7'],
  [
    'a record that waits, called wiped and created again',
    [...CHECKED, ASKS_NOT, WIPED, created('x'), BARE],
    'missing 8',
  ],
  [
    'a transfer that ended, created again under a lower policy',
    [ASKS, created('x'), of('transfer.cancelled', 'x'), ASKS_NOT, created('x'), BARE],
    'form 5',
  ],
  [
    'a revaluation that ended, requested again under a lower policy',
    [
      ...[ASKS, of('revaluation.requested', 'r'), of('revaluation.cancelled', 'r'), ASKS_NOT],
      ...[of('revaluation.requested', 'r'), of('revaluation.approved', 'r')],
    ],
    'form 5',
  ],
  ['a wipe of a record', [...CHECKED, { ...WIPED, subject: 'transfer' }], 'form 5'],
  [
    'a record whose end is that of another type',
    [ASKS, created('x'), ASKS_NOT, of('revaluation.cancelled', 'x'), created('x'), BARE],
    'missing 6',
  ],
  [
    'a shipment that ended before an import',
    [
      ...[ASKS, of('outbound_shipment.created', 's'), ASKS_NOT],
      {
        type: 'outbound_shipment.imported',
        id: ORGANIZATION_ID,
        subject: 'organization',
        data: {},
      },
      ...[of('outbound_shipment.cancelled', 's'), of('outbound_shipment.approved', 's')],
    ],
    'missing 6',
  ],
  ...[
    'transfer.approved',
    'Transfer.completed',
    'transfer.completed ',
    'approval.given',
    'toString',
  ].map((type): [string, Told[], string] => [
    `an event of the type ${type}`,
    [...CHECKED, of(type, 'x')],
    'form 5',
  ]),
]
for (const [what, log, bad, forged] of FORGED) {
  test(`${what}: an approval without its proof is named`, async (t) => {
    assert.equal((await verdictOn(t, log, forged)).bad, bad)
  })
}

test('an approval that began before the policy may end within a minute behind it', async (t) => {
  const times = { 2: at('2026-11-21T10:05:00.000Z'), 3: at('2026-11-21T10:04:59.000Z') }
  assert.equal((await verdictOn(t, [created('x'), ASKS, BARE], times)).bad, null)
})

test('A transfer made as the policy of the system ends may be approved within a minute', async (t) => {
  const log = [SYSTEM_MAY, SYSTEM_MAY_NOT, created('x'), bySystem(BARE)]
  const second = (count: number) => at(`2026-11-21T10:05:0${count}.000Z`)
  const { bad } = await verdictOn(t, log, { 2: second(1), 3: second(2), 4: second(3) })
  assert.equal(bad, null)
})

test('every other type of event is known to both verifiers', async (t) => {
  const judged =
    /^(access_token|session|passkey|organization_policy|transfer|revaluation|outbound_shipment)\./
  const others = Object.keys(EVENT_TYPES).filter(
    (type) => !judged.test(type) && type !== WIPED.type,
  )
  const steps = ['updated', 'inspecting', 'submitted', 'returned_to_packing', 'held', 'released']
  const told = [...others, ...[...steps, 'delivered'].map((step) => `outbound_shipment.${step}`)]
  const more = ['transfer.updated', 'transfer.system_approval_declined']
  const log = [...told, ...more].map((type) => of(type, 'any'))
  assert.equal((await verdictOn(t, log)).bad, null)
})
