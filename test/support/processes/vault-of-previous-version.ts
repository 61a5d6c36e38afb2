import type { TestContext } from 'node:test'
import type { Sql } from 'postgres'
import { readConfig } from '../../../src/config/config.ts'
import { openPool } from '../../../src/database/connect.ts'
import type { ConnectionAddress } from '../../../src/database/database-options.ts'
import { Databases } from '../vault/databases.ts'
import { Records } from '../vault/records.ts'
import { connectionTo, testServer } from '../vault/server.ts'
import { migrationTexts } from './copied-program.ts'
import { afterTest } from './embedded-directory.ts'

/** An empty database for the program of before to make its schema in. */
export interface VaultOfBefore {
  readonly sql: Sql
  /** Makes records with the program of today, once there is a schema that it knows. */
  readonly records: Records
  readonly connection: string | ConnectionAddress
  /** The number of this program's newest migration. */
  readonly newest: number
}

/** Dropped after the test. */
export async function vaultOfBefore(t: TestContext): Promise<VaultOfBefore> {
  const databases = new Databases()
  const { name, sql } = await databases.make()
  const connection = connectionTo(testServer(), name)
  const database = openPool(readConfig({}), connection, { applicationName: 'test' })
  afterTest(t, async () => {
    await database.close()
    await databases.close()
  })
  const newest = Number([...migrationTexts().keys()].at(-1)?.slice(0, 4))
  return { sql, records: new Records(sql, database), connection, newest }
}
