import { runStatement } from '../database/changes/organization-transaction.ts'
import { VIOLATIONS_LISTED_MAX } from '../domain/limits.ts'
import type { FileCheck } from './import-spec.ts'
import { type InvalidRow, violationsOf } from './import-violations.ts'

interface InvalidId extends InvalidRow {
  readonly id: string
}

/** Ids that the file has more than once: every line. */
export const duplicateIds: FileCheck = async (_, tx) => {
  const rows = await tx<(InvalidId & { lines: string })[]>`
    with repeated as (
      select id, count(*) as lines from import_rows group by id having count(*) > 1
    )
    select line, id, lines, count(*) over () as total
    from import_rows join repeated using (id)
    order by line limit ${VIOLATIONS_LISTED_MAX}`
  return violationsOf('id', rows, ({ id, lines }) => ({
    code: 'duplicate_id',
    detail: `The file has the id ${id} ${lines} times: give each row its own id.`,
  }))
}

// The staged rows exist in this session alone. As a CTE, the rest can be sent to another node.
const existing = (table: string) => `
  with staged as materialized (select line, id from import_rows)
  select line, id, count(*) over () as total
  from staged
  join ${table} as existing using (id)
  where existing.organization_id = $1
  order by line limit ${VIOLATIONS_LISTED_MAX}`

/** Ids that a record of the organization has already. */
export const existingIds: FileCheck = async (caller, tx, { table, singular }) => {
  const rows = await runStatement<InvalidId>(caller, tx, existing(table))
  return violationsOf('id', rows, ({ id }) => ({
    code: 'id_exists',
    detail: `The organization already has the ${singular} ${id}: remove the row or change its id.`,
  }))
}

const UNKNOWN_ACCOUNTS = `
  with staged as materialized (
    select line, fbo_account_id as id from import_rows where fbo_account_id is not null
  )
  select line, id, count(*) over () as total
  from staged
  where not exists (
    select from fbo_accounts
    where organization_id = $1 and id = staged.id and erased_at is null)
  order by line limit ${VIOLATIONS_LISTED_MAX}`

/** FBO accounts that the organization does not have, or has erased. */
export const unknownAccounts: FileCheck = async (caller, tx) => {
  const rows = await runStatement<InvalidId>(caller, tx, UNKNOWN_ACCOUNTS)
  return violationsOf('fboAccountId', rows, ({ id }) => ({
    code: 'fbo_account_not_found',
    detail: `The organization has no FBO account with the id ${id}: import the accounts first or correct the id.`,
  }))
}
