import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RefusalCode } from '../../src/errors.ts'
import { assertRefused, withoutWriting } from '../support/refusal.ts'
import { openVault } from '../support/vault.ts'

const { api, records, sql } = await openVault()
const PATH = '/v1/organization-policy'
const MEMBERS =
  'fourEyes, transferExpirySeconds, insuredExposure, systemApproval, systemApprovalMaxItems, ' +
  'systemApprovalMaxDeclaredValueCents, systemApprovalReasons'
const AT_LEAST_ONE = `Send at least one of ${MEMBERS}.`
const DEFAULTS = {
  fourEyes: true,
  transferExpirySeconds: 1_209_600,
  insuredExposure: 'review',
  systemApproval: 'off',
  systemApprovalMaxItems: null,
  systemApprovalMaxDeclaredValueCents: null,
  systemApprovalReasons: ['request', 'trade', 'rebalance'],
}
const OTHERS = {
  fourEyes: false,
  transferExpirySeconds: 60,
  insuredExposure: 'block',
  systemApproval: 'within_limits',
  systemApprovalMaxItems: 10,
  systemApprovalMaxDeclaredValueCents: '5000000',
  systemApprovalReasons: ['trade'],
}

interface Organization {
  readonly organizationId: string
  readonly id: string
  readonly token: string
}

async function organization(): Promise<Organization> {
  const organizationId = await records.organization()
  return { organizationId, ...(await records.token(organizationId)) }
}

async function updated({ token }: Organization, body: object) {
  const answer = await api.patch(PATH, { token, body })
  assert.equal(answer.status, 200, answer.text)
  return answer
}

/** The whole view, as text: also the order of its members is compared. */
function view({ organizationId, id }: Organization, version: number, members: object, at: string) {
  const data = { organizationId, version, ...DEFAULTS, ...members }
  return JSON.stringify({ data: { ...data, changedAt: at, changedByTokenId: id } })
}

async function versions(organizationId: string) {
  return [
    ...(await sql`
      select version, changed_by_token_id from organization_policies
      where organization_id = ${organizationId} order by version`),
  ]
}

test('Every change makes the next version: the latest with the members of the body', async () => {
  const one = await organization()
  let members = {}
  let version = 0
  for (const change of [
    OTHERS,
    ...Object.entries(DEFAULTS).map(([name, value]) => ({ [name]: value })),
  ]) {
    version += 1
    members = { ...members, ...change }
    const before = Date.now()
    const answer = await updated(one, change)
    const { changedAt } = answer.body.data
    assert.equal(answer.text, view(one, version, members, changedAt))
    assert.ok(Date.parse(changedAt) >= before - 1_000 && Date.parse(changedAt) <= Date.now())
    assert.equal((await api.get(PATH, { token: one.token })).text, answer.text)
  }
  assert.deepEqual(members, DEFAULTS)
})

test('Every version stays on record, with who made it', async () => {
  const one = await organization()
  const two = { ...one, ...(await records.token(one.organizationId)) }
  await updated(one, { fourEyes: false })
  await updated(two, { fourEyes: true })
  assert.deepEqual(await versions(one.organizationId), [
    { version: 1, changedByTokenId: one.id },
    { version: 2, changedByTokenId: two.id },
  ])
  await assert.rejects(
    sql`update organization_policies set four_eyes = false where version = 2`,
    /organization_policies is append-only/,
  )
})

test('What changes nothing is answered with the policy, and makes no version', async () => {
  const one = await organization()
  const initial = await withoutWriting(records, () => updated(one, DEFAULTS))
  assert.deepEqual(initial.body.data, {
    organizationId: one.organizationId,
    version: 0,
    ...DEFAULTS,
    changedAt: null,
    changedByTokenId: null,
  })
  const { text } = await updated(one, OTHERS)
  const two = { ...one, ...(await records.token(one.organizationId)) }
  for (const [name, value] of Object.entries(OTHERS)) {
    const answer = await withoutWriting(records, () => updated(two, { [name]: value }))
    assert.equal(answer.text, text)
  }
})

