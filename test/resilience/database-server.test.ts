import assert from 'node:assert/strict'
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { openEmbeddedServer } from '../../src/embedded-postgres/embedded-server.ts'
import {
  type Condition,
  type ServiceUnderTest,
  testConditions,
} from '../support/chaos/database-conditions.ts'
import { eventually, postmasterPid } from '../support/processes/embedded-directory.ts'
import { connectToDirectory } from '../support/processes/embedded-vault.ts'
import { fillDirectory } from '../support/processes/prepared-directory.ts'
import { databaseUrlOf, startServiceProcess } from '../support/processes/service-process.ts'
import { ApiClient } from '../support/vault/api-client.ts'
import { Records } from '../support/vault/records.ts'
import { openConnection } from '../support/vault/server.ts'
import type { Sql } from '../support/vault/sql.ts'
import { openOwnVault } from '../support/vault/vault.ts'

// A PostgreSQL of this file's own, which can be restarted, filled and stopped.
const { app } = await openOwnVault()
const dataDir = realpathSync(mkdtempSync(join(tmpdir(), 'vault-own-server-')))
await fillDirectory(dataDir)
const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined }
const server = await openEmbeddedServer({
  dataDir,
  role: 'command',
  log: quiet,
  settings: { max_connections: '40' },
})
after(async () => {
  await server.release()
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 })
})
const { username, password } = server
const connection = { ...server.connection, username, password, database: server.database }
const DATABASE_URL = databaseUrlOf(connection)
const service = await startServiceProcess({ env: { DATABASE_URL } })
const database = await connectToDirectory(dataDir)
after(() => database.sql.end())
const { sql } = database

const tested: ServiceUnderTest = {
  service,
  api: new ApiClient(service.url, app),
  sql,
  records: new Records(sql, database),
  responseMs: 2 * (3_750 + 5_000 + 10_000),
}

const CONDITIONS: readonly Condition[] = [
  ...(['SIGINT', 'SIGQUIT'] as const).map((signal) => ({
    name: `PostgreSQL restarted by ${signal === 'SIGINT' ? 'a fast' : 'an immediate'} shutdown`,
    begin: async () => {
      const before = postmasterPid(dataDir) as number
      process.kill(before, signal)
      const end = () =>
        eventually(async () => {
          await sql`select 1`
          return postmasterPid(dataDir) !== before
        }, 'PostgreSQL to be there again')
      return { end }
    },
  })),
  {
    name: 'PostgreSQL at its connection limit',
    refused: ['read', 'update', 'create'],
    ready: 503,
    begin: async () => {
      const stop = await takeEveryConnection()
      return { end: stop }
    },
  },
]

testConditions(tested, CONDITIONS, { tool: 'signals, connections', rounds: 5 })

/** Takes every connection of the server, those of the service too, and all that become free. */
async function takeEveryConnection(): Promise<() => Promise<void>> {
  const taken: Sql[] = []
  let isOver = false
  const takeOne = async () => {
    const one = openConnection(connection, 1)
    try {
      await one`select 1`
      taken.push(one)
      return true
    } catch (error) {
      assert.equal((error as { code?: string }).code, '53300')
      await one.end()
      return false
    }
  }
  const taking = (async () => {
    while (!isOver) if (!(await takeOne())) await pause(5)
  })()
  let roundsWithout = 0
  await eventually(async () => {
    // A connection being authenticated has no name yet, or is not visible: look again.
    const rows = await sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'vault-inventory service'`
    roundsWithout = rows.length === 0 && !(await takeOne()) ? roundsWithout + 1 : 0
    return roundsWithout === 20
  }, 'every connection to be taken')
  return async () => {
    isOver = true
    await taking
    await Promise.all(taken.map((one) => one.end()))
  }
}
