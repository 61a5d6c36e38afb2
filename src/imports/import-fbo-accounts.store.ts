import type { TransactionSql } from 'postgres'
import { runStatement } from '../database/changes/organization-transaction.ts'
import type { Caller } from '../domain/caller.ts'
import { VIOLATIONS_LISTED_MAX } from '../domain/limits.ts'
import { type FoundViolations, foundViolations } from './import-violations.ts'

const PRIMARY = 'select id from fbo_accounts where organization_id = $1 and is_primary'

/**
 * Primary accounts of the file that are too many: all of them where it has several, or where the
 * organization has one.
 */
export async function secondPrimaries(
  caller: Caller,
  tx: TransactionSql,
): Promise<FoundViolations> {
  const [existing] = await runStatement<{ id: string }>(caller, tx, PRIMARY)
  const rows = await tx<{ line: number; total: number }[]>`
    select line, total
    from (
      select line, count(*) over () as total from import_rows where is_primary
    ) as primaries
    where total > 1 or ${existing !== undefined}
    order by line limit ${VIOLATIONS_LISTED_MAX}`
  return foundViolations(rows, ({ line, total }) => ({
    line,
    column: 'isPrimary',
    code: 'primary_account_exists',
    detail:
      existing === undefined
        ? `The file has ${total} primary accounts: an organization has one at most.`
        : `${existing.id} is the primary account of the organization already: it has one at most.`,
  }))
}
