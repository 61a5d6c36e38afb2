import type { TestContext } from 'node:test'
import type { Sql } from 'postgres'
import { afterTest } from '../processes/embedded-directory.ts'
import { databaseUrlOf } from '../processes/service-process.ts'
import {
  adminConnection,
  connectionAs,
  connectionTo,
  connectTo,
  createDatabase,
  createRole,
  dropDatabase,
  openConnection,
  testServer,
} from './server.ts'

let made = 0

/** A database without a table, of a role that owns it and may do nothing else. */
export interface EmptyDatabase {
  /** A connection as that owner. */
  readonly sql: Sql
  readonly connection: ReturnType<typeof connectionTo>
  /** What a command finds it by. */
  readonly env: { readonly DATABASE_URL: string }
}

/** Dropped after the test, its owner too. */
export async function emptyDatabase(t: TestContext): Promise<EmptyDatabase> {
  const server = testServer()
  made += 1
  const name = `vault_test_${process.pid}_empty_${made}`
  const owner = `${name}_owner`
  const admin = adminConnection(server)
  await createDatabase(admin, name)
  await createRole(admin, owner)
  await admin.unsafe(`alter database ${name} owner to ${owner}`)
  const asAdmin = connectTo(server, name, 1)
  await asAdmin.unsafe(`alter schema public owner to ${owner}`)
  await asAdmin.end()
  const connection = connectionAs(owner, connectionTo(server, name))
  const sql = openConnection(connection)
  afterTest(t, async () => {
    await sql.end()
    await dropDatabase(admin, name)
    await admin.unsafe(`drop role ${owner}`)
    await admin.end()
  })
  return { sql, connection, env: { DATABASE_URL: databaseUrlOf(connection) } }
}
