import { lockNumber } from '../../database/changes/locks.ts'
import { runStatement } from '../../database/changes/organization-transaction.ts'
import type { Sql, TransactionSql } from '../../database/postgres/sql.ts'
import {
  ORGANIZATION_TABLES,
  organizationColumn,
  vaultTables,
} from '../../database/vault-tables.ts'
import type { Caller } from '../../domain/caller.ts'

/**
 * Fills a vault that is not filled to its end, with the dates of its history; what a stopped demo
 * left is emptied first. A second demo that starts in the same folder waits for the first.
 */
export async function fillOnce(sql: Sql, organizations: number, fill: () => Promise<unknown>) {
  const held = await sql.reserve()
  const lock = [lockNumber('demo')]
  try {
    await held.query('select pg_advisory_lock($1::bigint)', lock)
    const [row] = await sql.query(`
      select count(*) filter (where created_at < now() - interval '1 day')::integer as finished,
        count(*)::integer as begun
      from organizations`)
    if (row?.finished >= organizations) return
    if (row?.begun > 0) {
      await withoutTriggers(sql, async (tx) => {
        const tables = await vaultTables(tx)
        await tx.query(`truncate ${tables.map(({ name }) => name).join()}`)
      })
    }
    await fill()
  } finally {
    await held.query('select pg_advisory_unlock($1::bigint)', lock)
    held.release()
  }
}

// Rounds last differently, so each takes the same part of the time before its instants are shifted.
const SHIFTED = `
  create or replace function pg_temp.shifted(instant timestamptz, rounds timestamptz[], days float8)
  returns timestamptz language plpgsql as $$
    declare
      round integer := greatest(1, least(width_bucket(instant, rounds), cardinality(rounds) - 1));
      part float8 := extract(epoch from instant - rounds[round])
        / extract(epoch from rounds[round + 1] - rounds[round]);
    begin
      return now() - days * interval '1 day'
        * power(1 - (round - 1 + part) / (cardinality(rounds) - 1), 3);
    end
  $$`

/** All instants but those to come, by their tables. */
const INSTANTS = `
  select table_name::text as name, array_agg(column_name::text) as columns
  from information_schema.columns
  where table_schema = current_schema() and data_type = 'timestamp with time zone'
    and is_generated = 'NEVER' and column_name <> 'expires_at' and table_name = any($1::text[])
  group by table_name`

/**
 * Spreads the history of an organization over that many days until now, its last rounds the least.
 * The order of all instants stays. No trigger or reference is checked: they forbid to
 * change a log. Only the owner of an embedded database may do that.
 * @param rounds when each began, and the end of the last
 */
export async function shiftDates(
  caller: Caller,
  sql: Sql,
  { rounds, days }: { readonly rounds: readonly Date[]; readonly days: number },
): Promise<void> {
  const shifted = (column: string) =>
    `pg_temp.shifted(${column}, $2::text[]::timestamptz[], $3::float8)`
  const parameters = [rounds.map((began) => began.toISOString()), days]
  await withoutTriggers(sql, async (tx) => {
    await tx.query(SHIFTED)
    const tables = await tx.query(INSTANTS, [[...ORGANIZATION_TABLES]])
    for (const { name, columns } of tables as { name: string; columns: string[] }[]) {
      const changes = columns.map((column) => `${column} = ${shifted(column)}`)
      if (name === 'transfer_batches') {
        changes.push(`expires_at = ${shifted('created_at')} + (expires_at - created_at)`)
      }
      const text = `update ${name} set ${changes.join()} where ${organizationColumn(name)} = $1`
      await runStatement(caller, tx, text, parameters)
    }
  })
}

async function withoutTriggers(sql: Sql, work: (tx: TransactionSql) => Promise<void>) {
  await sql.begin(async (tx) => {
    await tx.query('set local session_replication_role = replica')
    await work(tx)
  })
}
