import type { Sql, TransactionSql } from 'postgres'
import {
  appliedMigrations,
  lockMigrations,
  migrateWithin,
  refuseUnknownMigrations,
} from '../database/migrations.ts'
import { distributionOf } from '../database/postgres/distribution.ts'
import { liftRequestLimits } from '../database/postgres/lift-request-limits.ts'
import { inTransaction } from '../database/postgres/transaction.ts'
import { grantServiceRole } from '../database/service-role.ts'
import {
  type BackupTable,
  filledTable,
  foreignTable,
  vaultTables,
} from '../database/vault-tables.ts'
import {
  type BackupManifest,
  BackupUnusable,
  type BackupWatch,
  rowsOf,
  schemaVersionOf,
} from './backup-format.ts'
import { fillTable, fixRowOrder, tableText } from './copy-table.ts'
import { rowsIn, TextCount } from './count-text.ts'
import type { CheckedBackup, TakeTable } from './read-backup.ts'
import { RowSum } from './row-sum.ts'

export interface RestoreOptions extends BackupWatch {
  /** The role of the service, when another role restores. */
  readonly serviceRole?: string | null
  /** Checks the restored vault before it is committed: throws when it must not be. */
  readonly verify: (tx: TransactionSql, organizationIds: readonly string[]) => Promise<void>
}

/**
 * Fills an empty database, all or nothing: until the end every other process sees it empty, or
 * waits.
 * @returns the migrations that were applied after those of the backup
 * @throws {BackupUnusable} when it cannot be restored here
 */
export async function restoreBackup(
  sql: Sql,
  backup: CheckedBackup,
  options: RestoreOptions,
): Promise<string[]> {
  refuseUnknownMigrations(backup.manifest.migrations, 'backup')
  return await inTransaction(sql, async (tx) => {
    await liftRequestLimits(tx)
    await fixRowOrder(tx)
    const isDistributed = (await distributionOf(tx)) !== null
    await makeTables(tx, backup.manifest, isDistributed)
    const sums: RowSums | undefined = isDistributed ? new Map() : undefined
    await fillTables(tx, backup, options, sums)
    await compareTables(tx, backup, options, sums)
    const later = await migrateWithin(tx)
    // In the backup of a cluster the coordinator shows another moment than the nodes.
    await tx`
      insert into access_token_organizations (token_sha256, organization_id)
      select token_sha256, organization_id from access_tokens
      on conflict (token_sha256) do nothing`
    if (options.serviceRole) await grantServiceRole(tx, options.serviceRole)
    // The checks join large tables, for which the planner has no statistics yet.
    for (const { name } of await vaultTables(tx)) await tx`analyze ${tx(name)}`
    options.signal.throwIfAborted()
    options.progress({ stage: 'verifying', share: 0, rows: rowsOf(backup.totals) })
    const organizations = await tx<{ id: string }[]>`select id from organizations order by id`
    const organizationIds = organizations.map(({ id }) => id)
    await options.verify(tx, organizationIds)
    options.signal.throwIfAborted()
    return later
  })
}

/** By table, the rows that were written. For a distributed database, where their order changes. */
type RowSums = Map<string, RowSum>

/** Makes the tables of the backup's schema, or finds them empty, and locks them. */
async function makeTables(
  tx: TransactionSql,
  manifest: BackupManifest,
  isDistributed: boolean,
): Promise<void> {
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
  await lockTables(tx, before)
  const filled = await filledTable(tx, before)
  if (filled !== undefined) throw notEmpty(`its table ${filled} has rows`)
  if (has > wanted) {
    throw new BackupUnusable(
      `The backup has schema ${wanted}, older than schema ${has} of this database: ` +
        'restore it into a ' +
        (isDistributed
          ? 'single server with this program, and restore a backup of that server into this database.'
          : 'database without tables, where the schema is then migrated.'),
    )
  }
  await migrateWithin(tx, wanted)
  const tables = await vaultTables(tx)
  if (JSON.stringify(tables) !== JSON.stringify(manifest.tables)) {
    throw new BackupUnusable('The tables of this database differ from those of the backup.')
  }
  const names = tables.map(({ name }) => name)
  await lockTables(tx, names)
  if (isDistributed) return
  // New, empty files: the comparison then reads the rows in the order in which they were written.
  // An attempt that was rolled back has left gaps in the old ones.
  await withoutTriggers(tx, names, async () => {
    await tx`truncate ${tx`${tx(names)}`} restart identity`
  })
}

