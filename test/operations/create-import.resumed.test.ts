import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { operatorFor } from '../../src/domain/caller.ts'
import { PERMISSIONS, type Permission } from '../../src/domain/permissions.ts'
import { forgetImports } from '../../src/vault/imports/imports.store.ts'
import { importerOf } from '../support/operations/import-requests.ts'
import { eventually } from '../support/processes/embedded-directory.ts'
import { assertCondition, withoutWriting } from '../support/vault/refusal.ts'
import { newKey } from '../support/vault/replays.ts'
import type { Sql, Statement } from '../support/vault/sql.ts'
import { openVault } from '../support/vault/vault.ts'

// The same request again, others at the same time, and how long an import is remembered. What is
// true of every key is in idempotency-of-operations.test.ts.
const vault = await openVault()
const { api, database, records, sql } = vault
const importer = await importerOf(vault)
const { organizationId, token, account, send, sendChunks, twoItems, itemsNamed } = importer

async function stagedRows(): Promise<number> {
  const rows = await sql`select from import_rows where organization_id = ${organizationId}`
  return rows.length
}

test('the same key and file again is answered by the first import, another file refused', async () => {
  const key = newKey()
  const first = await send(twoItems('replayed'), { key })
  const second = await send(twoItems('replayed'), { key })
  assert.deepEqual([second.status, second.body], [201, first.body])
  assert.equal(second.headers.get('idempotent-replayed'), 'true')
  for (const other of [
    send(twoItems('other'), { key }),
    send(twoItems('replayed'), { key, kind: 'fbo-accounts' }),
  ]) {
    assertCondition(await other, { status: 422, code: 'idempotency_key_reused' })
  }
  assert.equal(await itemsNamed('replayed'), 2)
  assert.equal(await itemsNamed('other'), 0)
})

test('a file that is refused by its records leaves its key free', async () => {
  const key = newKey()
  const refused = () => send('fboAccountId\nfbo_unknown\n', { key })
  assert.equal((await withoutWriting(records, refused)).status, 404)
  assert.equal(await stagedRows(), 0)
  assert.equal((await send(twoItems('mended'), { key })).status, 201)
})

test('a key that can be no id has an import with an id of its own', async () => {
  const { body, headers } = await send(twoItems('odd key'), { key: 'odd/key' })
  assert.match(body.data.id, /^imp_[0-9a-f]{40}$/)
  assert.equal((await api.get(headers.get('location') ?? '', { token })).status, 200)
})

test('the records of two requests at once with one key are imported once', async () => {
  const key = newKey()
  const content = `fboAccountId,description\n${`${account},at once\n`.repeat(4_000)}`
  const responses = await Promise.all([1, 2, 3].map(() => send(content, { key })))
  const statuses = responses.map(({ status }) => status)
  assert.ok(statuses.includes(201), `${statuses}`)
  for (const { status, body } of responses) {
    assert.ok(status === 201 || body.code === 'idempotency_in_progress', `${status} ${body.code}`)
  }
  assert.equal(await itemsNamed('at once'), 4_000)
  assert.equal(await stagedRows(), 0)
})

test('two imports of an organization wait for each other', async () => {
  const content = (name: string) => `id,fboAccountId,description\nsame,${account},${name}\n`
  const responses = await Promise.all([send(content('one')), send(content('two'))])
  const codes = responses.map(({ status, body }) =>
    `${status} ${body.errors?.[0].code ?? ''}`.trim(),
  )
  assert.deepEqual(codes.toSorted(), ['201', '400 id_exists'])
})

test('a file whose connection broke is imported once when it is sent again', async () => {
  const key = newKey()
  const content = `fboAccountId,description\n${`${account},cut\n`.repeat(4_500)}`
  const cut = Promise.withResolvers<void>()
  const halves = async function* () {
    yield content.slice(0, content.length * 0.7)
    await cut.promise
    throw new Error('cut')
  }
  const sending = sendChunks(halves(), key)
  await eventually(async () => {
    const { body } = await api.get(`/v1/imports/${key}`, { token })
    return body.data?.state === 'receiving' && body.data.rowsTotal > 0
  }, 'the progress of the upload')
  cut.resolve()
  await assert.rejects(sending)
  assert.equal(await itemsNamed('cut'), 0)
  const again = await send(content, { key })
  assert.equal(again.status, 201, JSON.stringify(again.body))
  assert.equal(again.body.data.rowsDone, 4_500)
  assert.equal(await itemsNamed('cut'), 4_500)
  await eventually(async () => (await stagedRows()) === 0, 'no staged row')
})

