import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { test } from 'node:test'
import type { RefusalCode } from '../../src/domain/errors.ts'
import { importerOf, type Sent } from '../support/operations/import-requests.ts'
import { eventually } from '../support/processes/embedded-directory.ts'
import {
  assertCode,
  assertCondition,
  assertFaults,
  withoutWriting,
} from '../support/vault/refusal.ts'
import { newKey } from '../support/vault/replays.ts'
import { openOwnVault } from '../support/vault/vault.ts'

const SHIPMENTS = 'outbound-shipments'
const vault = await openOwnVault({ IMPORT_ROWS_MAX: 5_000, IMPORT_BYTES_MAX: 900_000 })
const { api, records, sql } = vault
const importer = await importerOf(vault)
const { organizationId, token, tokenId, account, send, sendChunks, twoItems } = importer

test('every row of a file is imported, with its history and one event', async () => {
  const key = newKey()
  const response = await send(twoItems('whole'), { key })
  assert.equal(response.status, 201, response.text)
  assert.equal(response.headers.get('location'), `/v1/imports/${key}`)
  const { newIdsBegin, createdAt, completedAt, ...data } = response.body.data
  assert.deepEqual(data, {
    id: key,
    kind: 'inventory-items',
    state: 'completed',
    rowsTotal: 2,
    rowsDone: 2,
    amountCents: '125050',
    contentSha256: hash('sha256', twoItems('whole')),
    columns: [],
    firstRows: [],
  })
  assert.ok(createdAt <= completedAt)
  const read = await api.get(`/v1/imports/${key}`, { token })
  assert.deepEqual(read.body, { data: response.body.data })

  const first = (await api.get(`/v1/inventory-items/${newIdsBegin}00001`, { token })).body.data
  const sent = [first.createdAt, first.declaredValueCents]
  assert.deepEqual(sent, ['2024-02-29T12:00:00.000Z', '125000'])
  const second = await api.get(`/v1/inventory-items/${newIdsBegin}00002`, { token })
  assert.equal(second.body.data.status, 'on_hold')
  const movements = await api.get(`/v1/inventory-items/${newIdsBegin}00002/movements`, { token })
  const [{ at, kind, toStatus, tokenId: by }] = movements.body.data
  assert.ok(at >= createdAt)
  assert.deepEqual([kind, toStatus, by], ['imported', 'on_hold', tokenId])
  const [event] = await sql`
    select type, token_id, request_id, subject_type, subject_id, data from events
    where organization_id = ${organizationId} order by number desc limit 1`
  assert.deepEqual(event, {
    ...{ type: 'inventory_item.imported', tokenId },
    requestId: response.headers.get('x-request-id'),
    ...{ subjectType: 'organization', subjectId: organizationId },
    data: { totalRecords: 2, recordsPath: '/v1/inventory-items' },
  })
  assert.equal((await sql`select from import_rows`).length, 0, 'nothing stays staged')
})

test('accounts and shipments are imported too; the importer has created the shipments', async () => {
  const { send, token } = await importerOf(vault)
  const accounts = await send('id,firstName\nimp-a,Ada\n', { kind: 'fbo-accounts' })
  assert.deepEqual([accounts.status, accounts.body.data.newIdsBegin], [201, null])
  const shipments = await send('id,fboAccountId,status\nimp-s,imp-a,pending_approval\n', {
    kind: SHIPMENTS,
  })
  assert.deepEqual([shipments.status, shipments.body.data.amountCents], [201, null])
  // Four eyes: no other way past them than another person.
  assertCondition(await api.post('/v1/outbound-shipments/imp-s/approve', { token, body: {} }), {
    status: 403,
    code: 'self_approval_forbidden',
  })
})

