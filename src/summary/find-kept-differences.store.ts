import type { OrganizationTransaction } from '../database/changes/organization-transaction.ts'
import { COUNTED_EXPOSURES, EXPOSURE_CHANGES } from './account-exposures.store.ts'
import { countEverything } from './count-everything.store.ts'
import { differencesOf, withoutDaysBefore } from './kept-counts.rules.ts'
import { currentCounts, firstDay, readStanding } from './kept-counts.store.ts'

/** What is wrong with a kept count, in words. */
export interface KeptDifference {
  /** The id of the organization, or of an account. */
  readonly record: string
  readonly wrong: string
}

/**
 * Differences between the kept counts, with the events since, and the records. The transaction sees
 * one moment. None where nothing is kept, or what is kept is counted again by the next summary.
 */
export async function findCountDifferences(tx: OrganizationTransaction): Promise<KeptDifference[]> {
  const standing = await readStanding(tx)
  const current = await currentCounts(tx, standing)
  if (current === undefined) return []
  const first = firstDay(standing)
  const expected = await countEverything(tx, first)
  const wrong = differencesOf(withoutDaysBefore(current.counts, first), expected)
  return wrong === '' ? [] : [{ record: tx.organizationId, wrong }]
}

const DIFFERENT = `
  select fbo_account_id as record,
    format('has %s cents kept, but has %s', sum(kept), sum(counted)) as wrong
  from (
    select fbo_account_id, exposure_cents as kept, 0 as counted
    from account_exposures
    where organization_id = $1
    union all
    select fbo_account_id, exposure_cents, 0 from (${EXPOSURE_CHANGES}) as change
    union all
    select fbo_account_id, 0, exposure_cents from (${COUNTED_EXPOSURES}) as record
  ) as part
  group by fbo_account_id
  having sum(kept) <> sum(counted)
  order by fbo_account_id`

/** The same of the exposures of accounts. */
export async function findExposureDifferences(
  tx: OrganizationTransaction,
): Promise<KeptDifference[]> {
  const standing = await readStanding(tx)
  if ((await currentCounts(tx, standing)) === undefined) return []
  return await tx.run<KeptDifference>(DIFFERENT, [standing.number, standing.last])
}
