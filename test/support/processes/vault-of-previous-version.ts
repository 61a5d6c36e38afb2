import type { TestContext } from 'node:test'
import type { Sql } from 'postgres'
import { readConfig } from '../../../src/config/config.ts'
import { openDatabase } from '../../../src/database/database.ts'
import type { ConnectionAddress } from '../../../src/database/database-options.ts'
import { makeDatabase } from '../vault/databases.ts'
import { Records } from '../vault/records.ts'
import { migrationTexts } from './copied-program.ts'
import { afterTest } from './embedded-directory.ts'

/** An empty database in which the previous program makes its schema. */
export interface PreviousVault {
  readonly sql: Sql
  /** Makes records with the program of today, once there is a schema that it knows. */
  readonly records: Records
  readonly connection: string | ConnectionAddress
  /** The number of this program's newest migration. */
  readonly newest: number
}

/** Dropped after the test. */
export async function previousVault(t: TestContext): Promise<PreviousVault> {
  const { sql, connection } = await makeDatabase({ cleanup: (undo) => afterTest(t, undo) })
  const database = openDatabase(readConfig({}), connection, { applicationName: 'test' })
  afterTest(t, () => database.close())
  const newest = Number([...migrationTexts().keys()].at(-1)?.slice(0, 4))
  return { sql, records: new Records(sql, database), connection, newest }
}
