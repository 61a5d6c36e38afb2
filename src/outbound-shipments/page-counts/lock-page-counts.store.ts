import type { TransactionSql } from 'postgres'
import { runStatement } from '../../database/changes/organization-transaction.ts'
import { STAY_ON_NODE } from '../../database/postgres/distribution.ts'
import { lockNumber, TRY_LOCK } from '../../database/postgres/lock-number.ts'
import type { Caller } from '../../domain/caller.ts'

/**
 * Makes this transaction the only one that maintains the organization's blocks; false where another
 * one does. No request waits for it, so it may run for longer than a request.
 */
export async function lockMaintenance(caller: Caller, tx: TransactionSql): Promise<boolean> {
  await tx`set local statement_timeout = 0`
  await runStatement(caller, tx, STAY_ON_NODE)
  // The version before takes the lock by this name, too.
  const number = lockNumber('tend outbound_shipment_blocks', caller.organizationId)
  const [lock] = await runStatement<{ taken: boolean }>(caller, tx, TRY_LOCK, [number])
  return lock?.taken === true
}

// From the organization's row, so that it runs on the node where the trigger takes its lock.
const KEEP_OUT = `
  select pg_advisory_xact_lock(outbound_shipment_blocks_lock(id)) from organizations where id = $1`

/**
 * Waits for open transactions that have changed shipments of the organization, at most `waitMs`;
 * new ones wait meanwhile. Then keeps writers waiting, in their trigger, until the commit.
 */
export async function keepWritersOut(
  caller: Caller,
  tx: TransactionSql,
  waitMs: number,
): Promise<void> {
  await tx.unsafe(`set local lock_timeout = ${waitMs}`)
  await runStatement(caller, tx, KEEP_OUT)
}
