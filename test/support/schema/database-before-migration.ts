import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { Sql } from 'postgres'
import { migrate } from '../../../src/database/migrations.ts'
import { makeDatabase } from '../vault/databases.ts'

const MIGRATIONS = fileURLToPath(new URL('../../../migrations/', import.meta.url))

/**
 * A database as it was before a migration: those with a lower number are applied. Dropped after the
 * test.
 */
export async function databaseBefore(
  t: TestContext,
  migration: string,
): Promise<{ name: string; sql: Sql }> {
  const { name, sql } = await makeDatabase({ cleanup: (undo) => t.after(undo) })
  await migrateBefore(sql, migration)
  return { name, sql }
}

/** Applies the migrations that have a lower number. */
export async function migrateBefore(sql: Sql, migration: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'vault-migrations-'))
  try {
    for (const file of readdirSync(MIGRATIONS).filter((each) => each < migration)) {
      cpSync(join(MIGRATIONS, file), join(folder, file))
    }
    await migrate(sql, { folder: `${folder}/` })
  } finally {
    rmSync(folder, { recursive: true })
  }
}
