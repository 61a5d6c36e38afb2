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
  filledTables,
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
import { fillTable, fixTextForm, tableText } from './copy-table.ts'
import { TextCount } from './count-text.ts'
import type { CheckedBackup } from './read-backup.ts'
import { RowSum } from './row-sum.ts'

export interface RestoreOptions extends BackupWatch {
  /** Who serves, where that is not who restores. */
  readonly serviceRole?: string | null
  /** Judges what was restored, before it is committed: throws where it must not be. */
  readonly verify: (tx: TransactionSql, organizationIds: readonly string[]) => Promise<void>
}

/**
 * Fills an empty database, all or nothing: whoever starts or works beside it sees one that is empty
 * still, or waits.
 * @returns the migrations that were applied after those that the backup had
 * @throws {BackupUnusable} where it cannot be restored here
 */
export async function restoreBackup(
  sql: Sql,
  backup: CheckedBackup,
  options: RestoreOptions,
): Promise<string[]> {
  refuseUnknownMigrations(backup.manifest.migrations, 'backup')
  return await inTransaction(sql, async (tx) => {
    await liftRequestLimits(tx)
    await fixTextForm(tx)
    const isDistributed = (await distributionOf(tx)) !== null
    await makeTables(tx, backup.manifest, isDistributed)
    const sums = isDistributed ? new Map<string, RowSum>() : undefined
    await fillTables(tx, backup, { ...options, sums })
    await compareTables(tx, backup, { ...options, sums })
    const later = await migrateWithin(tx)
    // The backup of a cluster has its coordinator as of another moment than its nodes.
    await tx`
      insert into access_token_organizations (token_sha256, organization_id)
      select token_sha256, organization_id from access_tokens
      on conflict (token_sha256) do nothing`
    if (options.serviceRole) await grantServiceRole(tx, options.serviceRole)
    // The checks that follow join large tables, of which the planner knows nothing yet.
    for (const { name } of await vaultTables(tx)) await tx`analyze ${tx(name)}`
    options.signal.throwIfAborted()
    options.progress({ stage: 'verifying', share: 0, rows: rowsOf(backup.totals) })
    const organizations = await tx<{ id: string }[]>`select id from organizations order by id`
    await options.verify(
      tx,
      organizations.map(({ id }) => id),
    )
    options.signal.throwIfAborted()
    return later
  })
}

/** Of a distributed database: by table, the rows that it was filled with. */
interface Filled {
  readonly sums: Map<string, RowSum> | undefined
}

/** Leaves the tables of the backup's schema, empty, locked against everybody else. */
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
  for (const name of before) await tx`lock table ${tx(name)} in access exclusive mode`
  const [filled] = await filledTables(tx, before)
  if (filled !== undefined) throw notEmpty(`its table ${filled} has rows`)
  if (has > wanted) {
    throw new BackupUnusable(
      `The backup has schema ${wanted}, older than the ${has} of this database: restore it into a ` +
        (isDistributed
          ? 'single server with this program, and the backup of that into this database.'
          : 'database without tables, where it is brought up to date.'),
    )
  }
  await migrateWithin(tx, wanted)
  const tables = await vaultTables(tx)
  if (JSON.stringify(tables) !== JSON.stringify(manifest.tables)) {
    throw new BackupUnusable('The tables of this database are not those of the backup.')
  }
  for (const { name } of tables) await tx`lock table ${tx(name)} in access exclusive mode`
  if (!isDistributed) await emptyForGood(tx, tables)
}

function notEmpty(why: string): BackupUnusable {
  return new BackupUnusable(
    `The database is not empty (${why}): a backup is restored into an empty one only. ` +
      'Set another DATA_DIR, or DATABASE_URL to a new database.',
  )
}

/**
 * Gives the tables new, empty files: rows then lie in them in the order in which they come, and are
 * read in that order when they are compared. What was undone there before leaves gaps otherwise.
 */
async function emptyForGood(tx: TransactionSql, tables: readonly BackupTable[]): Promise<void> {
  const names = tables.map(({ name }) => name)
  for (const name of names) await tx`alter table ${tx(name)} disable trigger user`
  await tx`truncate ${tx`${tx(names)}`} restart identity`
  for (const name of names) await tx`alter table ${tx(name)} enable trigger user`
}

async function fillTables(
  tx: TransactionSql,
  backup: CheckedBackup,
  { signal, progress, sums }: BackupWatch & Filled,
): Promise<void> {
  let rows = 0
  let share = 0
  // What they write beside the rows is in the backup. The other triggers judge, and may. On a
  // cluster they cannot be switched off, and write nothing: blocks come after the shipments.
  const written = sums === undefined ? ['outbound_shipments', 'access_tokens'] : []
  for (const name of written) await tx`alter table ${tx(name)} disable trigger user`
  await backup.readTables(
    async (table, text) => {
      const counted = new TextCount()
      const sum = new RowSum()
      sums?.set(table.name, sum)
      const watched = async function* () {
        for await (const chunk of text) {
          signal.throwIfAborted()
          rows += counted.add(chunk)
          if (sums !== undefined) sum.add(chunk)
          progress({ stage: 'filling', share, rows })
          yield chunk
        }
      }
      await fillTable(tx, table, watched())
      // What comes later looks up rows in it, a million times.
      await tx`analyze ${tx(table.name)}`
      await continueNumbers(tx, table)
    },
    (read) => {
      share = read
    },
  )
  for (const name of written) await tx`alter table ${tx(name)} enable trigger user`
}

/** Numbers that a column gives out go on after those that were restored. */
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

/** Fails unless each table, read back, has the rows of the backup, byte for byte. */
async function compareTables(
  tx: TransactionSql,
  { manifest, totals, path }: CheckedBackup,
  { signal, progress, sums }: BackupWatch & Filled,
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
      `The rows of ${table.name} are not those of ${path} once they are in the database: ` +
        'nothing was restored.',
    )
  }
}
