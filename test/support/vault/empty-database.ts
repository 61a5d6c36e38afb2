import type { TestContext } from 'node:test'
import { afterTest } from '../processes/embedded-directory.ts'
import { databaseUrlOf } from '../processes/service-process.ts'
import { makeDatabase, type TestDatabase } from './databases.ts'
import { adminConnection, connectionAs, createRole, openConnection, testServer } from './server.ts'

let ownersMade = 0

/**
 * A database without a table, of a role that owns it and may do nothing else: its connections are
 * that owner's. Dropped after the test, and its owner too.
 */
export async function emptyDatabase(t: TestContext): Promise<Omit<TestDatabase, 'drop'>> {
  ownersMade += 1
  const owner = `vault_test_${process.pid}_owner_${ownersMade}`
  const admin = adminConnection(testServer())
  await createRole(admin, owner)
  afterTest(t, async () => {
    await admin.unsafe(`drop role ${owner}`)
    await admin.end()
  })
  const made = await makeDatabase({ max: 1, cleanup: (undo) => afterTest(t, undo) })
  await made.sql.unsafe(`alter database ${made.name} owner to ${owner}`)
  await made.sql.unsafe(`alter schema public owner to ${owner}`)
  const connection = connectionAs(owner, made.connection)
  const sql = openConnection(connection)
  afterTest(t, () => sql.end())
  return { name: made.name, sql, connection, env: { DATABASE_URL: databaseUrlOf(connection) } }
}
