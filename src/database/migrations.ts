import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { packagePath } from '../runtime/package.ts'
import {
  type AppliedMigration,
  asBaseline,
  missingExtension,
  noteApplied,
  readApplied,
  replaceSteps,
  SchemaMismatch,
} from './applied-migrations.ts'
import { liftRequestLimits } from './postgres/lift-request-limits.ts'
import { isForbidden } from './postgres/postgres-errors.ts'
import type { Sql, TransactionSql } from './postgres/sql.ts'
import { grantServiceRole } from './service-role.ts'

/** An advisory lock; any fixed number. */
const MIGRATION_LOCK = 7_305_201_811

const MIGRATIONS = packagePath('migrations/')

const MAY_NOT_READ =
  'This role may not read the table schema_migrations: run vault-inventory migrate as the owner ' +
  'of the database, with SERVICE_ROLE set to this role.'

interface MigrationResult {
  /** Migrations that this call applied, in order; empty where there was nothing to do. */
  readonly applied: readonly string[]
  readonly schemaVersion: number
  /** Rights of the service's role; absent where nothing was granted. */
  readonly granted?: Awaited<ReturnType<typeof grantServiceRole>>
}

interface MigrateOptions {
  /** The role of the service, where another one owns the tables: it is granted what it needs. */
  readonly serviceRole?: string | null
  /** Whether it grants also where no migration is pending. */
  readonly grantAnyway?: boolean
  /** A folder of other migrations than the program's own, with a slash at its end. */
  readonly folder?: string
}

interface Migration extends AppliedMigration {
  readonly text: string
}

/**
 * Brings the schema up to this program's version, all pending migrations in one transaction.
 *
 * A transaction-level advisory lock makes racing starters wait for each other. Each that gets it
 * reads what was applied meanwhile, and finds nothing left to do. A starter that dies leaves
 * nothing half done.
 * @throws {SchemaMismatch} where the database is newer than the program, or was migrated otherwise
 * @throws {DatabaseUnusable} where the role of the service has too many rights, or cannot be
 *   granted any
 */
export async function migrate(sql: Sql, options: MigrateOptions = {}): Promise<MigrationResult> {
  const { serviceRole = null, grantAnyway = false, folder = MIGRATIONS } = options
  const migrations = readMigrations(folder)
  const schemaVersion = migrations.at(-1)?.version ?? 0
  await refuseUnfit(sql, [])
  // Mostly there is nothing to do. This check takes no lock, and no right to create tables.
  const before = await permitted(appliedMigrations(sql, folder), MAY_NOT_READ)
  const pending = pendingMigrations(migrations, before ?? [])
  const isPending = pending.length > 0 || before === null
  if (!isPending && (serviceRole === null || !grantAnyway)) return { applied: [], schemaVersion }
  return await permitted(
    sql.begin(async (tx) => {
      await lockMigrations(tx)
      // This limit stays: a migrator that is suspended would hold locks that stop the service.
      await tx.query('reset idle_in_transaction_session_timeout')
      const applied = isPending ? await migrateWithin(tx, undefined, folder) : []
      if (serviceRole === null) return { applied, schemaVersion }
      return { applied, schemaVersion, granted: await grantServiceRole(tx, serviceRole) }
    }),
    `The schema is not up to date (pending: ${pending.map(({ name }) => name).join(', ')}) and ` +
      'this role may not change it: run vault-inventory migrate as the owner of the database.',
  )
}

/**
 * The migrations that the database lacks, in order, and the version that this program has.
 * @throws {SchemaMismatch}
 */
export async function pendingNames(
  sql: Sql,
): Promise<{ readonly pending: readonly string[]; readonly schemaVersion: number }> {
  const migrations = readMigrations(MIGRATIONS)
  const applied = await permitted(appliedMigrations(sql), MAY_NOT_READ)
  const pending = pendingMigrations(migrations, applied ?? [])
  await refuseUnfit(sql, pending)
  return {
    pending: pending.map(({ name }) => name),
    schemaVersion: migrations.at(-1)?.version ?? 0,
  }
}

/** Waits for other migrations, and excludes them until the transaction ends. */
export async function lockMigrations(tx: TransactionSql): Promise<void> {
  await liftRequestLimits(tx)
  await tx.query('select pg_advisory_xact_lock($1)', [MIGRATION_LOCK])
}

/**
 * Applies pending migrations, after `lockMigrations` in the same transaction.
 * @param upTo the last one to apply, where not all are wanted
 * @returns their names, in order
 * @throws {SchemaMismatch}
 */
