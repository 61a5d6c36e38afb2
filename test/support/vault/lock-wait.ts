import assert from 'node:assert/strict'
import { eventually } from '../processes/embedded-directory.ts'
import { testServer } from './server.ts'
import type { Sql, TransactionSql } from './sql.ts'

/** Process ids of the statements in this database, on any node, that wait for a lock. */
export async function waitingForLocks(sql: Sql): Promise<number[]> {
  const activity = testServer().nodes === undefined ? 'pg_stat_activity' : 'citus_stat_activity'
  const rows = await sql<{ pid: number }[]>`
    select pid from ${sql(activity)}
    where datname = current_database() and wait_event_type = 'Lock'`
  return rows.map(({ pid }) => pid)
}

/** Resolves as soon as a statement in this database waits for a lock; its process id. */
export async function whoWaitsForLock(sql: Sql): Promise<number> {
  return await eventually(
    async () => (await waitingForLocks(sql))[0],
    'a statement to wait for a lock',
  )
}

/** The same for a command: the work of services in the background may wait for the lock, too. */
export async function commandWaitsForLock(sql: Sql): Promise<void> {
  await eventually(async () => {
    const waiting = await sql`
      select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'
        and application_name like '%command%'`
    return waiting.length > 0
  }, 'the command to wait for a lock')
}

/**
 * Sends a request while a transaction holds what it needs; its response. The transaction commits
 * as soon as the request waits for it, or undoes what it did.
 */
export async function sentBehind<T>(
  sql: Sql,
  [hold, send]: readonly [
    hold: (tx: TransactionSql) => PromiseLike<unknown>,
    send: () => Promise<T>,
  ],
  isUndone = false,
): Promise<T> {
  let sent: Promise<T> | undefined
  const ended = sql.begin(async (tx) => {
    await hold(tx)
    sent = send()
    await whoWaitsForLock(sql)
    if (isUndone) throw new Error('undone')
  })
  await ended.catch((error) => assert.equal(error.message, 'undone'))
  return await (sent as unknown as Promise<T>)
}

/** Resolves when that many statements waited long enough for PostgreSQL to check for deadlocks. */
export async function haveBeenLookedAt(sql: Sql, count: number): Promise<void> {
  const locks = testServer().nodes === undefined ? 'pg_locks' : 'citus_locks'
  await eventually(async () => {
    const waiting = await waitingForLocks(sql)
    const looked = await sql`
      select distinct pid from ${sql(locks)}
      where pid = any(${waiting}::integer[]) and not granted
        and clock_timestamp() - waitstart > 1.5 * current_setting('deadlock_timeout')::interval`
    return looked.length === count
  }, `${count} waiting statements to be looked at`)
}
