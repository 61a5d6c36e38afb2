import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DEFAULT_POLICY } from '../support/operations/default-policy.ts'
import { withoutWriting } from '../support/vault/refusal.ts'
import { openVault } from '../support/vault/vault.ts'

const { api, records, sql } = await openVault()
const PATH = '/v1/organization-policy'
const OTHERS = {
  fourEyes: false,
  transferExpirySeconds: 60,
  insuredExposure: 'block',
  systemApproval: 'within_limits',
  systemApprovalMaxItems: 10,
  systemApprovalMaxDeclaredValueCents: '5000000',
  systemApprovalMaxItemsPerDay: 50,
  systemApprovalMaxDeclaredValueCentsPerDay: '7000000',
  systemApprovalReasons: ['trade'],
  revaluationReviewDays: 7,
  revaluationMaxPercent: 20,
  revaluationMaxCents: '900',
  recipientRequired: true,
  sessionIdleMinutes: 30,
  sessionMaxHours: 8,
  approvalProof: 'passkey',
  approvalRules: [{ approvals: 2, aboveItems: 3 }],
}

const organization = () => records.owner()
type Organization = Awaited<ReturnType<typeof organization>>

async function updated({ token }: Organization, body: object) {
  const response = await api.patch(PATH, { token, body })
  assert.equal(response.status, 200, response.text)
  return response
}

/** The whole view, as text: also the order of its members is compared. */
function view({ organizationId, id }: Organization, version: number, members: object, at: string) {
  const data = { organizationId, version, ...DEFAULT_POLICY, ...members }
  return JSON.stringify({ data: { ...data, changedAt: at, changedByTokenId: id } })
}

const versions = async (organizationId: string) => [
  ...(await sql`
    select version, changed_by_token_id from organization_policies
    where organization_id = ${organizationId} order by version`),
]

test('Every change creates the next version: the latest one with the supplied members', async () => {
  const one = await organization()
  let members = {}
  let version = 0
  const back = Object.entries(DEFAULT_POLICY).filter(([name]) => name in OTHERS)
  for (const change of [OTHERS, ...back.map(([name, value]) => ({ [name]: value }))]) {
    version += 1
    members = { ...members, ...change }
    const before = Date.now()
    const response = await updated(one, change)
    const { changedAt } = response.body.data
    assert.equal(response.text, view(one, version, members, changedAt))
    assert.ok(Date.parse(changedAt) >= before - 1_000 && Date.parse(changedAt) <= Date.now())
    assert.equal((await api.get(PATH, { token: one.token })).text, response.text)
  }
  // A token of a machine cannot set that one.
  assert.deepEqual({ ...members, approvalSignInMinutes: null }, DEFAULT_POLICY)
})

test('Every version is kept with the token that created it', async () => {
  const one = await organization()
  const two = { ...one, ...(await records.token(one.organizationId)) }
  const other = await organization()
  const { text } = await updated(other, { recipientRequired: true })
  await updated(one, { fourEyes: false })
  await updated(two, { fourEyes: true })
  assert.deepEqual(await versions(one.organizationId), [
    { version: 1, changedByTokenId: one.id },
    { version: 2, changedByTokenId: two.id },
  ])
  const theirs = await api.get(PATH, { token: other.token })
  assert.equal(theirs.text, text, 'the policy of another organization is left alone')
})

test('An update that changes nothing returns the policy and creates no version', async () => {
  const one = await organization()
  const initial = await withoutWriting(records, () => updated(one, DEFAULT_POLICY))
  const { organizationId } = one
  const never = { changedAt: null, changedByTokenId: null }
  assert.deepEqual(initial.body.data, { organizationId, version: 0, ...DEFAULT_POLICY, ...never })
  const { text } = await updated(one, OTHERS)
  const two = { ...one, ...(await records.token(one.organizationId)) }
  for (const [name, value] of Object.entries(OTHERS)) {
    const response = await withoutWriting(records, () => updated(two, { [name]: value }))
    assert.equal(response.text, text)
  }
})

test('Values are accepted at their bounds; null means no limit', async () => {
  const one = await organization()
  const fboAccountId = await records.fboAccount(one.organizationId)
  const rows: [string, unknown[]][] = [
    ['transferExpirySeconds', [1, 31_536_000, null]],
    ['insuredExposure', ['observe', 'block', 'review']],
    ['systemApproval', ['within_limits', 'off']],
    ['systemApprovalMaxItems', [1, 1_000, null]],
    ['systemApprovalMaxDeclaredValueCents', ['0', '9223372036854775807', null]],
    ['systemApprovalMaxItemsPerDay', [1, 1_000_000, null]],
    ['systemApprovalMaxDeclaredValueCentsPerDay', ['0', '9223372036854775807', null]],
    ['systemApprovalReasons', [[], ['rebalance'], ['request', 'trade', 'rebalance']]],
    ['revaluationReviewDays', [1, 365, null]],
    ['revaluationMaxPercent', [1, 100_000, null]],
    ['revaluationMaxCents', ['0', '9223372036854775807', null]],
    [
      'approvalRules',
      [
        [{ approvals: 2 }],
        [{ aboveDeclaredValueCents: '0', aboveItems: 0, approvals: 5 }],
        [{ aboveDeclaredValueCents: '9223372036854775807', aboveItems: 1_000, approvals: 2 }],
        Array.from({ length: 20 }, (_, aboveItems) => ({ approvals: 3, aboveItems, fboAccountId })),
        [],
      ],
    ],
  ]
  let version = 0
  for (const [name, values] of rows) {
    for (const value of values) {
      version += 1
      const { data } = (await updated(one, { [name]: value })).body
      assert.deepEqual(data[name], value)
      assert.equal(data.version, version)
    }
  }
})

test('Reasons are returned in the published order, in whatever order they were sent', async () => {
  const one = await organization()
  const sent = (systemApprovalReasons: string[]) => updated(one, { systemApprovalReasons })
  const { data } = (await sent(['rebalance', 'request'])).body
  assert.deepEqual(data.systemApprovalReasons, ['request', 'rebalance'])
  await withoutWriting(records, () => sent(['request', 'rebalance']))
})

test('Simultaneous updates of different members are all kept', async () => {
  for (let round = 0; round < 10; round += 1) {
    const one = await organization()
    const changes = Object.entries(OTHERS).map(([name, value]) => ({ [name]: value }))
    await Promise.all(changes.map((change) => updated(one, change)))
    const { data } = (await api.get(PATH, { token: one.token })).body
    assert.equal(data.version, changes.length)
    const { changedAt } = data
    assert.equal(JSON.stringify({ data }), view(one, changes.length, OTHERS, changedAt))
  }
})

test('Of forty simultaneous equal updates one creates a version', async () => {
  const one = await organization()
  const send = () => updated(one, { insuredExposure: 'block' })
  const responses = await Promise.all(Array.from({ length: 40 }, send))
  for (const { body } of responses) assert.equal(body.data.version, 1)
  assert.equal((await versions(one.organizationId)).length, 1)
})