test('a preview shows how the file is read, and writes nothing', async () => {
  const sent = { query: '&validateOnly=true', key: newKey() }
  const response = await withoutWriting(records, () => send(twoItems('preview'), sent))
  assert.equal(response.status, 200)
  assert.equal(response.headers.get('validate-only'), 'true')
  const { rowsTotal, amountCents, columns, firstRows } = response.body.data
  assert.deepEqual([rowsTotal, amountCents], [2, '125050'])
  assert.equal(columns.join(), 'fboAccountId,description,declaredValueCents,status,createdAt')
  assert.deepEqual(firstRows[1], { line: 3, cells: [account, 'preview', '50', 'on_hold', ''] })
})

test('each violation names its line and column, and nothing is imported', async () => {
  const content = `fboAccountId,description,declaredValueCents,id
fbo_unknown,a,1.50,
${account},,1,twice
${account},,1,twice
${account},b
`
  const faults = [
    ...['/2/fboAccountId fbo_account_not_found', '/2/declaredValueCents invalid_format'],
    ...['/3/id duplicate_id', '/4/id duplicate_id', '/5 malformed_csv'],
  ]
  for (const query of ['', '&validateOnly=true']) {
    const request = () => send(content, { query, key: newKey() })
    const { body } = await assertFaults(records, request, [400, ...faults])
    assert.equal(body.code, 'invalid_request')
  }
})

test('a hundred violations are listed, and all counted', async () => {
  const unknown = () => send(`fboAccountId\n${'fbo_unknown\n'.repeat(150)}`)
  const { errors, errorsTotal } = await assertCode(records, unknown, [404, 'fbo_account_not_found'])
  assert.deepEqual([errors.length, errorsTotal], [100, 150])
})

test('type names the records as the specification does, and is required', async () => {
  const csv = { token, headers: { 'content-type': 'text/csv' }, rawBody: 'firstName\nAda\n' }
  const sent = (query: string) => api.post(`/v1/imports?${query}`, csv)
  const response = await sent('type=fbo_accounts')
  assert.equal(response.status, 201, response.text)
  assert.equal(response.body.data.kind, 'fbo-accounts')
  for (const query of ['', 'type=fbo-accounts', 'type=x']) {
    await assertFaults(records, () => sent(query), [400, '/type invalid_parameter'])
  }
})

test('a body that is no CSV file is refused', async () => {
  await assertFaults(records, () => send(''), [400, '/1 malformed_csv'])
  const csv = { token, rawBody: 'a', headers: { 'content-type': 'text/csv' } }
  const rows = `firstName\n${'Ada\n'.repeat(5_001)}`
  for (const [status, code, request] of [
    [
      415,
      'unsupported_media_type',
      () => api.post('/v1/imports?type=fbo_accounts', { token, body: {} }),
    ],
    [415, 'unsupported_media_type', () => api.post('/v1/fbo-accounts', csv)],
    [413, 'body_too_large', () => send(rows, { kind: 'fbo-accounts' })],
  ] as const) {
    await assertCode(records, request, [status, code])
  }
})

test('a file with too many bytes is refused, declared or not', async () => {
  const before = await records.fingerprint()
  const content = `description\n${'x'.repeat(899)}\n`.repeat(1_000)
  assert.equal((await send(content).catch(() => undefined))?.status ?? 413, 413)
  const chunks = async function* () {
    for (let at = 0; at < content.length; at += 50_000) yield content.slice(at, at + 50_000)
  }
  const chunked = await sendChunks(chunks(), newKey()).catch(() => 413)
  assert.equal(chunked, 413)
  await eventually(
    async () => (await records.fingerprint()) === before,
    'what was staged to be gone',
  )
})

// An import is no way around a permission or an approval.

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
  const shipped = 'shipped,1763712000000,2025-01-01T00:00:00Z'
  const rows = ['approved,,', shipped].map((cells) => `${account},${cells}\n`)
  const approved = `fboAccountId,status,shippedAt,createdAt\n${rows.join('')}`
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
    own.send(`id,fboAccountId,status\n${id},${own.account},${status}\n`, { kind: SHIPMENTS })
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
