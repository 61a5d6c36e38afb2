import { databaseUrlOf } from '../processes/service-process.ts'
import { inTheEnd } from './in-the-end.ts'
import {
  adminConnection,
  connectionTo,
  connectTo,
  createDatabase,
  dropDatabase,
  testServer,
} from './server.ts'

/** A database of a test, on the server of this run. */
export type TestDatabase = Awaited<ReturnType<typeof makeDatabase>>

interface TestDatabaseOptions {
  /** The database to copy, without connections to it; by default the new one is empty. */
  readonly template?: string
  /** Connections of `sql`, at most. */
  readonly max?: number
  /** Takes what must happen in the end; by default when the test or the test file is over. */
  readonly cleanup?: (undo: () => Promise<void>) => void
}

let databasesMade = 0

/** Makes a database, which is dropped in the end. */
export async function makeDatabase(options: TestDatabaseOptions = {}) {
  const { template, max = 4, cleanup = inTheEnd } = options
  const server = testServer()
  databasesMade += 1
  const name = `vault_test_${process.pid}_${databasesMade}`
  const admin = adminConnection(server)
  await createDatabase(admin, name, template)
  const sql = connectTo(server, name, max)
  let dropped: Promise<void> | undefined
  const endAndDrop = async () => {
    await sql.end()
    await dropDatabase(admin, name)
    await admin.end()
  }
  const drop = () => (dropped ??= endAndDrop())
  cleanup(drop)
  const connection = connectionTo(server, name)
  const env = { DATABASE_URL: databaseUrlOf(connection) }
  /** `sql` is a connection of the test's own, as the administrator; `env` is that of a command. */
  return { name, sql, connection, env, drop }
}
