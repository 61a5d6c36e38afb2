import { inOrganization, ORGANIZATION } from '../database/changes/organization-transaction.ts'
import type { Database } from '../database/database.ts'
import type { Caller } from '../domain/caller.ts'
import { idempotencyInProgress } from '../domain/errors.ts'
import type { StagedRow } from './read-rows.ts'

/** One attempt at an import. Its rows are staged under an id that no other attempt has. */
export interface Attempt {
  readonly importId: string
  readonly attemptId: string
}

// Locks the import: no row is staged for an attempt after another one has begun.
const COUNT = `
  update imports
  set rows_total = $4
  where organization_id = $1 and id = $2 and attempt_id = $3
  returning id`

const STAGE = `
  insert into import_rows (organization_id, attempt_id, line, id, fields)
  select organization_id, $2, line::integer, id, fields::jsonb
  from ${ORGANIZATION}
  cross join unnest($3::text[], $4::text[], $5::text[]) as read (line, id, fields)`

/**
 * Stages rows of a file. A lone transaction: no connection waits for a client that sends slowly.
 * @param rowsTotal the rows read so far, with these
 * @throws {Refusal} `idempotency_in_progress`: a request with the same key has begun it again
 */
export async function stageRows(
  caller: Caller,
  database: Database,
  { importId, attemptId }: Attempt,
  rows: readonly StagedRow[],
  rowsTotal: number,
): Promise<void> {
  await database.run(caller, (sql) =>
    inOrganization(sql, caller.organizationId, async (tx) => {
      const counted = tx.run<{ id: string }>(COUNT, [importId, attemptId, rowsTotal])
      void tx.run(STAGE, [
        attemptId,
        rows.map(({ line }) => String(line)),
        rows.map(({ id }) => id),
        rows.map(({ fields }) => fields),
      ])
      if ((await counted).length === 0) throw idempotencyInProgress()
      return { end: 'commit', value: undefined }
    }),
  )
}

export const DELETE_ROWS = 'delete from import_rows where organization_id = $1 and attempt_id = $2'

const DELETE_IMPORT = `
  delete from imports
  where organization_id = $1 and id = $2 and attempt_id = $3 and state <> 'completed'`

/** Deletes what an attempt staged, and the import unless it is completed or begun again. */
export async function discardAttempt(
  caller: Caller,
  database: Database,
  { importId, attemptId }: Attempt,
): Promise<void> {
  // Not in the pool of requests: a million rows take longer than one statement may.
  await database.long(caller, async (tx) => {
    await tx.run(DELETE_IMPORT, [importId, attemptId])
    await tx.run(DELETE_ROWS, [attemptId])
  })
}

const FORGET = `
  delete from imports
  where organization_id = $1 and (created_at < now() - 7 * interval '1 day'
    or (created_at < now() - interval '1 day' and state <> 'completed'))`

const FORGET_ROWS = `
  delete from import_rows
  where organization_id = $1 and attempt_id not in (
    select attempt_id from imports where organization_id = $1)`

/**
 * Deletes imports that are as old as stored responses, and those of a day ago that never ended;
 * then the staged rows of no import.
 */
export async function forgetImports(caller: Caller, database: Database): Promise<void> {
  await database.long(caller, async (tx) => {
    await tx.run(FORGET, [])
    await tx.run(FORGET_ROWS, [])
  })
}
