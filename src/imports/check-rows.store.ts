import { runStatement } from '../database/changes/organization-transaction.ts'
import { VIOLATIONS_LISTED_MAX } from '../domain/limits.ts'
import type { FileCheck } from './import-spec.ts'
import { type InvalidRow, violationsOf } from './import-violations.ts'

interface InvalidId extends InvalidRow {
  readonly id: string
}

// One pass: the planner takes the staged rows for few, and a join with themselves would be a loop.
const DUPLICATES = `
  select line, id, lines, count(*) over () as total
  from (
    select line, id, count(*) over (partition by id) as lines
    from import_rows
    where organization_id = $1 and attempt_id = $2 and id is not null
  ) as counted
  where lines > 1
  order by line limit ${VIOLATIONS_LISTED_MAX}`

/** Ids that the file has more than once: every line. */
export const duplicateIds: FileCheck = async (caller, tx, { attemptId }) => {
  const rows = await runStatement<InvalidId & { lines: string }>(caller, tx, DUPLICATES, [
    attemptId,
  ])
  return violationsOf('id', rows, ({ id, lines }) => ({
    code: 'duplicate_id',
    detail: `The file has the id ${id} ${lines} times: give each row its own id.`,
  }))
}

const existing = (table: string) => `
  select line, staged.id, count(*) over () as total
  from import_rows as staged
  join ${table} as existing on existing.organization_id = $1 and existing.id = staged.id
  where staged.organization_id = $1 and staged.attempt_id = $2
  order by line limit ${VIOLATIONS_LISTED_MAX}`

/** Ids that a record of the organization has already. */
export const existingIds: FileCheck = async (caller, tx, { spec, attemptId }) => {
  const rows = await runStatement<InvalidId>(caller, tx, existing(spec.table), [attemptId])
  return violationsOf('id', rows, ({ id }) => ({
    code: 'id_exists',
    detail: `The organization already has the ${spec.singular} ${id}: remove the row or change its id.`,
  }))
}

const UNKNOWN_ACCOUNTS = `
  select line, fields ->> 'fbo_account_id' as id, count(*) over () as total
  from import_rows as staged
  where organization_id = $1 and attempt_id = $2 and fields ->> 'fbo_account_id' is not null
    and not exists (
      select from fbo_accounts
      where organization_id = $1 and id = staged.fields ->> 'fbo_account_id'
        and erased_at is null)
  order by line limit ${VIOLATIONS_LISTED_MAX}`

/** FBO accounts that the organization does not have, or has erased. */
export const unknownAccounts: FileCheck = async (caller, tx, { attemptId }) => {
  const rows = await runStatement<InvalidId>(caller, tx, UNKNOWN_ACCOUNTS, [attemptId])
  return violationsOf('fboAccountId', rows, ({ id }) => ({
    code: 'fbo_account_not_found',
    detail: `The organization has no FBO account with the id ${id}: import the accounts first or correct the id.`,
  }))
}
