import { runStatement } from '../../database/changes/organization-transaction.ts'
import { lockNumber } from '../../database/postgres/lock-number.ts'
import type { Sql, TransactionSql } from '../../database/postgres/sql.ts'
import { vaultTables } from '../../database/vault-tables.ts'
import type { Caller } from '../../domain/caller.ts'

/**
 * Empties a vault if its demo was stopped before all dates were shifted.
 * @returns whether the vault was filled to its end
 */
export async function deleteUnfinished(sql: Sql, organizations: number): Promise<boolean> {
  const [row] = await sql.query(`
    select count(*) filter (where created_at < now() - interval '1 day')::integer as finished,
      count(*)::integer as begun
    from organizations`)
  if (row?.finished >= organizations) return true
  if (row?.begun > 0) {
    await withoutTriggers(sql, async (tx) => {
      const tables = await vaultTables(tx)
      await tx.query(`truncate ${tables.map(({ name }) => name).join()}`)
    })
  }
  return false
}

/** A second demo that starts in the same folder waits for the first. */
export async function whileOthersWait(sql: Sql, work: () => Promise<void>): Promise<void> {
  const held = await sql.reserve()
  try {
    await held.query('select pg_advisory_lock($1::bigint)', [lockNumber('demo')])
    await work()
  } finally {
    await held.query('select pg_advisory_unlock($1::bigint)', [lockNumber('demo')])
    held.release()
  }
}

/** Instants of an organization's records, all of them in the past. */
const INSTANTS: Readonly<Record<string, readonly string[]>> = {
  fbo_accounts: ['created_at'],
  fbo_account_profiles: ['changed_at'],
  inventory_items: ['created_at', 'changed_at'],
  inventory_movements: ['at'],
  corrections: ['at'],
  inventory_stays: ['began_at', 'ended_at'],
  inventory_valuations: ['at'],
  revaluations: ['created_at', 'decided_at'],
  outbound_shipments: [
    'created_at',
    'approved_at',
    'held_at',
    'cancelled_at',
    'shipped_at',
    'delivered_at',
  ],
  transfer_batches: ['created_at', 'decided_at'],
  events: ['occurred_at'],
  imports: ['created_at', 'completed_at'],
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
  const shifted = (instant: string) =>
    `pg_temp.shifted(${instant}, $2::text[]::timestamptz[], $3::float8)`
  const parameters = [rounds.map((began) => began.toISOString()), days]
  await withoutTriggers(sql, async (tx) => {
    await tx.query(SHIFTED)
    for (const [table, columns] of Object.entries(INSTANTS)) {
      const changes = columns.map((column) => `${column} = ${shifted(column)}`)
      if (table === 'transfer_batches') {
        changes.push(`expires_at = ${shifted('created_at')} + (expires_at - created_at)`)
      }
      const text = `update ${table} set ${changes.join(', ')} where organization_id = $1`
      await runStatement(caller, tx, text, parameters)
    }
    const text = `update organizations set created_at = ${shifted('created_at')} where id = $1`
    await runStatement(caller, tx, text, parameters)
  })
}

async function withoutTriggers(sql: Sql, work: (tx: TransactionSql) => Promise<void>) {
  await sql.begin(async (tx) => {
    await tx.query('set local session_replication_role = replica')
    await work(tx)
  })
}
