import type { Sql, TransactionSql } from 'postgres'
import { appliedMigrations, refuseUnknownMigrations } from '../database/migrations.ts'
import { vaultTables } from '../database/vault-tables.ts'
import { type BackupManifest, BackupUnusable, FORMAT, FORMAT_VERSION } from './backup-format.ts'

/**
 * Describes the vault that is to be backed up. Its tables stay as they are until the transaction
 * ends.
 * @param sql connections outside the transaction
 * @throws {BackupUnusable} when there is no vault, or its schema has just changed
 */
export async function describeVault(
  tx: TransactionSql,
  sql: Sql,
  serviceVersion: string,
): Promise<BackupManifest> {
  const migrations = await appliedMigrations(tx)
  if (migrations === null) {
    throw new BackupUnusable('The database holds no vault yet: there is nothing to back up.')
  }
  refuseUnknownMigrations(migrations, 'database')
  const tables = await vaultTables(tx)
  for (const { name } of tables) await tx`lock table ${tx(name)} in access share mode`
  // The snapshot is older than the locks. A migration in between changes the tables, but the
  // snapshot does not show it.
  const now = await appliedMigrations(sql)
  if (now?.length !== migrations.length) {
    throw new BackupUnusable('The schema was migrated just now: start the backup again.')
  }
  const [row] = await tx<[{ at: Date; version: string }]>`
    select now() as at, current_setting('server_version') as version`
  return {
    format: FORMAT,
    formatVersion: FORMAT_VERSION,
    serviceVersion,
    postgresVersion: row.version.split(' ', 1)[0] as string,
    createdAt: row.at.toISOString(),
    migrations: migrations.map(({ version, name, sha256 }) => ({ version, name, sha256 })),
    tables,
  }
}
