import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { test } from 'node:test'
import { importerOf } from '../support/operations/import-requests.ts'
import { eventually } from '../support/processes/embedded-directory.ts'
import { assertCondition, withoutWriting } from '../support/vault/refusal.ts'
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

  const first = await api.get(`/v1/inventory-items/${newIdsBegin}00001`, { token })
  assert.deepEqual(
    [first.body.data.createdAt, first.body.data.declaredValueCents],
    ['2024-02-29T12:00:00.000Z', '125000'],
  )
  const second = await api.get(`/v1/inventory-items/${newIdsBegin}00002`, { token })
  assert.equal(second.body.data.status, 'on_hold')
  const movements = await api.get(`/v1/inventory-items/${newIdsBegin}00002/movements`, { token })
  const [{ at, ...movement }] = movements.body.data
  assert.ok(at >= createdAt)
  assert.deepEqual(
    [movement.kind, movement.toStatus, movement.tokenId],
    ['imported', 'on_hold', tokenId],
  )
  const [event] = await sql`
    select type, token_id, request_id, subject_type, subject_id, data from events
    where organization_id = ${organizationId} order by number desc limit 1`
  assert.deepEqual(
    { ...event },
    {
      type: 'inventory_item.imported',
      tokenId,
      requestId: response.headers.get('x-request-id'),
      subjectType: 'organization',
      subjectId: organizationId,
      data: { totalRecords: 2, recordsPath: '/v1/inventory-items' },
    },
  )
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
  const response = await withoutWriting(records, () =>
    send(twoItems('preview'), { query: '&validateOnly=true', key: newKey() }),
  )
  assert.equal(response.status, 200)
  assert.equal(response.headers.get('validate-only'), 'true')
  const { rowsTotal, amountCents, columns, firstRows } = response.body.data
  assert.deepEqual([rowsTotal, amountCents], [2, '125050'])
  assert.deepEqual(columns, [
    'fboAccountId',
    'description',
    'declaredValueCents',
    'status',
    'createdAt',
  ])
  assert.deepEqual(firstRows[1], { line: 3, cells: [account, 'preview', '50', 'on_hold', ''] })
})

test('each violation names its line and column, and nothing is imported', async () => {
  const content = `fboAccountId,description,declaredValueCents,id
fbo_unknown,a,1.50,
${account},,1,twice
${account},,1,twice
${account},b
`
  for (const query of ['', '&validateOnly=true']) {
    assertCondition(await withoutWriting(records, () => send(content, { query, key: newKey() })), {
      status: 400,
      code: 'invalid_request',
      errors: [
        ['/2/fboAccountId', 'fbo_account_not_found'],
        ['/2/declaredValueCents', 'invalid_format'],
        ['/3/id', 'duplicate_id'],
        ['/4/id', 'duplicate_id'],
        ['/5', 'malformed_csv'],
      ],
    })
  }
})

test('a hundred violations are listed, and all counted', async () => {
  const rows = 'fbo_unknown\n'.repeat(150)
  const { status, body } = await withoutWriting(records, () => send(`fboAccountId\n${rows}`))
  assert.deepEqual(
    [status, body.code, body.errors.length, body.errorsTotal],
    [404, 'fbo_account_not_found', 100, 150],
  )
})

test('type names the records as the specification does, and is required', async () => {
  const headers = { 'content-type': 'text/csv' }
  const sent = (query: string) =>
    api.post(`/v1/imports?${query}`, { token, headers, rawBody: 'firstName\nAda\n' })
  const response = await sent('type=fbo_accounts')
  assert.equal(response.status, 201, response.text)
  assert.equal(response.body.data.kind, 'fbo-accounts')
  for (const query of ['', 'type=fbo-accounts']) {
    const { status, body } = await sent(query)
    assert.deepEqual(
      [status, body.code, body.errors[0].pointer],
      [400, 'invalid_parameter', '/type'],
    )
  }
})

test('a body that is no CSV file is refused', async () => {
  const refusedAs = async (sent: Promise<Awaited<ReturnType<typeof send>>>) => {
    const { status, body } = await sent
    return [status, body.code, ...(body.errors ?? []).map((e: { pointer: string }) => e.pointer)]
  }
  const before = await records.fingerprint()
  assert.deepEqual(await refusedAs(send('')), [400, 'invalid_request', '/1'])
  assert.deepEqual(await refusedAs(send('a;b', { kind: 'x' })), [400, 'invalid_parameter', '/type'])
  const json = api.post('/v1/imports?type=fbo_accounts', { token, body: {} })
  assert.deepEqual(await refusedAs(json), [415, 'unsupported_media_type'])
  const csv = { token, rawBody: 'a', headers: { 'content-type': 'text/csv' } }
  assert.deepEqual(await refusedAs(api.post('/v1/fbo-accounts', csv)), [
    415,
    'unsupported_media_type',
  ])
  const rows = `firstName\n${'Ada\n'.repeat(5_001)}`
  assert.deepEqual(await refusedAs(send(rows, { kind: 'fbo-accounts' })), [413, 'body_too_large'])
  assert.equal(await records.fingerprint(), before)
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
