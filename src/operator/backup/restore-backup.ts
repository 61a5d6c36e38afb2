import { appliedMigrations, lockMigrations, migrateWithin } from '../../database/migrations.ts'
import { liftRequestLimits } from '../../database/postgres/lift-request-limits.ts'
import type { Sql, TransactionSql } from '../../database/postgres/sql.ts'
import { grantServiceRole } from '../../database/service-role.ts'
import {
  backedUpTables,
  filledTable,
  foreignTable,
  vaultTables,
} from '../../database/vault-tables.ts'
import { FileUnusable } from '../../runtime/write-new-file.ts'
import {
  type BackupManifest,
  type BackupWatch,
  fillTable,
  RowCounts,
  schemaVersionOf,
} from './backup-format.ts'
import type { CheckedBackup } from './read-backup.ts'

export interface RestoreOptions extends BackupWatch {
  /** The role of the service, when another role restores. */
  readonly serviceRole?: string | null
  /** Checks the restored vault before it is committed: throws when it must not be. */
  readonly verify: (tx: TransactionSql, organizationIds: readonly string[]) => Promise<void>
}

/**
 * Fills an empty database, all or nothing: until the end every other process sees it empty, or
 * waits.
 * @returns the rows, and the migrations that were applied after those of the backup
 * @throws {FileUnusable} when it cannot be restored here
 */
export async function restoreBackup(
  sql: Sql,
  backup: CheckedBackup,
  options: RestoreOptions,
): Promise<{ counts: RowCounts; applied: string[] }> {
  return await sql.begin(async (tx) => {
    await liftRequestLimits(tx)
    await tx.topology?.fillTables(tx)
    await makeTables(tx, backup.manifest)
    // Before migration 4 a trigger counted shipments, and could not count millions at once.
    const hasCounter = schemaVersionOf(backup.manifest) < 4
    if (hasCounter) await tx.query('alter table outbound_shipments disable trigger user')
    const counts = await fillTables(tx, backup, options)
    if (hasCounter) await tx.query('alter table outbound_shipments enable trigger user')
    const applied = await migrateWithin(tx)
    // In a backup of several servers, the table that all have is of another moment than the rest.
    await tx.query(`
      insert into access_token_organizations (token_sha256, organization_id)
      select token_sha256, organization_id from access_tokens
      on conflict (token_sha256) do nothing`)
    if (options.serviceRole) await grantServiceRole(tx, options.serviceRole)
    // The checks join large tables, for which the planner has no statistics yet.
    for (const { name } of await vaultTables(tx)) await tx.query(`analyze ${name}`)
    options.signal.throwIfAborted()
    options.progress({ stage: 'verifying', share: 0, rows: counts.total })
    const organizations = await tx.query<{ id: string }[]>(
      'select id from organizations order by id',
    )
    const organizationIds = organizations.map(({ id }) => id)
    await options.verify(tx, organizationIds)
    options.signal.throwIfAborted()
    return { counts, applied }
  })
}

/** Makes the tables of the backup's schema, or finds them empty, and locks them. */
async function makeTables(tx: TransactionSql, manifest: BackupManifest): Promise<void> {
  await lockMigrations(tx)
  const applied = await appliedMigrations(tx)
  if (applied === null) {
    const foreign = await foreignTable(tx)
    if (foreign !== undefined) {
      throw notEmpty(`it has a table ${foreign}, which is not the vault's`)
    }
  }
  const [has, wanted] = [schemaVersionOf({ migrations: applied ?? [] }), schemaVersionOf(manifest)]
  const before = (await vaultTables(tx)).map(({ name }) => name)
  for (const name of before) await tx.query(`lock table ${name} in access exclusive mode`)
  const filled = await filledTable(tx, before)
  if (filled !== undefined) throw notEmpty(`its table ${filled} has rows`)
  if (has > wanted) {
    throw new FileUnusable(
      `The backup has schema ${wanted}, older than schema ${has} of this database: ` +
        'restore it into a database without tables, of a single server, where the schema is then ' +
        'migrated. A backup of that fits into this one.',
    )
  }
  await migrateWithin(tx, wanted)
  const tables = await backedUpTables(tx)
  if (inAnyOrder(tables) !== inAnyOrder(manifest.tables)) {
    throw new FileUnusable('The tables of this database differ from those of the backup.')
  }
}

function inAnyOrder(tables: BackupManifest['tables']): string {
  return JSON.stringify(tables.toSorted((one, other) => (one.name < other.name ? -1 : 1)))
}

function notEmpty(why: string): FileUnusable {
  return new FileUnusable(
    `The database is not empty (${why}): restore a backup only into an empty database. Set ` +
      'DATA_DIR to another folder, or DATABASE_URL to a new database.',
  )
}

async function fillTables(
  tx: TransactionSql,
  backup: CheckedBackup,
  { signal, progress }: BackupWatch,
): Promise<RowCounts> {
  const counts = new RowCounts()
  let share = 0
  const pieces = backup.readTables((read) => {
    share = read
  })
  let piece = await pieces.next()
  async function* textOf(table: string): AsyncGenerator<Buffer> {
    for (; piece.done !== true && piece.value.name === table; piece = await pieces.next()) {
      signal.throwIfAborted()
      counts.add(table, piece.value.content)
      progress({ stage: 'filling', share, rows: counts.total })
      yield piece.value.content
    }
  }
  try {
    for (const table of backup.manifest.tables) {
      counts.add(table.name, Buffer.alloc(0))
      await fillTable(tx, table, textOf(table.name))
      // Later tables look up a million rows in this one.
      await tx.query(`analyze ${table.name}`)
    }
    return counts
  } finally {
    await pieces.return(undefined)
  }
}
