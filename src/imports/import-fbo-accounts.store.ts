import { runStatement } from '../database/changes/organization-transaction.ts'
import { VIOLATIONS_LISTED_MAX } from '../domain/limits.ts'
import type { FileCheck } from './import-spec.ts'
import { type InvalidRow, violationsOf } from './import-violations.ts'

const PRIMARY = 'select id from fbo_accounts where organization_id = $1 and is_primary'

const PRIMARIES = `
  select line, count(*) over () as total
  from import_rows
  where organization_id = $1 and attempt_id = $2 and fields ->> 'is_primary' = 'true'
  order by line limit ${VIOLATIONS_LISTED_MAX}`

/** Surplus primary accounts: all in the file if it has several, or if the organization has one. */
export const secondPrimaries: FileCheck = async (caller, tx, { attemptId }) => {
  const [existing] = await runStatement<{ id: string }>(caller, tx, PRIMARY)
  const rows = await runStatement<InvalidRow>(caller, tx, PRIMARIES, [attemptId])
  const areValid = existing === undefined && rows.length < 2
  return violationsOf('isPrimary', areValid ? [] : rows, ({ total }) => ({
    code: 'primary_account_exists',
    detail:
      existing === undefined
        ? `The file has ${total} primary accounts: an organization has at most one.`
        : `The organization already has the primary account ${existing.id}: it has at most one.`,
  }))
}
