import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { onNode, placeOf } from '../support/processes/cluster.ts'
import { runCommand, runProgram } from '../support/processes/command.ts'
import { afterTest, temporaryDirectory } from '../support/processes/embedded-directory.ts'
import { freePorts } from '../support/processes/free-port.ts'
import { startServiceProcess } from '../support/processes/service-process.ts'
import { openConnection, testServer } from '../support/vault/server.ts'
import type { Sql } from '../support/vault/sql.ts'

const SCRIPT = fileURLToPath(new URL('./build-cluster.ts', import.meta.url))
const [NODES, SHARDS] = [2, 4]
const PERMISSIONS = [
  'fbo_accounts:create',
  'inventory_items:create',
  'inventory_items:read',
  'transfer_batches:create',
  'transfer_batches:read',
  'transfer_batches:cancel',
].join()

/** The programs of the PostgreSQL whose cluster this run has. */
const server = testServer()
const [{ bin }] = await onNode(server, server.nodes![0]!, 'postgres', (sql) => {
  return sql<[{ bin: string }]>`select setting as bin from pg_config where name = 'BINDIR'`
})

test('A cluster built as SCALING says serves two roles; a node that is added takes shards', {
  skip: !existsSync(join(bin, 'initdb')) && `there is no ${bin}: the cluster is elsewhere`,
}, async (t) => {
  const folder = join(temporaryDirectory(t), 'cluster')
  const port = await freePorts(NODES + 2)
  const script = async (verb: string, ...more: string[]) => {
    const args = [verb, '--folder', folder, ...more]
    const run = await runProgram(SCRIPT, args, {}, process.cwd())
    assert.equal(run.code, 0, run.stdout + run.stderr)
    return run
  }
  afterTest(t, () => script('stop'))
  const sizes = ['--nodes', `${NODES}`, '--port', `${port}`, '--shards', `${SHARDS}`]
  const { owner, service } = (await script('build', '--bin', bin, ...sizes)).document
  const sql = openConnection(owner, 1)
  afterTest(t, () => sql.end())
  const env = { DATABASE_URL: service }
  const served = await startServiceProcess({ env, cleanup: (undo) => afterTest(t, undo) })
  const warnings = served.log.filter(({ level }) => level === 'warn')
  assert.deepEqual(warnings, [])

  const organizations = await Promise.all(
    (await idsOfAllShards(sql)).map((id) => openOrganization(served.url, id, env)),
  )
  await assertAdmitted([owner, service], port, NODES + 1)
  await script('add')
  await assertAdmitted([owner, service], port, NODES + 2)

  const moved: string[] = []
  for (const { id, read, cancel, before } of organizations) {
    assert.deepEqual(await read(), before)
    if ((await placeOf(sql, id)).port !== port + NODES + 1) continue
    moved.push(id)
    await cancel()
  }
  t.diagnostic(`${moved.length} of ${SHARDS} organizations are on the node that was added`)
  assert.ok(moved.length > 0)
  await assertVerified(env)
  served.signal('SIGTERM')
  await served.exited
  await script('stop')
  await script('start')
  await assertVerified(env)
})

/** Ids of organizations to be, one for each shard. */
async function idsOfAllShards(sql: Sql): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select min(id) as id from (select 'org_' || generate_series(1, 100) as id) as ids
    group by get_shard_id_for_distribution_column('organizations', id)`
  assert.equal(rows.length, SHARDS)
  return rows.map(({ id }) => id)
}

/** An organization with a transfer that was made over HTTP, and what the service says of it. */
async function openOrganization(url: string, id: string, env: Record<string, string>) {
  const created = await runCommand(['organization', 'create', '--name', 'A', '--id', id], env)
  assert.equal(created.code, 0, created.stderr)
  const grant = ['--organization', id, '--permissions', PERMISSIONS, '--json']
  const { document } = await runCommand(['token', 'create', ...grant], env)
  const ask = async (method: string, path: string, body?: object) => {
    const headers = {
      authorization: `Bearer ${document.token}`,
      ...(body && { 'content-type': 'application/json' }),
    }
    const sent = body && { body: JSON.stringify(body) }
    const response = await fetch(`${url}/v1/${path}`, { method, headers, ...sent })
    const text = await response.text()
    assert.ok(response.ok, `${method} ${path}: ${response.status} ${text}`)
    return JSON.parse(text).data
  }
  const from = await ask('POST', 'fbo-accounts', { firstName: 'Ada' })
  const to = await ask('POST', 'fbo-accounts', { firstName: 'Ben' })
  const described = { description: 'A watch', declaredValueCents: '100' }
  const item = await ask('POST', 'inventory-items', { fboAccountId: from.id, ...described })
  const transfer = await ask('POST', 'transfers', {
    fromFboAccountId: from.id,
    toFboAccountId: to.id,
    items: [{ inventoryItemId: item.id, reason: 'request' }],
  })
  const read = () =>
    Promise.all([
      ask('GET', `transfers/${transfer.id}`),
      ask('GET', `inventory-items/${item.id}`),
      ask('GET', `inventory-items/${item.id}/movements`),
    ])
  const cancel = async () => {
    const { status } = await ask('POST', `transfers/${transfer.id}/cancel`, {
      reason: 'Sent twice',
    })
    assert.equal(status, 'cancelled')
  }
  return { id, read, cancel, before: await read() }
}

/** Each machine lets in both roles with their passwords alone, and nobody else. */
async function assertAdmitted(urls: readonly string[], port: number, machines: number) {
  for (const given of urls) {
    for (let machine = 0; machine < machines; machine += 1) {
      const url = new URL(given)
      url.port = `${port + machine}`
      const [row] = await query(
        url,
        (sql) => sql`
        select count(*)::integer as organizations,
          has_database_privilege('public', current_database(), 'connect') as is_open
        from organizations`,
      )
      assert.deepEqual(row, { organizations: SHARDS, isOpen: false }, `machine ${machine}`)
      url.password = 'wrong'
      await assert.rejects(
        query(url, (sql) => sql`select`),
        { code: '28P01' },
      )
    }
  }
}

async function query<T>(url: URL, ask: (sql: Sql) => PromiseLike<T>): Promise<T> {
  const sql = openConnection(url.href, 1)
  try {
    return await ask(sql)
  } finally {
    await sql.end()
  }
}

async function assertVerified(env: Record<string, string>): Promise<void> {
  const { code, stdout, stderr } = await runCommand(['verify'], env)
  assert.equal(code, 0, stdout + stderr)
  assert.match(stdout, new RegExp(`^Nothing is wrong: ${SHARDS} organizations, ${SHARDS} items, `))
}
