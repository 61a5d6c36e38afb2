import type { TransactionSql } from 'postgres'
import { runStatement } from '../database/changes/organization-transaction.ts'
import type { Caller } from '../domain/caller.ts'
import { VIOLATIONS_LISTED_MAX } from '../domain/limits.ts'
import type { FileCheck, ImportSpec } from './import-spec.ts'
import { type FoundViolations, foundViolations } from './import-violations.ts'

interface InvalidRow {
  readonly line: number
  readonly id: string
  readonly total: number
}

/** Ids that the file has more than once: every line. */
export const duplicateIds: FileCheck = async (_, tx) => {
  const rows = await tx<(InvalidRow & { lines: string })[]>`
    with repeated as (
      select id, count(*) as lines from import_rows group by id having count(*) > 1
    )
    select line, id, lines, count(*) over () as total
    from import_rows join repeated using (id)
    order by line limit ${VIOLATIONS_LISTED_MAX}`
  return foundViolations(rows, ({ line, id, lines }) => ({
    line,
    column: 'id',
    code: 'duplicate_id',
    detail: `The file has the id ${id} ${lines} times: give each row an id of its own.`,
  }))
}

// The staged rows are in the session alone: only a part of its own can be sent to a node.
const existing = (table: string) => `
  with asked as materialized (select line, id from import_rows)
  select line, id, count(*) over () as total
  from asked
  join ${table} as existing using (id)
  where existing.organization_id = $1
  order by line limit ${VIOLATIONS_LISTED_MAX}`

/** Ids that a record of the organization has already. */
export async function existingIds(
  caller: Caller,
  tx: TransactionSql,
  spec: ImportSpec,
): Promise<FoundViolations> {
  const rows = await runStatement<InvalidRow>(caller, tx, existing(spec.table))
  return foundViolations(rows, ({ line, id }) => ({
    line,
    column: 'id',
    code: 'id_exists',
    detail: `The organization has the ${spec.singular} ${id} already: leave the row out or change its id.`,
  }))
}

const UNKNOWN_ACCOUNTS = `
  with asked as materialized (
    select line, fbo_account_id as id from import_rows where fbo_account_id is not null
  )
  select line, id, count(*) over () as total
  from asked
  where not exists (
    select from fbo_accounts where organization_id = $1 and id = asked.id)
  order by line limit ${VIOLATIONS_LISTED_MAX}`

/** FBO accounts that the organization does not have. */
export async function unknownAccounts(
  caller: Caller,
  tx: TransactionSql,
): Promise<FoundViolations> {
  const rows = await runStatement<InvalidRow>(caller, tx, UNKNOWN_ACCOUNTS)
  return foundViolations(rows, ({ line, id }) => ({
    line,
    column: 'fboAccountId',
    code: 'fbo_account_not_found',
    detail: `The organization has no FBO account with the id ${id}: import the accounts first or correct the id.`,
  }))
}