test('an import whose process ended after the file came goes on with the staged rows', async () => {
  const key = newKey()
  const content = twoItems('goes on')
  // As a process leaves it that is killed while it inserts.
  await sql.begin(async (tx) => {
    await tx`
      insert into imports (organization_id, id, kind, attempt_id, state, content_sha256, rows_total,
        last_line, amount_cents, new_ids_begin)
      values (${organizationId}, ${key}, 'inventory-items', 'imp_killed', 'received',
        ${createHash('sha256').update(content).digest('hex')}, 1, 2, 7, 'item_x')`
    await tx`
      insert into import_rows (organization_id, attempt_id, line, id, fields)
      values (${organizationId}, 'imp_killed', 2, 'goes-on', ${JSON.stringify({
        id: 'goes-on',
        fbo_account_id: account,
        status: 'in_vault',
        description: 'staged before',
        declared_value_cents: '7',
      })})`
  })
  assertCondition(await send(twoItems('another'), { key }), {
    status: 422,
    code: 'idempotency_key_reused',
  })
  const response = await send(content, { key })
  assert.deepEqual([response.status, response.body.data.rowsDone], [201, 1])
  assert.equal(await itemsNamed('staged before'), 1)
  assert.equal(await itemsNamed('goes on'), 0)
})

test('a file without ids is not imported twice, unless its sender insists', async () => {
  const { body } = await send(twoItems('twice'), { key: newKey() })
  for (const sent of [{}, { key: newKey() }]) {
    const again = await withoutWriting(records, () => send(twoItems('twice'), sent))
    const importId = body.data.id
    const members = { importId }
    assertCondition(again, { status: 409, code: 'file_already_imported', members })
    assert.match(again.body.detail, /importAgain=true/)
  }
  // The import that follows a preview may have the key of the first.
  assert.equal((await send(twoItems('twice'), { query: '&validateOnly=true' })).status, 200)
  assert.equal((await send(twoItems('twice'), { query: '&importAgain=true' })).status, 201)
  assert.equal(await itemsNamed('twice'), 4)
  assert.equal(await stagedRows(), 0)
})

const TAKEN = {
  'the token': [401, (sql) => sql`update access_tokens set revoked_at = now()`],
  'imports:create': [403, without('imports:create')],
  'the permission of the records': [403, without('inventory_items:create')],
  'the permission of a status': [403, without('inventory_items:update')],
  'the roles of the person': [403, (sql) => sql`update people set role_ids = '{}'`],
} satisfies Record<string, readonly [status: number, take: (sql: Sql) => Statement<object[]>]>

function without(permission: Permission) {
  return (sql: Sql) => sql`update roles set permissions = array_remove(permissions, ${permission})`
}

for (const [what, [status, take]] of Object.entries(TAKEN)) {
  test(`a file whose sender loses ${what} while it comes imports nothing`, async () => {
    const owner = await importerOf(vault)
    const { token: doomed, id } = await records.token(owner.organizationId, [])
    const roleIds = await records.role(owner.organizationId, PERMISSIONS)
    const person = await records.person(owner.organizationId, { roleIds })
    await sql`update access_tokens set role_id = ${roleIds}, person_id = ${person} where id = ${id}`
    const key = newKey()
    const gate = Promise.withResolvers<void>()
    const chunks = async function* () {
      yield owner.twoItems(what)
      await gate.promise
      yield `${owner.account},${what},1,,\n`
    }
    const sending = owner.sendChunks(chunks(), key, { as: doomed })
    await eventually(async () => {
      const begun = await sql`select from imports where id = ${key}`
      return begun.length > 0
    }, 'the import to begin')
    await sql`${take(sql)} where organization_id = ${owner.organizationId}`
    gate.resolve()
    assert.equal(await sending, status)
    assert.equal(await itemsNamed(what), 0)
  })
}

test('imports are forgotten after seven days, those that never ended after one', async () => {
  const owner = await records.organization()
  const ages = [
    ['completed', 6],
    ['completed', 8],
    ['receiving', 0],
    ['receiving', 2],
  ] as const
  for (const [state, days] of ages) {
    const id = `${state}-${days}`
    await sql`
      insert into imports (organization_id, id, kind, attempt_id, state, created_at, completed_at)
      values (${owner}, ${id}, 'fbo-accounts', ${id}, ${state}, now() - ${days} * interval '1 day',
        case when ${state} = 'completed' then now() end)`
    await sql`
      insert into import_rows (organization_id, attempt_id, line, fields)
      values (${owner}, ${id}, 2, '{}')`
  }
  // Rows of an attempt whose file was sent again.
  await sql`
    insert into import_rows (organization_id, attempt_id, line, fields)
    values (${owner}, 'superseded', 2, '{}')`
  await forgetImports(operatorFor(owner), database)
  const left = await sql`select id from imports where organization_id = ${owner} order by id`
  assert.deepEqual([...left], [{ id: 'completed-6' }, { id: 'receiving-0' }])
  const rows = await sql`
    select attempt_id as id from import_rows where organization_id = ${owner} order by id`
  assert.deepEqual([...rows], [...left])
})
