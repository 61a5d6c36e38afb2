import type { TransactionSql } from 'postgres'
import {
  type OrganizationTransaction,
  runStatement,
} from '../database/changes/organization-transaction.ts'
import type { Caller } from '../domain/caller.ts'
import { VIOLATIONS_LISTED_MAX } from '../domain/limits.ts'
import {
  findCountDifferences,
  findExposureDifferences,
  type KeptDifference,
} from '../summary/find-kept-differences.store.ts'
import type { CalculatedCheck, FoundViolation } from './verification-check.store.ts'

/** Of what is kept for summaries. */
export const SUMMARY_CHECKS: readonly CalculatedCheck[] = [
  {
    name: 'kept_count_differs',
    explanation: 'The counts that are kept for summaries match the records.',
    find: (caller, tx) => violationsOf(findCountDifferences, caller, tx),
  },
  {
    name: 'kept_exposure_differs',
    explanation: 'The exposure that is kept of each account is the value of its items.',
    find: (caller, tx) => violationsOf(findExposureDifferences, caller, tx),
  },
]

async function violationsOf(
  find: (tx: OrganizationTransaction) => Promise<KeptDifference[]>,
  caller: Caller,
  tx: TransactionSql,
): Promise<FoundViolation[]> {
  const { organizationId } = caller
  const run: OrganizationTransaction['run'] = (text, parameters) =>
    runStatement(caller, tx, text, parameters)
  const found = await find({ organizationId, run })
  const total = found.length
  return found.slice(0, VIOLATIONS_LISTED_MAX).map((difference) => ({ ...difference, total }))
}