async function lockTables(tx: TransactionSql, names: readonly string[]): Promise<void> {
  for (const name of names) await tx`lock table ${tx(name)} in access exclusive mode`
}

async function withoutTriggers(
  tx: TransactionSql,
  names: readonly string[],
  work: () => Promise<void>,
): Promise<void> {
  for (const name of names) await tx`alter table ${tx(name)} disable trigger user`
  await work()
  for (const name of names) await tx`alter table ${tx(name)} enable trigger user`
}

function notEmpty(why: string): BackupUnusable {
  return new BackupUnusable(
    `The database is not empty (${why}): restore a backup only into an empty database. Set ` +
      'DATA_DIR to another folder, or DATABASE_URL to a new database.',
  )
}

async function fillTables(
  tx: TransactionSql,
  backup: CheckedBackup,
  { signal, progress }: BackupWatch,
  sums: RowSums | undefined,
): Promise<void> {
  let rows = 0
  let share = 0
  const fill: TakeTable = async (table, text) => {
    const sum = new RowSum()
    sums?.set(table.name, sum)
    const watched = async function* () {
      for await (const chunk of text) {
        signal.throwIfAborted()
        rows += rowsIn(chunk)
        if (sums !== undefined) sum.add(chunk)
        progress({ stage: 'filling', share, rows })
        yield chunk
      }
    }
    await fillTable(tx, table, watched())
    // Later tables look up a million rows in this one.
    await tx`analyze ${tx(table.name)}`
    await continueNumbers(tx, table)
  }
  // The backup has the rows that these triggers write. All other triggers only check. On a cluster
  // triggers cannot be switched off, and write nothing: blocks come after the shipments.
  const writing = sums === undefined ? ['outbound_shipments', 'access_tokens'] : []
  await withoutTriggers(tx, writing, async () => {
    await backup.readTables(fill, (read) => {
      share = read
    })
  })
}

/** An identity column continues after the numbers that were restored. */
async function continueNumbers(tx: TransactionSql, { name }: BackupTable): Promise<void> {
  const columns = await tx<{ column: string; sequence: string }[]>`
    select attname as column, pg_get_serial_sequence(attrelid::regclass::text, attname) as sequence
    from pg_attribute
    where attrelid = to_regclass(${name}) and attidentity <> '' and not attisdropped`
  for (const { column, sequence } of columns) {
    await tx`
      select setval(${sequence}::regclass, max(${tx(column)})) from ${tx(name)}
      having max(${tx(column)}) is not null`
  }
}

/** Fails unless each table, read back, equals the backup byte for byte. */
async function compareTables(
  tx: TransactionSql,
  { manifest, totals, path }: CheckedBackup,
  { signal, progress }: BackupWatch,
  sums: RowSums | undefined,
): Promise<void> {
  const rowsExpected = Math.max(1, rowsOf(totals))
  let rows = 0
  for (const table of manifest.tables) {
    const count = new TextCount()
    const sum = new RowSum()
    for await (const chunk of tableText(tx, table)) {
      signal.throwIfAborted()
      rows += count.add(chunk)
      if (sums !== undefined) sum.add(chunk)
      progress({ stage: 'comparing', share: rows / rowsExpected, rows })
    }
    const isWhole =
      sums === undefined
        ? JSON.stringify(count.totals()) === JSON.stringify(totals[table.name])
        : sum.sum === sums.get(table.name)?.sum
    if (isWhole) continue
    throw new BackupUnusable(
      `The rows of ${table.name} in the database differ from those in ${path}: nothing was ` +
        'restored.',
    )
  }
}