export async function migrateWithin(
  tx: TransactionSql,
  upTo = Number.POSITIVE_INFINITY,
  folder = MIGRATIONS,
): Promise<string[]> {
  const known = readMigrations(folder).filter(({ version }) => version <= upTo)
  await tx.query('set local client_min_messages = warning')
  await refuseUnfit(tx, pendingMigrations(known, (await appliedMigrations(tx, folder)) ?? []))
  await tx.query(`
    create table if not exists schema_migrations (
      version    integer not null,
      name       text not null,
      sha256     text not null,
      applied_at timestamptz(3) not null default now(),
      constraint schema_migrations_pkey primary key (version)
    )`)
  const pending = pendingMigrations(known, (await appliedMigrations(tx, folder)) ?? [])
  const several = await tx.topology?.migrate(tx)
  const [baseline] = known
  if (pending.length > 0 && baseline !== undefined) await replaceSteps(tx, baseline)
  for (const migration of pending) {
    const { text } = migration
    for (const command of several?.commandsOf(text) ?? [text]) await tx.query(command)
    await noteApplied(tx, migration)
  }
  await several?.finish()
  return pending.map(({ name }) => name)
}

/** @throws {SchemaMismatch} where the server lacks what these migrations need */
async function refuseUnfit(
  sql: Sql | TransactionSql,
  pending: readonly Migration[],
): Promise<void> {
  const [row] = await sql.query<{ encoding: string }[]>(`
    select current_setting('server_encoding') as encoding`)
  // Other encodings lack letters of names, or do not know which bytes are one.
  if (row?.encoding !== 'UTF8') {
    throw new SchemaMismatch(
      `The database has the encoding ${row?.encoding}, and a vault needs UTF8: make another one ` +
        "with create database ... encoding 'UTF8' template template0. There, restore takes a " +
        'backup of this one.',
    )
  }
  const missing = await missingExtension(sql, pending)
  if (missing !== undefined) throw new SchemaMismatch(missing)
}

/**
 * The applied migrations, if this program knows all of them.
 * @throws {SchemaMismatch}
 */
export function knownMigrations(
  applied: readonly AppliedMigration[],
  place: Parameters<typeof asBaseline>[2],
): readonly AppliedMigration[] {
  const migrations = readMigrations(MIGRATIONS)
  const baselined = withBaseline(applied, migrations, place)
  pendingMigrations(migrations, baselined, place)
  return baselined
}

/** In order; null where none was ever applied. @throws {SchemaMismatch} */
export async function appliedMigrations(
  sql: Sql | TransactionSql,
  folder = MIGRATIONS,
): Promise<readonly AppliedMigration[] | null> {
  const applied = await readApplied(sql)
  return applied && withBaseline(applied, readMigrations(folder), 'database')
}

function withBaseline(
  applied: readonly AppliedMigration[],
  [baseline]: readonly Migration[],
  place: Parameters<typeof asBaseline>[2],
): readonly AppliedMigration[] {
  return baseline === undefined ? applied : asBaseline(applied, baseline, place)
}

/** @throws {SchemaMismatch} with that message where the role lacks a right */
async function permitted<T>(work: Promise<T>, otherwise: string): Promise<T> {
  return await work.catch((error: unknown) => {
    if (!isForbidden(error)) throw error
    throw new SchemaMismatch(otherwise, { cause: error })
  })
}

function pendingMigrations(
  known: Migration[],
  applied: readonly AppliedMigration[],
  place: Parameters<typeof asBaseline>[2] = 'database',
): Migration[] {
  const newest = known.at(-1)?.version ?? 0
  const last = applied.at(-1)
  if (last !== undefined && last.version > newest) {
    throw new SchemaMismatch(
      `The ${place} has schema ${last.version} (${last.name}), newer than the ${newest} of this program: ` +
        'start a version of vault-inventory that knows it.',
    )
  }
  for (const { version, name, sha256 } of applied) {
    if (known.find((migration) => migration.version === version)?.sha256 !== sha256) {
      throw new SchemaMismatch(
        `Migration ${version} (${name}) was applied with a text that this program does not ` +
          `have: this ${place} was made by a different build of vault-inventory.`,
      )
    }
  }
  return known.filter((migration) => migration.version > (last?.version ?? 0))
}

function readMigrations(folder: string): Migration[] {
  return readdirSync(folder)
    .filter((file) => /^\d{4}_\w+\.sql$/.test(file))
    .sort()
    .map((file) => {
      const text = readFileSync(`${folder}${file}`, 'utf8')
      const sha256 = createHash('sha256').update(text).digest('hex')
      return { version: Number(file.slice(0, 4)), name: file.replace('.sql', ''), text, sha256 }
    })
}
