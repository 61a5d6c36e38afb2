import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Sql, TransactionSql } from 'postgres'
import {
  allowDistributedChanges,
  commandsOf,
  distributionOf,
  spreadTables,
} from './postgres/distribution.ts'
import { codeOf } from './postgres/postgres-errors.ts'
import { inTransaction } from './postgres/transaction.ts'
import { grantServiceRole, type ServiceGrants } from './service-role.ts'

/** Any fixed number: what all starters of this service agree to lock while they migrate. */
const MIGRATION_LOCK = 7_305_201_811

const MIGRATIONS = fileURLToPath(new URL('../../migrations/', import.meta.url))

/** The database cannot be brought to, or does not have, the schema that this program needs. */
export class SchemaMismatch extends Error {}

export interface MigrationResult {
  /**
   * Names of the migrations applied by this call, in order; empty where there was nothing to do.
   */
  readonly applied: readonly string[]
  readonly schemaVersion: number
  /** What the service's role was granted; absent where nothing had to be. */
  readonly granted?: ServiceGrants
}

export interface MigrateOptions {
  /** The role that serves, where another one owns: a migration grants it what it needs. */
  readonly serviceRole?: string | null
  /** Grants where no migration is pending, too. */
  readonly grantAnyway?: boolean
  /** Other migrations than the program's own, with a slash at its end. */
  readonly folder?: string
}

interface Migration {
  readonly version: number
  readonly name: string
  readonly text: string
  readonly sha256: string
}

/**
 * Brings the schema up to this program's version, all pending migrations in one transaction.
 *
 * The transaction-level advisory lock makes racing starters wait in line; each that gets it reads
 * what was applied meanwhile and finds nothing left to do. A starter that dies leaves nothing half.
 * @throws {SchemaMismatch} where the database is newer than the program, or was migrated otherwise
 * @throws {ServiceRoleUnusable}
 */
export async function migrate(sql: Sql, options: MigrateOptions = {}): Promise<MigrationResult> {
  const { serviceRole = null, grantAnyway = false, folder = MIGRATIONS } = options
  const migrations = readMigrations(folder)
  const schemaVersion = migrations.at(-1)?.version ?? 0
  // Mostly there is nothing to do: found out without a lock, and without the right to create
  // tables.
  const before = await permitted(
    appliedMigrations(sql),
    'This role may not read the table schema_migrations: run vault-inventory migrate as the owner ' +
      'of the database, with SERVICE_ROLE set to this role.',
  )
  const pending = pendingMigrations(migrations, before ?? [])
  const isPending = pending.length > 0 || before === null
  if (!isPending && (serviceRole === null || !grantAnyway)) return { applied: [], schemaVersion }
  return await permitted(
    inTransaction(sql, async (tx) => {
      await lockMigrations(tx)
      const applied = isPending ? await applyPending(tx, migrations) : []
      if (serviceRole === null) return { applied, schemaVersion }
      return { applied, schemaVersion, granted: await grantServiceRole(tx, serviceRole) }
    }),
    `The schema is not up to date (pending: ${namesOf(pending).join(', ')}) and this role may ` +
      'not change it: run vault-inventory migrate as the owner of the database.',
  )
}

/** Waits until nobody else changes the schema; until the transaction ends nobody else will. */
export async function lockMigrations(tx: TransactionSql): Promise<void> {
  await tx`set local lock_timeout = 0`
  await tx`set local statement_timeout = 0`
  await tx`set local enable_seqscan = on`
  await tx`
    select set_config(name, '0', true) from pg_settings where name = 'transaction_timeout'`
  await tx`select pg_advisory_xact_lock(${MIGRATION_LOCK})`
}

/**
 * Applies what is pending, after `lockMigrations` in the same transaction.
 * @param upTo the last one to apply, where not all are wanted
 * @returns their names, in order
 * @throws {SchemaMismatch}
 */
export async function migrateWithin(
  tx: TransactionSql,
  upTo = Number.POSITIVE_INFINITY,
): Promise<string[]> {
  const known = readMigrations(MIGRATIONS)
  return await applyPending(
    tx,
    known.filter(({ version }) => version <= upTo),
  )
}

/** @throws {SchemaMismatch} where this program does not know what was applied */
export function refuseUnknownMigrations(
  applied: readonly AppliedMigration[],
  to: 'database' | 'backup',
): void {
  pendingMigrations(readMigrations(MIGRATIONS), applied, to)
}

async function applyPending(tx: TransactionSql, migrations: Migration[]): Promise<string[]> {
  await tx`set local client_min_messages = warning`
  await tx`
    create table if not exists schema_migrations (
      version    integer not null,
      name       text not null,
      sha256     text not null,
      applied_at timestamptz(3) not null default now(),
      constraint schema_migrations_pkey primary key (version)
    )`
  const pending = pendingMigrations(migrations, (await appliedMigrations(tx)) ?? [])
  const distribution = await distributionOf(tx)
  if (distribution !== null) await allowDistributedChanges(tx)
  for (const migration of pending) {
    const { text } = migration
    for (const command of distribution === null ? [text] : commandsOf(text)) {
      await tx.unsafe(command)
    }
    await tx`
      insert into schema_migrations (version, name, sha256)
      values (${migration.version}, ${migration.name}, ${migration.sha256})`
  }
  if (distribution !== null) await spreadTables(tx, distribution.shards)
  return namesOf(pending)
}

/** What was applied, in order; null where nothing ever was. */
export async function appliedMigrations(
  sql: Sql | TransactionSql,
): Promise<AppliedMigration[] | null> {
  const [table] = await sql<{ exists: boolean }[]>`
    select to_regclass('schema_migrations') is not null as exists`
  if (table?.exists !== true) return null
  return await sql<AppliedMigration[]>`
    select version, name, sha256 from schema_migrations order by version`
}

/** @throws {SchemaMismatch} with that sentence where the role lacks a right */
async function permitted<T>(work: Promise<T>, otherwise: string): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (codeOf(error) !== INSUFFICIENT_PRIVILEGE) throw error
    throw new SchemaMismatch(otherwise, { cause: error })
  }
}

const INSUFFICIENT_PRIVILEGE = '42501'

function namesOf(migrations: readonly Migration[]): string[] {
  return migrations.map((migration) => migration.name)
}

interface AppliedMigration {
  readonly version: number
  readonly name: string
  readonly sha256: string
}

function pendingMigrations(
  known: Migration[],
  applied: readonly AppliedMigration[],
  to: 'database' | 'backup' = 'database',
): Migration[] {
  const newest = known.at(-1)?.version ?? 0
  const last = applied.at(-1)
  if (last !== undefined && last.version > newest) {
    throw new SchemaMismatch(
      `The ${to} has schema ${last.version} (${last.name}), newer than the ${newest} of this program: ` +
        'start a version of vault-inventory that knows it.',
    )
  }
  for (const row of applied) {
    const migration = known.find((candidate) => candidate.version === row.version)
    if (migration?.sha256 !== row.sha256) {
      throw new SchemaMismatch(
        `Migration ${row.version} (${row.name}) was applied with another text than this program has: ` +
          `this ${to} was made by a different build of vault-inventory.`,
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
