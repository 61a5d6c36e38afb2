import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RefusalCode } from '../../src/domain/errors.ts'
import { importerOf, type Sent } from '../support/operations/import-requests.ts'
import { assertCondition, withoutWriting } from '../support/vault/refusal.ts'
import { openVault } from '../support/vault/vault.ts'

// An import is no way around a permission or an approval.
const vault = await openVault()
const { api, records } = vault
const importer = await importerOf(vault)
const { organizationId, token, account, send } = importer
const SHIPMENTS = 'outbound-shipments'

/** The file is refused with this code at each of these pointers, and nothing is written. */
async function refused(code: RefusalCode, content: string, sent: Sent, ...pointers: string[]) {
  const errors = pointers.map((pointer): [string, string] => [pointer, code])
  const response = await withoutWriting(records, () => send(content, sent))
  assertCondition(response, { status: 403, code, errors })
}

test('a token imports only what its other permissions allow', async () => {
  const all = ['imports:create', 'inventory_items:create', 'outbound_shipments:create'] as const
  const { token: as } = await records.token(organizationId, all)
  const accounts = await withoutWriting(records, () =>
    send('firstName\nAda\n', { as, kind: 'fbo-accounts' }),
  )
  assert.deepEqual([accounts.status, accounts.body.code], [403, 'insufficient_permission'])
  assert.equal(accounts.body.requiredPermission, 'fbo_accounts:create')
  const items = `fboAccountId,status\n${account},in_vault\n${account},on_hold\n${account},shipped\n`
  for (const query of ['', '&validateOnly=true']) {
    await refused('insufficient_permission', items, { as, query }, '/3/status', '/4/status')
  }
  const shipments = `fboAccountId,status\n${account},packing\n${account},pending_approval\n`
  await refused('insufficient_permission', shipments, { as, kind: SHIPMENTS }, '/3/status')
  assert.equal((await send(`fboAccountId\n${account}\n`, { as })).status, 201)
})

test('a token with every permission imports nothing that says it is approved', async () => {
  const rows = ['approved,', 'shipped,1763712000000'].map((cells) => `${account},${cells}\n`)
  const approved = `fboAccountId,status,shippedAt\n${rows.join('')}`
  const refusedAll = (content = approved, sent: Sent = { kind: SHIPMENTS }, lines = [2, 3]) => {
    const pointers = lines.map((line) => `/${line}/status`)
    return refused('self_approval_forbidden', content, sent, ...pointers)
  }
  const patch = async (body: object) => {
    const patched = await api.patch('/v1/organization-policy', { token, body })
    assert.equal(patched.status, 200, patched.text)
  }
  // The default policy asks for four eyes.
  await refusedAll()
  await refusedAll(`fboAccountId,status\n${account},delivered\n`, {}, [2])
  // Four eyes are off, and some shipments need several people.
  await patch({ fourEyes: false, approvalRules: [{ approvals: 2, aboveItems: 100 }] })
  await refusedAll()
  await patch({ approvalRules: [] })
  assert.equal((await send(approved, { kind: SHIPMENTS })).status, 201)
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
