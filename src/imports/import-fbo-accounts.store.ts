import { runStatement } from '../database/changes/organization-transaction.ts'
import { VIOLATIONS_LISTED_MAX } from '../domain/limits.ts'
import type { FileCheck } from './import-spec.ts'
import { type InvalidRow, violationsOf } from './import-violations.ts'

const PRIMARY = 'select id from fbo_accounts where organization_id = $1 and is_primary'

/** Surplus primary accounts: all in the file if it has several, or if the organization has one. */
export const secondPrimaries: FileCheck = async (caller, tx) => {
  const [existing] = await runStatement<{ id: string }>(caller, tx, PRIMARY)
  const rows = await tx<InvalidRow[]>`
    select line, total
    from (
      select line, count(*) over () as total from import_rows where is_primary
    ) as primaries
    where total > 1 or ${existing !== undefined}
    order by line limit ${VIOLATIONS_LISTED_MAX}`
  return violationsOf('isPrimary', rows, ({ total }) => ({
    code: 'primary_account_exists',
    detail:
      existing === undefined
        ? `The file has ${total} primary accounts: an organization has at most one.`
        : `The organization already has the primary account ${existing.id}: it has at most one.`,
  }))
}
