import type { TestContext } from 'node:test'
import { afterTest } from '../processes/embedded-directory.ts'
import { databaseUrlOf } from '../processes/service-process.ts'
import { makeDatabase, type TestDatabase } from './databases.ts'
import { adminConnection, connectionAs, createRole, openConnection, testServer } from './server.ts'

let rolesMade = 0

/** A role that may connect and do nothing else; dropped after the test. */
export async function madeRole(t: TestContext): Promise<string> {
  rolesMade += 1
  const role = `vault_test_${process.pid}_role_${rolesMade}`
  const admin = adminConnection(testServer())
  await createRole(admin, role)
  afterTest(t, async () => {
    await admin.query(`drop role ${role}`)
    await admin.end()
  })
  return role
}

/**
 * A database without a table, of a role that owns it and may do nothing else: its connections are
 * that owner's. Dropped after the test, and its owner too.
 */
export async function emptyDatabase(t: TestContext): Promise<Omit<TestDatabase, 'drop'>> {
  const owner = await madeRole(t)
  const made = await makeDatabase({ max: 1, cleanup: (undo) => afterTest(t, undo) })
  await made.sql.query(`alter database ${made.name} owner to ${owner}`)
  await made.sql.query(`alter schema public owner to ${owner}`)
  const connection = connectionAs(owner, made.connection)
  const sql = openConnection(connection)
  afterTest(t, () => sql.end())
  return { name: made.name, sql, connection, env: { DATABASE_URL: databaseUrlOf(connection) } }
}
