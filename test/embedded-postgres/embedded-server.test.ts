import assert from 'node:assert/strict'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import {
  connect,
  eventually,
  isAlive,
  open,
  openInChild,
  postmasterPid,
  temporaryDirectory,
} from '../support/processes/embedded-directory.ts'
import { preparedDirectory } from '../support/processes/prepared-directory.ts'

test('the first start creates a UTF8 database that is reachable only through this directory', async (t) => {
  const dataDir = join(temporaryDirectory(t), 'data')
  const server = await open(t, { dataDir })
  const sql = connect(t, server)
  const [row] = await sql`
    select current_database() as database, current_user as "user",
      current_setting('server_version') as version,
      current_setting('server_encoding') as encoding,
      (select datlocprovider::text || ' ' || datlocale from pg_database
        where datname = current_database()) as locale,
      array(select concat_ws(' ', type, database::text, auth_method) from pg_hba_file_rules
        where auth_method <> 'scram-sha-256') as open_doors`
  assert.deepEqual(row, {
    database: server.database,
    user: server.username,
    version: server.version,
    encoding: 'UTF8',
    locale: 'b C.UTF-8',
    openDoors: [],
  })
  assert.equal(server.database, 'vault_inventory')
  assert.deepEqual(server.messages, ['embedded PostgreSQL created'])
  for (const secret of ['postgres-password', 'postgres.log', 'postgres/PG_VERSION']) {
    assert.equal(statSync(join(dataDir, secret)).mode & 0o077, 0, secret)
  }
})

test('the server listens on a socket only, survives our Ctrl-C and keeps every commit', async (t) => {
  const dataDir = await preparedDirectory(t)
  const sql = connect(t, await open(t, { dataDir, settings: { work_mem: '5MB' } }))
  const rows = await sql<{ name: string; setting: string }[]>`
    select name, setting from pg_settings where name in
      ('listen_addresses', 'fsync', 'synchronous_commit', 'full_page_writes', 'restart_after_crash',
       'client_connection_check_interval', 'TimeZone', 'work_mem', 'data_checksums',
       'wal_compression')`
  assert.deepEqual(Object.fromEntries(rows.map((row) => [row.name, row.setting])), {
    TimeZone: 'UTC',
    client_connection_check_interval: '300',
    data_checksums: 'on',
    fsync: 'on',
    full_page_writes: 'on',
    listen_addresses: '',
    restart_after_crash: 'on',
    synchronous_commit: 'on',
    wal_compression: 'off',
    work_mem: '5120',
  })
  const pid = postmasterPid(dataDir)!
  // Fields after the name: state, parent, process group, session. A terminal signals a group.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
  assert.deepEqual(fields.slice(2, 4), [String(pid), String(pid)])
})

test('several processes share one server, and the last one to leave stops it', async (t) => {
  const dataDir = await preparedDirectory(t)
  const service = await open(t, { dataDir })
  const pid = postmasterPid(dataDir)!
  const command = await open(t, { dataDir, role: 'command' })
  assert.deepEqual(command.messages, ['embedded PostgreSQL joined'])
  assert.equal(postmasterPid(dataDir), pid)

  await service.release()
  await service.release()
  const [row] = await connect(t, command)`select 1 as one`
  assert.deepEqual(row, { one: 1 })

  const next = await open(t, { dataDir })
  await command.release()
  assert.ok(isAlive(pid), 'the next service uses the server')
  await next.release()
  assert.equal(postmasterPid(dataDir), null)
  await eventually(() => !isAlive(pid), 'the process to be gone')

  const again = await open(t, { dataDir })
  assert.deepEqual(again.messages, ['embedded PostgreSQL started'])
  assert.equal(again.password, service.password)
})

test('eight simultaneous starts on an empty directory create one cluster', async (t) => {
  const dataDir = join(temporaryDirectory(t), 'data')
  const openers = await Promise.all(
    Array.from({ length: 8 }, () => openInChild(t, { dataDir, role: 'command' })),
  )
  const responses = openers.map((opener) => opener.response)
  assert.deepEqual(responses.map((response) => response.message ?? response.messages[0]).sort(), [
    'embedded PostgreSQL created',
    ...Array(7).fill('embedded PostgreSQL joined'),
  ])
  assert.equal(new Set(responses.map((response) => response.password)).size, 1)
  const pid = postmasterPid(dataDir)!
  // The experimental SQLite behind the locks must not show.
  assert.deepEqual([...new Set(openers.map((opener) => opener.complaints()))], [''])
  await Promise.all(openers.map((opener) => opener.leave()))
  await eventually(() => !isAlive(pid), 'the last one out to stop the server')
})