test('Values are taken at their bounds; null where there is to be no limit', async () => {
  const one = await organization()
  const rows: [string, unknown[]][] = [
    ['transferExpirySeconds', [1, 31_536_000, null]],
    ['insuredExposure', ['observe', 'block', 'review']],
    ['systemApproval', ['within_limits', 'off']],
    ['systemApprovalMaxItems', [1, 1_000, null]],
    ['systemApprovalMaxDeclaredValueCents', ['0', '9223372036854775807', null]],
    ['systemApprovalReasons', [[], ['rebalance'], ['request', 'trade', 'rebalance']]],
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

test('Reasons are told in the published order, whatever order they were sent in', async () => {
  const one = await organization()
  const sent = (systemApprovalReasons: string[]) => updated(one, { systemApprovalReasons })
  const { data } = (await sent(['rebalance', 'request'])).body
  assert.deepEqual(data.systemApprovalReasons, ['request', 'rebalance'])
  await withoutWriting(records, () => sent(['request', 'rebalance']))
})

test('Those who change different members at once all keep what they wrote', async () => {
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

test('Of forty who make the same change at once one makes a version', async () => {
  const one = await organization()
  const answers = await Promise.all(
    Array.from({ length: 40 }, () => updated(one, { insuredExposure: 'block' })),
  )
  for (const { body } of answers) assert.equal(body.data.version, 1)
  assert.equal((await versions(one.organizationId)).length, 1)
})

test('Scoped to the organization: the policy of another one stays', async () => {
  const [one, other] = [await organization(), await organization()]
  const { text } = await updated(other, { fourEyes: false })
  await updated(one, { insuredExposure: 'observe' })
  assert.equal((await api.get(PATH, { token: other.token })).text, text)
})

const organizationOfRefusals = await organization()

/** The body breaks a rule: 400 with exactly these errors, and no version is made. */
async function refused(body: unknown, code: RefusalCode, errors: [string, string, string][]) {
  const { token } = organizationOfRefusals
  const answer = await withoutWriting(records, () => api.patch(PATH, { token, body }))
  const listed = errors.map(([pointer, code, detail]) => ({ pointer, code, detail }))
  const more = errors.length === 1 ? '' : ` (and ${errors.length - 1} more: see errors)`
  const detail = `${listed[0]?.detail}${more}`
  assertRefused(answer, { status: 400, code, detail, instance: PATH, errors: listed })
}

test('At least one member must be sent', async () => {
  const detail = `The body changes nothing. ${AT_LEAST_ONE}`
  await refused({}, 'no_updatable_fields', [['', 'no_updatable_fields', detail]])
})

test('A member that is not of the policy, or not to be changed, is refused by its name', async () => {
  for (const member of [
    'version',
    'organizationId',
    'changedAt',
    'changedByTokenId',
    'four_eyes',
  ]) {
    const detail = `${member} is not a member that this operation takes: leave it out. ${AT_LEAST_ONE}`
    const error: [string, string, string] = [`/${member}`, 'unknown_field', detail]
    await refused({ [member]: 1 }, 'unknown_field', [error])
    await refused({ [member]: null, fourEyes: false }, 'unknown_field', [error])
  }
})

test('The body is an object', async () => {
  const detail = `The body must be an object. ${AT_LEAST_ONE}`
  for (const body of [null, [], 'fourEyes', 7]) {
    await refused(body, 'invalid_request', [['', 'invalid_type', detail]])
  }
})

const CENTS = 'Send decimal digits in quotes, such as "5000000", up to "9223372036854775807".'
const FORM = `does not have the form that the documentation gives for it.`
const seconds = 'must be a whole number from 1 to 31536000.'
const count = 'must be a whole number from 1 to 1000.'
const whole = 'must be a plain decimal whole number or null.'
const INVALID: [member: string, value: unknown, code: string, sentence: string][] = [
  ['fourEyes', null, 'invalid_type', 'must be a boolean.'],
  ['fourEyes', 'false', 'invalid_type', 'must be a boolean.'],
  ['fourEyes', 0, 'invalid_type', 'must be a boolean.'],
  ['transferExpirySeconds', 0, 'invalid_value', seconds],
  ['transferExpirySeconds', -1, 'invalid_value', seconds],
  ['transferExpirySeconds', 31_536_001, 'invalid_value', seconds],
  ['transferExpirySeconds', 1.5, 'invalid_type', whole],
  ['transferExpirySeconds', '60', 'invalid_type', whole],
  ['insuredExposure', 'Block', 'invalid_value', 'must be one of observe, review, block.'],
  ['insuredExposure', null, 'invalid_value', 'must be one of observe, review, block.'],
  ['systemApproval', 'on', 'invalid_value', 'must be one of off, within_limits.'],
  ['systemApproval', true, 'invalid_value', 'must be one of off, within_limits.'],
  ['systemApprovalMaxItems', 0, 'invalid_value', count],
  ['systemApprovalMaxItems', 1_001, 'invalid_value', count],
  ['systemApprovalMaxItems', '10', 'invalid_type', whole],
  [
    'systemApprovalMaxDeclaredValueCents',
    100,
    'invalid_type',
    `must be a string or null. ${CENTS}`,
  ],
  ['systemApprovalMaxDeclaredValueCents', '', 'invalid_format', `${FORM} ${CENTS}`],
  ['systemApprovalMaxDeclaredValueCents', '-1', 'invalid_format', `${FORM} ${CENTS}`],
  ['systemApprovalMaxDeclaredValueCents', '007', 'invalid_format', `${FORM} ${CENTS}`],
  ['systemApprovalMaxDeclaredValueCents', '1.5', 'invalid_format', `${FORM} ${CENTS}`],
  ['systemApprovalMaxDeclaredValueCents', '1e3', 'invalid_format', `${FORM} ${CENTS}`],
  [
    'systemApprovalMaxDeclaredValueCents',
    '9223372036854775808',
    'invalid_value',
    `must be at most 9223372036854775807. ${CENTS}`,
  ],
  ['systemApprovalReasons', null, 'invalid_type', 'must be an array.'],
  ['systemApprovalReasons', 'trade', 'invalid_type', 'must be an array.'],
  ['systemApprovalReasons', ['trade', 'trade'], 'invalid_value', FORM],
]
for (const [member, value, code, sentence] of INVALID) {
  test(`${member} is not ${JSON.stringify(value)}`, async () => {
    await refused({ [member]: value }, 'invalid_request', [
      [`/${member}`, code, `${member} ${sentence}`],
    ])
  })
}

test('Every fault is told in one answer, and the good members are not written', async () => {
  const body = {
    fourEyes: false,
    transferExpirySeconds: 0,
    systemApprovalReasons: ['gift', 'trade'],
  }
  await refused(body, 'invalid_request', [
    ['/transferExpirySeconds', 'invalid_value', `transferExpirySeconds ${seconds}`],
    [
      '/systemApprovalReasons/0',
      'invalid_value',
      'systemApprovalReasons.0 must be one of request, trade, rebalance.',
    ],
  ])
})
