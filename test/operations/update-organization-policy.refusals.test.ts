import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RefusalCode } from '../../src/domain/errors.ts'
import { assertRefused, withoutWriting } from '../support/vault/refusal.ts'
import { TransferSetup } from '../support/vault/transfers.ts'
import { openVault } from '../support/vault/vault.ts'

const { api, records, sql } = await openVault()
const { token } = await records.token(await records.organization())
const PATH = '/v1/organization-policy'
const MEMBERS =
  'fourEyes, transferExpirySeconds, insuredExposure, systemApproval, systemApprovalMaxItems, ' +
  'systemApprovalMaxDeclaredValueCents, systemApprovalMaxItemsPerDay, ' +
  'systemApprovalMaxDeclaredValueCentsPerDay, systemApprovalReasons'
const AT_LEAST_ONE = `Send at least one of ${MEMBERS}.`

/** The body breaks a rule: 400 with exactly these errors, and no version is made. */
async function refused(body: unknown, code: RefusalCode, errors: [string, string, string][]) {
  const response = await withoutWriting(records, () => api.patch(PATH, { token, body }))
  const listed = errors.map(([pointer, code, detail]) => ({ pointer, code, detail }))
  assertRefused(response, { status: 400, code, instance: PATH, errors: listed })
}

test('A body without any member is refused', async () => {
  const detail = `The body changes nothing. ${AT_LEAST_ONE}`
  await refused({}, 'no_updatable_fields', [['', 'no_updatable_fields', detail]])
})

test('An unknown or fixed member is refused by its name', async () => {
  for (const member of [
    'version',
    'organizationId',
    'changedAt',
    'changedByTokenId',
    'four_eyes',
  ]) {
    const detail = `${member} is not accepted by this operation: leave it out. ${AT_LEAST_ONE}`
    const error: [string, string, string] = [`/${member}`, 'unknown_field', detail]
    const nothing = `The body changes nothing. ${AT_LEAST_ONE}`
    await refused({ [member]: 1 }, 'invalid_request', [error, ['', 'no_updatable_fields', nothing]])
    await refused({ [member]: null, fourEyes: false }, 'unknown_field', [error])
  }
})

test('A body that is not an object is refused', async () => {
  const detail = `The body must be an object. ${AT_LEAST_ONE}`
  for (const body of [null, [], 'fourEyes', 7]) {
    await refused(body, 'invalid_request', [['', 'invalid_type', detail]])
  }
})

const CENTS = 'Send decimal digits in quotes, such as "5000000", up to "9223372036854775807".'
const FORM = 'does not have the documented format.'
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
  [
    'systemApprovalReasons',
    ['trade', 'trade'],
    'invalid_value',
    'must not have the same entry twice.',
  ],
]
for (const [member, value, code, sentence] of INVALID) {
  test(`${member} cannot be ${JSON.stringify(value)}`, async () => {
    await refused({ [member]: value }, 'invalid_request', [
      [`/${member}`, code, `${member} ${sentence}`],
    ])
  })
}

test('All violations are reported in one response, and no member is written', async () => {
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

test('The creator of a pending transfer cannot remove the rule that it waits for', async () => {
  const vault = { api, records, sql }
  const detail =
    'This change would allow the approval of a pending transfer of yours: have the transfer ' +
    'decided first, or let another person change the policy with their own token.'
  for (const [before, change] of [
    [{}, { fourEyes: false }] as const,
    [{ insuredExposure: 'block' }, { insuredExposure: 'observe' }] as const,
  ]) {
    const setup = await TransferSetup.open(vault)
    if (Object.keys(before).length > 0) await setup.decide(before)
    const { id } = await setup.transfer()
    const { creator } = setup
    const second = await api.post('/v1/access-tokens', {
      token: creator.token,
      body: { permissions: ['organization_policies:update'] },
    })
    for (const own of [creator.token, second.body.data.token]) {
      const response = await withoutWriting(records, () =>
        api.patch(PATH, { token: own, body: change }),
      )
      const code = 'self_approval_forbidden'
      assertRefused(response, { status: 403, code, detail, instance: PATH })
      const other = { transferExpirySeconds: 60 }
      assert.equal((await api.patch(PATH, { token: own, body: other })).status, 200)
    }
    // An expired transfer waits for nothing, even if it was not processed.
    await setup.expire(id)
    assert.equal((await api.patch(PATH, { token: creator.token, body: change })).status, 200)
  }
})
