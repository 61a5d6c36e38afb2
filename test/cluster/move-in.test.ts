import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { FILE_KINDS, syntheticCsv } from '../../bench/numbered-records.ts'
import { createClusterVault, dropClusterDatabase, onNode } from '../support/processes/cluster.ts'
import { runCommand } from '../support/processes/command.ts'
import { databaseUrlOf, startServiceProcess } from '../support/processes/service-process.ts'
import { connectionTo, openConnection, testServer } from '../support/vault/server.ts'
import { wholeVault } from '../support/vault/whole-vault.ts'

const server = testServer()
const folder = mkdtempSync(join(tmpdir(), 'vault-move-'))
after(() => rmSync(folder, { recursive: true }))

/** A database of the coordinator's server, without Citus unless a vault is distributed there. */
async function database(kind: 'single' | 'distributed', name: string) {
  const full = `vault_test_${process.pid}_${name}`
  after(() => dropClusterDatabase(server, full))
  const [coordinator] = server.nodes ?? []
  assert.ok(coordinator !== undefined)
  if (kind === 'distributed') await createClusterVault(server, full)
  else await onNode(server, coordinator, 'postgres', (sql) => sql`create database ${sql(full)}`)
  const connection = connectionTo(server, full)
  const sql = openConnection(connection, 2)
  after(() => sql.end())
  return { sql, env: { DATABASE_URL: databaseUrlOf(connection), SERVICE_ROLE: '' } }
}

async function succeed(env: Readonly<Record<string, string>>, ...args: string[]) {
  const { code, stdout, stderr } = await runCommand(args, env)
  assert.equal(code, 0, `${args.join(' ')}: ${stdout}${stderr}`)
  return stdout
}

test('A vault moves into a cluster, works there, and moves out again', async (t) => {
  const single = await database('single', 'single')
  await succeed(single.env, 'migrate')
  let token = ''
  for (const id of ['org_a', 'org_b', 'org_c']) {
    await succeed(single.env, 'organization', 'create', '--name', id, '--id', id)
    const permissions = 'fbo_accounts:read,fbo_accounts:update'
    const issue = ['token', 'create', '--organization', id, '--permissions', permissions, '--json']
    token = JSON.parse(await succeed(single.env, ...issue)).token
    for (const kind of FILE_KINDS) {
      const path = join(folder, `${kind}.csv`)
      writeFileSync(path, [...syntheticCsv(kind, 2_000, { count: 2_000 })].join(''))
      await succeed(single.env, 'import', kind, path, '--organization', id)
    }
  }
  const moved = await database('distributed', 'moved')
  await succeed(single.env, 'backup', join(folder, 'in.backup'))
  t.diagnostic(await succeed(moved.env, 'restore', join(folder, 'in.backup')))
  await succeed(moved.env, 'verify')
  assert.deepEqual(await wholeVault(moved.sql), await wholeVault(single.sql))

  const service = await startServiceProcess({ env: moved.env })
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const list = await fetch(`${service.url}/v1/fbo-accounts?limit=1`, { headers })
  const { id } = ((await list.json()) as { data: [{ id: string }] }).data[0]
  const path = `${service.url}/v1/fbo-accounts/${id}`
  const body = JSON.stringify({ lastName: 'Moved' })
  const updated = await fetch(path, { method: 'PATCH', headers, body })
  assert.equal(updated.status, 200, await updated.text())

  const back = await database('single', 'back')
  await succeed(moved.env, 'backup', join(folder, 'out.backup'))
  await succeed(back.env, 'restore', join(folder, 'out.backup'))
  await succeed(back.env, 'verify')
  assert.deepEqual(await wholeVault(back.sql), await wholeVault(moved.sql))
})
