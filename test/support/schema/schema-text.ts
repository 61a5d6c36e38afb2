import { migrate } from '../../../src/database/migrations.ts'
import { openServer } from '../vault/open-server.ts'
import {
  adminConnection,
  connectTo,
  createDatabase,
  dropDatabase,
  type TestServer,
  testServer,
} from '../vault/server.ts'
import { dumpSchema } from './schema-dump.ts'

/**
 * The text of migrations/schema.sql: the schema that all migrations make on an empty database.
 */
export async function schemaText(): Promise<string> {
  if (process.env.VAULT_TEST_SERVER !== undefined) return await migratedSchema(testServer())
  const { server, stop } = await openServer()
  try {
    return await migratedSchema(server)
  } finally {
    await stop()
  }
}

async function migratedSchema(server: TestServer): Promise<string> {
  const name = `vault_schema_${process.pid}`
  const admin = adminConnection(server)
  await createDatabase(admin, name)
  const sql = connectTo(server, name, 1)
  try {
    await migrate(sql)
    return await dumpSchema(sql)
  } finally {
    await sql.end()
    await dropDatabase(admin, name)
    await admin.end()
  }
}
