import assert from 'node:assert/strict'
import { DERIVED_TABLES, VAULT_TABLES } from '../../../src/database/vault-tables.ts'
import type { Sql } from './sql.ts'

/** Every row of every table, by table: how many there are, and a digest of them in order. */
export type WholeVault = Readonly<Record<string, { rows: number; md5: string | null }>>

/** @param without columns to ignore, such as those written outside of requests */
export async function wholeVault(
  sql: Sql,
  without: readonly string[] = ['last_used_at'],
): Promise<WholeVault> {
  const whole: Record<string, { rows: number; md5: string | null }> = {}
  for (const table of VAULT_TABLES) {
    // A service seals events and notes words in the background.
    if (table === 'event_seals' || DERIVED_TABLES.includes(table)) continue
    const text = sql`(to_jsonb(record) - ${[...without]}::text[])::text`
    const [row] = await sql<[{ rows: number; md5: string | null }]>`
      select count(*)::integer as rows, md5(string_agg(${text}, ',' order by ${text})) as md5
      from ${sql(table)} as record`
    whole[table] = { ...row }
  }
  return whole
}

export async function assertNothingIn(sql: Sql): Promise<void> {
  assert.deepEqual(await tablesOf(sql), [])
}

async function tablesOf(sql: Sql): Promise<string[]> {
  const tables = await sql<{ name: string }[]>`
    select relname as name from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace`
  return tables.map(({ name }) => name)
}

/** Fails if a row of any table has this text. */
export async function assertInNoRow(sql: Sql, text: string): Promise<void> {
  for (const table of await tablesOf(sql)) {
    const rows = await sql`
      select from ${sql(table)} as record where record::text ilike ${`%${text}%`}`
    assert.equal(rows.length, 0, table)
  }
}

/** The disabled triggers: none, unless a restore left some disabled. */
export async function triggersOff(sql: Sql): Promise<string[]> {
  const rows = await sql<{ name: string }[]>`
    select tgname as name from pg_trigger where tgenabled <> 'O'`
  return rows.map(({ name }) => name)
}
