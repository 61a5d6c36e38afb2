import type { OrganizationTransaction } from '../../../database/changes/organization-transaction.ts'
import { rowsOf } from '../../../database/changes/row-of.ts'
import { STAY_ON_NODE } from '../../../database/postgres/distribution.ts'
import { lockNumber, TRY_LOCK } from '../../../database/postgres/lock-number.ts'

// From the organization's row, so that it applies on its node.
const WAIT = "select set_config('lock_timeout', $2, true) from organizations where id = $1"

/**
 * Makes this transaction the only one that maintains the organization's blocks; false where another
 * one does.
 * @param waitMs for which it may wait for a lock: as long, writers wait behind it
 */
export async function lockMaintenance(
  tx: OrganizationTransaction,
  waitMs: number,
): Promise<boolean> {
  await tx.run(STAY_ON_NODE, [])
  await tx.run(WAIT, [`${waitMs}`])
  const number = lockNumber('tend outbound_shipment_blocks', tx.organizationId)
  const [lock] = await tx.run<{ taken: boolean }>(TRY_LOCK, [number])
  return lock?.taken === true
}

// From the organization's row, so that it runs on the node where the trigger takes its lock.
/**
 * Waits for open transactions that have changed shipments of the organization, while new ones wait,
 * for as long as `lock_timeout` says. Then keeps writers waiting, in their trigger, until the commit.
 */
export const keepWritersOut = rowsOf<object, []>(`
  select pg_advisory_xact_lock(outbound_shipment_blocks_lock(id)) from organizations where id = $1`)
