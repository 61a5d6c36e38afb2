import type { Sql, TransactionSql } from './postgres/sql.ts'

/** The database cannot be brought to, or does not have, the schema that this program needs. */
export class SchemaMismatch extends Error {}

export interface AppliedMigration {
  readonly version: number
  readonly name: string
  readonly sha256: string
}

/** The place of applied migrations, as a sentence names it. */
type MigratedPlace = 'database' | 'backup'

// Builds before the first version made its schema, the baseline, step by step: in 55 migrations.
// The SHA-256 of the last one tells that a vault has the baseline.
const FIRST_STEP = '0001_the_four_operations'
const STEPS = 55
const LAST_STEP_SHA256 = 'c4b4148d8f76154816b9709011332881a66eecaee2110025f2400df91c6e4582'
/** The build that had these 55. */
const LAST_BUILD = '61a6294d'

/** The rows of schema_migrations in order; null where none was ever applied. */
export async function readApplied(sql: Sql | TransactionSql): Promise<AppliedMigration[] | null> {
  const [table] = await sql.query<{ exists: boolean }[]>(`
    select to_regclass('schema_migrations') is not null as exists`)
  if (table?.exists !== true) return null
  return await sql.query<AppliedMigration[]>(`
    select version, name, sha256 from schema_migrations order by version`)
}

/**
 * The baseline in place of the 55 steps to it.
 * @throws {SchemaMismatch} where only some of the steps were taken, or others
 */
export function asBaseline(
  applied: readonly AppliedMigration[],
  { version, name, sha256 }: AppliedMigration,
  place: MigratedPlace,
): readonly AppliedMigration[] {
  if (!haveSteps(applied)) return applied
  if (applied.length === STEPS && applied.at(-1)?.sha256 === LAST_STEP_SHA256) {
    return [{ version, name, sha256 }]
  }
  throw ofUnreleasedBuild(place)
}

export function ofUnreleasedBuild(place: MigratedPlace): SchemaMismatch {
  const remedy =
    place === 'database'
      ? `open it with build ${LAST_BUILD} first, which brings it up to date`
      : `restore it with build ${LAST_BUILD}, open that database with this version, and back it up`
  return new SchemaMismatch(
    `This ${place} was made by an unreleased build of vault-inventory before the first version: ` +
      `${remedy}.`,
  )
}

/** Records the baseline in place of its steps, whose numbers later migrations have. */
export async function replaceSteps(tx: TransactionSql, baseline: AppliedMigration): Promise<void> {
  if (!haveSteps((await readApplied(tx)) ?? [])) return
  await tx.query('delete from schema_migrations')
  await noteApplied(tx, baseline)
}

export async function noteApplied(
  tx: TransactionSql,
  { version, name, sha256 }: AppliedMigration,
): Promise<void> {
  await tx.query(
    `
    insert into schema_migrations (version, name, sha256) values ($1, $2, $3)`,
    [version, name, sha256],
  )
}

function haveSteps(applied: readonly AppliedMigration[]): boolean {
  return applied[0]?.name === FIRST_STEP
}

const CREATED = /^create extension if not exists (\w+);$/gm

/**
 * A sentence about the extensions that these migrations create and the server does not have;
 * undefined if it has all of them.
 */
export async function missingExtension(
  sql: Sql | TransactionSql,
  migrations: readonly { readonly text: string }[],
): Promise<string | undefined> {
  const names = migrations.flatMap(({ text }) =>
    [...text.matchAll(CREATED)].map(([, name]) => name),
  )
  if (names.length === 0) return undefined
  const missing = await sql.query<{ name: string }[]>(
    `
    select name from unnest($1::text[]) as wanted (name)
    where not exists (select from pg_available_extensions as known where known.name = wanted.name)
    order by name`,
    [names as string[]],
  )
  if (missing.length === 0) return undefined
  return (
    `The database server lacks the extension ${missing.map(({ name }) => name).join(' and ')}, and ` +
    "nothing was changed: install PostgreSQL's contrib package on it (postgresql-contrib), then " +
    'try again.'
  )
}
