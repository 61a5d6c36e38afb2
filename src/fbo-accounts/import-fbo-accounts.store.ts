import type { TransactionSql } from 'postgres'
import type { Caller } from '../caller.ts'
import { runStatement } from '../database/changes/organization-transaction.ts'
import { type FoundFaults, foundFaults } from '../imports/import-faults.ts'
import { FAULTS_LISTED_MAX } from '../limits.ts'

const SECOND_PRIMARIES = `
  with primaries as materialized (
    select line, count(*) over () as total from import_rows where is_primary
  )
  select line, total, existing.id as existing_id
  from primaries
  left join fbo_accounts as existing on existing.organization_id = $1 and existing.is_primary
  where total > 1 or existing.id is not null
  order by line limit ${FAULTS_LISTED_MAX}`

interface FaultyPrimary {
  readonly line: number
  readonly existingId: string | null
  readonly total: number
}

/**
 * Primary accounts of the file that are too many: all of them where it has several, or where the
 * organization has one.
 */
export async function secondPrimaries(caller: Caller, tx: TransactionSql): Promise<FoundFaults> {
  const rows = await runStatement<FaultyPrimary>(caller, tx, SECOND_PRIMARIES)
  return foundFaults(rows, ({ line, existingId, total }) => ({
    line,
    column: 'isPrimary',
    code: 'primary_account_exists',
    detail:
      existingId === null
        ? `The file has ${total} primary accounts: an organization has one at most.`
        : `${existingId} is the primary account of the organization already: it has one at most.`,
  }))
}
