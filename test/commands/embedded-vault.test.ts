import assert from 'node:assert/strict'
import { copyFileSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { runCommand } from '../support/processes/command.ts'
import {
  afterTest,
  postmasterPid,
  temporaryDirectory,
} from '../support/processes/embedded-directory.ts'
import { type EmbeddedVault, openEmbeddedVault } from '../support/processes/embedded-vault.ts'
import { runCheck } from '../support/processes/run-check.ts'
import type { ServiceProcess } from '../support/processes/service-process.ts'
import type { Sql } from '../support/vault/sql.ts'
import { triggersOff, wholeVault } from '../support/vault/whole-vault.ts'

// One vault and its copy, for all tests of commands that find it by DATA_DIR: each start takes
// seconds.

test('commands work on an embedded vault with and without its service', async (t) => {
  const dataDir = join(temporaryDirectory(t), 'data')
  const vault = await openEmbeddedVault(t, { SECRETS_KEY: '' }, { dataDir })
  const { service, sql } = vault
  const postmaster = postmasterPid(dataDir)
  const { id } = await succeed(dataDir, 'organization', 'create', '--name', 'While it runs')
  const { token } = await vault.records.token(id)
  const folder = temporaryDirectory(t)

  await t.test('it has a key from its first start on, and exports its events', async () => {
    const response = await fetch(`${service.url}/.well-known/vault-keys.json`)
    assert.equal(((await response.json()) as { keys: object[] }).keys.length, 1)
    const path = join(folder, 'events.jsonl')
    const events = await sql`select from events where organization_id = ${id}`
    const exported = await succeed(dataDir, 'events', 'export', path, '--organization', id)
    assert.equal(exported.events, events.length)
    assert.equal((await sql`select from signing_keys`).length, 1)
    assert.equal((await runCommand(['events', 'verify', path])).code, 0)
  })

  await t.test('check looks at it beside its service, which reads what is imported', async () => {
    const beside = await runCheck({ DATA_DIR: dataDir, PORT: new URL(service.url).port })
    assert.deepEqual([beside.code, beside.faults], [0, ['warning ports']])
    assert.match(beside.message('ports'), /a vault-inventory service responds on port/)
    assert.match(
      beside.message('keys'),
      /decrypts all of .*\(signing keys: 1, webhooks: 0, identity providers: 0\)/,
    )
    await imported(t, dataDir, id, 'a1')
    assert.equal((await read(service, token, 'fbo-accounts/a1')).status, 200)
    assert.equal(postmasterPid(dataDir), postmaster)
    assert.equal((await fetch(`${service.url}/health/ready`)).status, 200)
  })

  await t.test('they leave a stopped one stopped', async () => {
    service.signal('SIGTERM')
    assert.equal((await service.exited).code, 0)
    const before = readdirSync(dataDir).sort()
    const stopped = await runCheck({ DATA_DIR: dataDir })
    assert.deepEqual([stopped.code, stopped.status, stopped.faults], [0, 'ok', []])
    assert.equal(postmasterPid(dataDir), null)
    assert.deepEqual(readdirSync(dataDir).sort(), before)
    await imported(t, dataDir, id, 'a2')
    assert.equal(postmasterPid(dataDir), null, 'what a command started it stops again')
  })

  await t.test('while it serves it is backed up, restored elsewhere, and serves there', (t) =>
    backedUp(t, vault, { organizationId: id, token }),
  )
})

async function backedUp(
  t: TestContext,
  first: EmbeddedVault,
  { organizationId, token }: { readonly organizationId: string; readonly token: string },
) {
  const { sql, records, dataDir } = first
  const service = await first.restart()
  assert.equal((await read(service, token, 'fbo-accounts/a2')).status, 200)
  const [itemId, other] = await records.inventoryItems(organizationId, 'a1', 2)
  await records.outboundShipment(organizationId, 'a1')
  const response = await transfer(service, token, { itemId, key: 'kept' })
  assert.equal(response.status, 201)
  const path = join(temporaryDirectory(t), 'vault.backup')
  const before = await wholeVault(sql)
  const backup = await runCommand(['backup', path], { DATA_DIR: dataDir })
  assert.deepEqual({ code: backup.code, stderr: backup.stderr }, { code: 0, stderr: '' })
  assert.match(
    backup.stdout,
    /^\S+ holds \d+ rows of \d+ tables as of \d{4}-\S+Z: \d+\.\d kB in \d+\.\d s\.\n$/,
  )
  assert.equal(statSync(path).mode & 0o777, 0o600)
  assert.deepEqual(await wholeVault(sql), before, 'it changed nothing')

  const restoredDir = join(temporaryDirectory(t), 'data')
  const restore = await runCommand(['restore', path], { DATA_DIR: restoredDir })
  assert.deepEqual({ code: restore.code, stderr: restore.stderr }, { code: 0, stderr: '' })
  assert.match(restore.stdout, /^Restored \d+ rows of \d+ tables as of \S+; nothing is wrong \(/)
  // As docs/OPERATING.md says: without the key, the vault's own signing key is one of anybody.
  copyFileSync(join(dataDir, 'secrets.key'), join(restoredDir, 'secrets.key'))
  const second = await openEmbeddedVault(t, {}, { dataDir: restoredDir })
  assert.deepEqual(await wholeVault(second.sql), before)
  const replay = await transfer(second.service, token, { itemId, key: 'kept' })
  assert.equal(replay.text, response.text)
  assert.equal(replay.headers.get('idempotent-replayed'), 'true')
  assert.equal((await transfer(second.service, token, { itemId })).status, 409)
  assert.equal((await transfer(second.service, token, { itemId: other })).status, 201)
  assert.deepEqual(await triggersOff(second.sql), [])
  await assert.rejects(second.sql`delete from inventory_movements`, /append-only/)
  assert.equal((await runCommand(['verify'], { DATA_DIR: restoredDir })).code, 0)
  await t.test('requests run there as a role of their own, which a start grants its rights', (t) =>
    servesAsItsRole(t, second, token),
  )
}

const WARNING = 'requests run as a role that owns the tables: give them one by SERVICE_ROLE'

async function servesAsItsRole(t: TestContext, vault: EmbeddedVault, token: string) {
  const { sql, service } = vault
  assert.deepEqual(await requestRoles(sql), ['vault_inventory_service'])
  assert.ok(!service.log.some(({ msg }) => msg === WARNING))
  const [may] = await sql`
    select has_database_privilege('vault_inventory_service', current_database(), 'temporary') as t`
  assert.deepEqual(may, { t: false })

  // As the previous version left it: without the role, and without grants on its tables.
  service.signal('SIGKILL')
  await service.exited
  await sql`drop owned by vault_inventory_service`
  await sql`drop role vault_inventory_service`
  const other = await vault.restart()
  afterTest(t, () => other.signal('SIGTERM'))
  const created = await post(other, token, { path: 'fbo-accounts', body: { firstName: 'Ada' } })
  assert.equal(created.status, 201, created.text)
  assert.deepEqual(await requestRoles(sql), ['vault_inventory_service'])
}

async function requestRoles(sql: Sql): Promise<string[]> {
  const rows = await sql<{ usename: string }[]>`
    select distinct usename::text from pg_stat_activity
    where application_name = 'vault-inventory service' and datname = 'vault_inventory'`
  return rows.map(({ usename }) => usename)
}

async function succeed(dataDir: string, ...args: string[]) {
  const { code, stderr, document } = await runCommand([...args, '--json'], { DATA_DIR: dataDir })
  assert.deepEqual({ code, stderr }, { code: 0, stderr: '' })
  return document
}

async function imported(t: TestContext, dataDir: string, organizationId: string, id: string) {
  const path = join(temporaryDirectory(t), 'accounts.csv')
  writeFileSync(path, `id\n${id}\n`)
  await succeed(dataDir, 'import', 'fbo-accounts', path, '--organization', organizationId)
}

function read({ url }: ServiceProcess, token: string, path: string): Promise<Response> {
  return fetch(`${url}/v1/${path}`, { headers: { authorization: `Bearer ${token}` } })
}

interface Transferred {
  readonly itemId: string | undefined
  readonly key?: string
}

function transfer(service: ServiceProcess, token: string, { itemId, key }: Transferred) {
  const items = [{ inventoryItemId: itemId, reason: 'trade' }]
  const body = { fromFboAccountId: 'a1', toFboAccountId: 'a2', items }
  return post(service, token, { path: 'transfers', body, ...(key !== undefined && { key }) })
}

interface Posted {
  readonly path: string
  readonly body: object
  readonly key?: string
}

async function post({ url }: ServiceProcess, token: string, { path, body, key }: Posted) {
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    ...(key === undefined ? {} : { 'idempotency-key': key }),
  }
  const sent = { method: 'POST', headers, body: JSON.stringify(body) }
  const response = await fetch(`${url}/v1/${path}`, sent)
  return { status: response.status, headers: response.headers, text: await response.text() }
}
