import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DEFAULT_POLICY } from '../support/operations/default-policy.ts'
import { withoutWriting } from '../support/vault/refusal.ts'
import { openVault } from '../support/vault/vault.ts'

const { api, records, sql } = await openVault()
const PATH = '/v1/organization-policy'

test('An organization that never changed its policy has the default policy, version 0', async () => {
  const organizationId = await records.organization()
  const { token } = await records.token(organizationId)
  const response = await withoutWriting(records, () => api.get(PATH, { token }))
  assert.equal(response.status, 200)
  const never = { changedAt: null, changedByTokenId: null }
  const data = { organizationId, version: 0, ...DEFAULT_POLICY, ...never }
  assert.equal(response.text, JSON.stringify({ data }))
  assert.equal(response.headers.get('content-type'), 'application/json; charset=utf-8')
})

test('The default policy equals the defaults of the table', async () => {
  const organizationId = await records.organization()
  const [row] = await sql`
    insert into organization_policies (organization_id, version) values (${organizationId}, 1)
    returning *`
  assert.deepEqual(
    { ...row, changedAt: null },
    { organizationId, version: 1, ...DEFAULT_POLICY, changedAt: null, changedByTokenId: null },
  )
})

test('The latest version is returned as stored: the tenth comes after the ninth', async () => {
  const organizationId = await records.organization()
  const { id, token } = await records.token(organizationId)
  const changedAt = '2026-01-02T03:04:05.678Z'
  for (let version = 1; version <= 10; version += 1) {
    await sql`
      insert into organization_policies (organization_id, version, four_eyes,
        transfer_expiry_seconds, insured_exposure, system_approval, system_approval_max_items,
        system_approval_max_declared_value_cents, system_approval_max_items_per_day,
        system_approval_max_declared_value_cents_per_day, system_approval_reasons,
        revaluation_review_days, revaluation_max_percent, revaluation_max_cents, recipient_required,
        session_idle_minutes, session_max_hours, approval_rules, approval_proof,
        approval_sign_in_minutes, changed_at, changed_by_token_id)
      values (${organizationId}, ${version}, false, null, 'block', 'within_limits', ${version},
        '9223372036854775807', 40, '77', '{trade}', 7, 20, '900', true, 30, 8,
        '[{"aboveItems": 3, "approvals": 2}]', 'passkey', 15, ${changedAt}, ${id})`
  }
  const response = await withoutWriting(records, () => api.get(PATH, { token }))
  const data = {
    organizationId,
    version: 10,
    fourEyes: false,
    transferExpirySeconds: null,
    insuredExposure: 'block',
    systemApproval: 'within_limits',
    systemApprovalMaxItems: 10,
    systemApprovalMaxDeclaredValueCents: '9223372036854775807',
    systemApprovalMaxItemsPerDay: 40,
    systemApprovalMaxDeclaredValueCentsPerDay: '77',
    systemApprovalReasons: ['trade'],
    revaluationReviewDays: 7,
    revaluationMaxPercent: 20,
    revaluationMaxCents: '900',
    recipientRequired: true,
    sessionIdleMinutes: 30,
    sessionMaxHours: 8,
    approvalRules: [{ approvals: 2, aboveItems: 3 }],
    approvalProof: 'passkey',
    approvalSignInMinutes: 15,
    changedAt,
    changedByTokenId: id,
  }
  assert.equal(response.text, JSON.stringify({ data }))
})

test('The policy of another organization is not visible', async () => {
  const { token } = await records.token(await records.organization())
  const other = await records.organization()
  await sql`insert into organization_policies (organization_id, version) values (${other}, 1)`
  const { data } = (await api.get(PATH, { token })).body
  assert.equal(data.version, 0)
})
