import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { test } from 'node:test'
import { importerOf } from '../support/operations/import-requests.ts'
import { eventually } from '../support/processes/embedded-directory.ts'
import {
  assertCode,
  assertCondition,
  assertFaults,
  withoutWriting,
} from '../support/vault/refusal.ts'
import { newKey } from '../support/vault/replays.ts'
import { openOwnVault } from '../support/vault/vault.ts'

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
  const accounts = await send('id,firstName\nimp-a,Ada\n', { kind: 'fbo-accounts' })
  assert.deepEqual([accounts.status, accounts.body.data.newIdsBegin], [201, null])
  const shipments = await send('id,fboAccountId,status\nimp-s,imp-a,pending_approval\n', {
    kind: 'outbound-shipments',
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
    '/2/fboAccountId fbo_account_not_found',
    '/2/declaredValueCents invalid_format',
    '/3/id duplicate_id',
    '/4/id duplicate_id',
    '/5 malformed_csv',
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
