import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { assertRefused, withoutWriting } from '../support/vault/refusal.ts'
import { TransferSetup } from '../support/vault/transfers.ts'
import { openVault } from '../support/vault/vault.ts'

const vault = await openVault()
const { api, records, sql } = vault
const { organizationId, creator } = await TransferSetup.open(vault)
const { token } = creator

function erase(id: string) {
  return api.post(`/v1/fbo-accounts/${id}/erase`, { token, body: { reason: 'Case 2026-118' } })
}

/** Directs a shipment of an item of the account, and sends it off; its id. */
async function sent(fboAccountId: string, key: string, body: object): Promise<string> {
  const [inventoryItemId] = await records.inventoryItems(organizationId, fboAccountId, 1)
  const created = await api.post('/v1/outbound-shipments', {
    token,
    body: { fboAccountId, items: [{ inventoryItemId }], ...body },
    headers: { 'Idempotency-Key': key },
  })
  assert.equal(created.status, 201, created.text)
  const { id } = created.body.data
  const reason = { reason: 'Not sent' }
  const cancelled = await api.post(`/v1/outbound-shipments/${id}/cancel`, { token, body: reason })
  assert.equal(cancelled.status, 200, cancelled.text)
  const withdraw = `/v1/inventory-items/${inventoryItemId}/withdraw`
  assert.equal((await api.post(withdraw, { token, body: reason })).status, 200)
  return id
}

const RECIPIENT = {
  name: 'Eve-Ollonborre',
  line1: 'Kajen Ollonborre',
  city: 'Malmö',
  countryCode: 'SE',
}

test('Erase also clears the recipients and metadata of its shipments, in stored responses too', async () => {
  const id = await records.fboAccount(organizationId, { firstName: 'Eve' })
  const [key, plainKey] = [randomUUID(), randomUUID()]
  const body = {
    recipient: RECIPIENT,
    metadata: { customer: 'Eve-Ollonborre' },
    service: 'Overnight',
  }
  const shipmentId = await sent(id, key, body)
  const plain = await sent(id, plainKey, { service: 'Overnight' })
  const read = (shipment: string) => api.get(`/v1/outbound-shipments/${shipment}`, { token })
  const [before, plainBefore] = [await read(shipmentId), await read(plain)]
  assert.equal(before.body.data.recipient.name, RECIPIENT.name)
  const stored = await sql<{ answer: string }[]>`
    select answer from idempotency_keys where key in ${sql([key, plainKey])} order by key = ${key}`
  // A version without recipients, which may serve beside this one, repeats only plain text.
  assert.equal(JSON.parse(stored[0]?.answer ?? '').data.id, plain)
  assert.doesNotMatch(stored[1]?.answer ?? 'Ollonborre', /Ollonborre|"data"/)
  assert.equal((await erase(id)).status, 200)
  const after = await read(shipmentId)
  assert.deepEqual(after.body.data, { ...before.body.data, recipient: null, metadata: {} })
  assert.notEqual(after.headers.get('etag'), before.headers.get('etag'))
  assert.equal((await read(plain)).text, plainBefore.text)
  const retried = await api.post('/v1/outbound-shipments', {
    token,
    body: { fboAccountId: id, items: [{ inventoryItemId: 'item_x' }], ...body },
    headers: { 'Idempotency-Key': key },
  })
  assert.deepEqual([retried.status, retried.body.code], [409, 'fbo_account_erased'])
  const tables = await sql<{ name: string }[]>`
    select relname as name from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace`
  for (const { name } of tables) {
    const rows =
      await sql`select from ${sql(name)} as record where record::text like '%Ollonborre%'`
    assert.equal(rows.length, 0, name)
  }
})

test('A shipment of an erased account takes no personal data', async () => {
  const id = await records.fboAccount(organizationId, { firstName: 'Eve' })
  assert.equal((await erase(id)).status, 200)
  const [inventoryItemId] = await records.inventoryItems(organizationId, id, 1)
  const items = [{ inventoryItemId }]
  const path = '/v1/outbound-shipments'
  const refused = {
    status: 409,
    code: 'fbo_account_erased',
    detail: 'The account was erased: its shipments take neither recipient nor metadata.',
  } as const
  for (const personal of [{ recipient: RECIPIENT }, { metadata: { customer: 'Eve-Ollonborre' } }]) {
    const body = { fboAccountId: id, items, ...personal }
    const response = await withoutWriting(records, () => api.post(path, { token, body }))
    assertRefused(response, { ...refused, instance: path })
  }
  const created = await api.post(path, { token, body: { fboAccountId: id, items } })
  assert.equal(created.status, 201, created.text)
  const instance = `${path}/${created.body.data.id}`
  const update = (body: object) => api.patch(instance, { token, body })
  const response = await withoutWriting(records, () => update({ recipient: RECIPIENT }))
  assertRefused(response, { ...refused, instance })
  assert.equal((await update({ service: 'Overnight' })).status, 200)
})
