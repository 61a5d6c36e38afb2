import assert from 'node:assert/strict'
import { test } from 'node:test'
import { importerOf } from '../support/operations/import-requests.ts'
import { assertCondition, withoutWriting } from '../support/vault/refusal.ts'
import { openVault } from '../support/vault/vault.ts'

// An import is no way around a permission or an approval.
const vault = await openVault()
const { api, records } = vault
const importer = await importerOf(vault)
const { organizationId, token, account, send } = importer
type Expected = Omit<Parameters<typeof assertCondition>[1], 'status'>

test('a token imports only what its other permissions allow, and nothing that says it is approved', async () => {
  const all = ['imports:create', 'inventory_items:create', 'outbound_shipments:create'] as const
  const { token: lesser } = await records.token(organizationId, all)
  const refused = async (content: string, expected: Expected, sent: object = {}) =>
    assertCondition(await withoutWriting(records, () => send(content, { as: lesser, ...sent })), {
      status: 403,
      ...expected,
    })
  const lacking = (...pointers: string[]): Expected => ({
    code: 'insufficient_permission',
    errors: pointers.map((pointer) => [pointer, 'insufficient_permission']),
  })
  const accounts = await withoutWriting(records, () =>
    send('firstName\nAda\n', { as: lesser, kind: 'fbo-accounts' }),
  )
  assert.deepEqual([accounts.status, accounts.body.code], [403, 'insufficient_permission'])
  assert.equal(accounts.body.requiredPermission, 'fbo_accounts:create')
  const items = `fboAccountId,status\n${account},in_vault\n${account},on_hold\n${account},shipped\n`
  for (const query of ['', '&validateOnly=true']) {
    await refused(items, lacking('/3/status', '/4/status'), { query })
  }
  const shipments = `fboAccountId,status\n${account},packing\n${account},pending_approval\n`
  await refused(shipments, lacking('/3/status'), { kind: 'outbound-shipments' })
  assert.equal((await send(`fboAccountId\n${account}\n`, { as: lesser })).status, 201)

  // With every permission: the default policy asks for four eyes.
  const approved = `fboAccountId,status,shippedAt\n${account},approved,\n${account},shipped,1763712000000\n`
  const selfApproval = (...pointers: string[]): Expected => ({
    code: 'self_approval_forbidden',
    errors: pointers.map((pointer) => [pointer, 'self_approval_forbidden']),
  })
  const asAll = { as: token, kind: 'outbound-shipments' }
  await refused(approved, selfApproval('/2/status', '/3/status'), asAll)
  await refused(`fboAccountId,status\n${account},delivered\n`, selfApproval('/2/status'), {
    as: token,
  })
  const patch = async (body: object) => {
    const patched = await api.patch('/v1/organization-policy', { token, body })
    assert.equal(patched.status, 200, patched.text)
  }
  // Four eyes are off, and some shipments need several people.
  await patch({ fourEyes: false, approvalRules: [{ approvals: 2, aboveItems: 100 }] })
  await refused(approved, selfApproval('/2/status', '/3/status'), asAll)
  await patch({ approvalRules: [] })
  assert.equal((await send(approved, { kind: 'outbound-shipments' })).status, 201)
})

test('a token adds items only to a shipment that it created, in packing', async () => {
  const own = await importerOf(vault)
  const { token: other } = await records.token(own.organizationId)
  const shipment = (id: string, status: string) =>
    own.send(`id,fboAccountId,status\n${id},${own.account},${status}\n`, {
      kind: 'outbound-shipments',
    })
  assert.equal((await shipment('imp-packing', 'packing')).status, 201)
  assert.equal((await shipment('imp-inspecting', 'inspecting')).status, 201)
  const item = (id: string, as: string) =>
    own.send(`fboAccountId,status,activeShipmentId\n${own.account},shipment_pending,${id}\n`, {
      as,
    })
  for (const [id, as] of [
    ['imp-packing', other],
    ['imp-inspecting', own.token],
  ] as const) {
    assertCondition(await withoutWriting(records, () => item(id, as)), {
      status: 403,
      code: 'self_approval_forbidden',
      errors: [['/2/activeShipmentId', 'self_approval_forbidden']],
    })
  }
  assert.equal((await item('imp-packing', own.token)).status, 201)
})
