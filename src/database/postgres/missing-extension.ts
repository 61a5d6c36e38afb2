import type { Sql, TransactionSql } from './sql.ts'

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
