import type { Sql } from 'postgres'
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
export interface TestDatabase {
  readonly name: string
  /** A connection of the test's own, as the administrator. */
  readonly sql: Sql
  readonly connection: ReturnType<typeof connectionTo>
  /** `DATABASE_URL` of a command. */
  readonly env: { readonly DATABASE_URL: string }
  /** Drops it before the end. */
  drop(): Promise<void>
}

export interface TestDatabaseOptions {
  /** The database to copy, without connections to it; by default the new one is empty. */
  readonly template?: string
  /** Connections of `sql`, at most. */
  readonly max?: number
  /** Takes what must happen in the end; by default when the test or the test file is over. */
  readonly cleanup?: (undo: () => Promise<void>) => void
}

let databasesMade = 0

/** Makes a database, which is dropped in the end. */
export async function makeDatabase(options: TestDatabaseOptions = {}): Promise<TestDatabase> {
  const { template, max = 4, cleanup = inTheEnd } = options
  const server = testServer()
  databasesMade += 1
  const name = `vault_test_${process.pid}_${databasesMade}`
  const admin = adminConnection(server)
  await createDatabase(admin, name, template)
  const sql = connectTo(server, name, max)
  let dropped: Promise<void> | undefined
  const drop = async () => {
    await sql.end()
    await dropDatabase(admin, name)
    await admin.end()
  }
  const dropOnce = () => {
    dropped ??= drop()
    return dropped
  }
  cleanup(dropOnce)
  const connection = connectionTo(server, name)
  return { name, sql, connection, env: { DATABASE_URL: databaseUrlOf(connection) }, drop: dropOnce }
}
