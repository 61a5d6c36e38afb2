import {
  inOrganization,
  ORGANIZATION,
  type OrganizationTransaction,
  runStatement,
} from '../../database/changes/organization-transaction.ts'
import type { Database } from '../../database/database.ts'
import { findById } from '../../database/record.ts'
import type { RequestDatabase } from '../../database/request-database.ts'
import type { Caller } from '../../domain/caller.ts'
import { idempotencyInProgress, Refusal } from '../../domain/errors.ts'
import type { StagedRow } from './read-rows.ts'

/** One attempt at an import. Its rows are staged under an id that no other attempt has. */
export interface Attempt {
  readonly importId: string
  readonly attemptId: string
}

export interface ImportRow {
  readonly id: string
  readonly kind: string
  readonly attemptId: string
  /** `received`: all rows are staged and their cells are valid. */
  readonly state: 'receiving' | 'received' | 'completed'
  /** In hexadecimal digits; null until the file was received. */
  readonly contentSha256: string | null
  /** SHA-256 of its rows (`RowReader.said`); null in imports of before there was one. */
  readonly rowsSha256: string | null
  readonly rowsTotal: number
  readonly rowsDone: number
  readonly lastLine: number
  /** Decimal text; null where the records have no amount. */
  readonly amountCents: string | null
  /** Null if every row brought its id. */
  readonly newIdsBegin: string | null
  readonly createdAt: Date
  readonly completedAt: Date | null
}

export const IMPORT_COLUMNS = `id, kind, attempt_id, state, content_sha256, rows_sha256, rows_total,
    rows_done, last_line, amount_cents::text, new_ids_begin, created_at, completed_at`

export const FIND_IMPORT = `
  select ${IMPORT_COLUMNS}
  from imports
  where organization_id = $1 and id = $2`

export const findImport = findById<ImportRow>(FIND_IMPORT)

const FIRST_OF_FILE = `
  select id, completed_at
  from imports
  where organization_id = $1 and kind = $2 and (rows_sha256 = $3 or content_sha256 = $4)
    and state = 'completed' and new_ids_begin is not null
  order by completed_at limit 1`

/** Records without ids would be there twice. @throws {Refusal} `file_already_imported` */
export async function refuseRepeatedFile(
  tx: OrganizationTransaction,
  { kind, rowsSha256, contentSha256, newIdsBegin }: ImportRow,
): Promise<void> {
  if (newIdsBegin === null) return
  const [first] = await tx.run<ImportRow>(FIRST_OF_FILE, [kind, rowsSha256, contentSha256])
  if (first === undefined) return
  const detail =
    `The same file was imported on ${first.completedAt?.toISOString()} as ${first.id}, and rows of ` +
    'it have no id: to create their records once more, send importAgain=true (--again).'
  throw new Refusal('file_already_imported', { detail, members: { importId: first.id } })
}

const BEGIN = `
  insert into imports (organization_id, id, kind, attempt_id, token_id)
  select organization_id, $2, $3, $4, $5
  from ${ORGANIZATION}
  on conflict (organization_id, id) do update
  set attempt_id = excluded.attempt_id, kind = excluded.kind, token_id = excluded.token_id,
    rows_total = 0
  where imports.state = 'receiving'`

/**
 * Begins an import, or begins it again if its file never arrived whole. What the attempt before
 * staged is of no import then (`forgetImports`): deleting a million rows takes longer than a
 * statement of a request may. Locks the row of the import; a second caller waits for it.
 * @returns the import, which may have a file that an earlier request received; the currency of its
 *   amounts
 */
export async function beginImport(
  caller: Caller,
  database: Pick<RequestDatabase, 'run'>,
  { importId, attemptId }: Attempt,
  kind: string,
): Promise<{ row: ImportRow; currency: string }> {
  return await database.run(caller, (sql) =>
    inOrganization(sql, caller.organizationId, async (tx) => {
      void tx.run(BEGIN, [importId, kind, attemptId, caller.tokenId])
      const [row] = await tx.run<ImportRow & { currency: string }>(BEGUN, [importId])
      if (row === undefined) throw new Error('an import was begun and is not there')
      return { end: 'commit', value: { row, currency: row.currency } }
    }),
  )
}

const BEGUN = `
  select ${IMPORT_COLUMNS}, (select currency from organizations where id = $1)
  from imports
  where organization_id = $1 and id = $2`

/** A file that arrived whole, and has no violation that its rows show by themselves. */
type ReceivedFile = Pick<
  ImportRow,
  'contentSha256' | 'rowsSha256' | 'rowsTotal' | 'lastLine' | 'amountCents' | 'newIdsBegin'
>

const RECEIVED = `
  update imports
  set state = 'received', content_sha256 = $4, rows_total = $5, last_line = $6,
    amount_cents = $7::text::numeric, new_ids_begin = $8, rows_sha256 = $9
  where organization_id = $1 and id = $2 and attempt_id = $3 and state = 'receiving'
  returning id`

/** @returns whether the import still has this attempt */
export async function noteReceived(
  caller: Caller,
  database: Pick<RequestDatabase, 'run'>,
  { importId, attemptId }: Attempt,
  { contentSha256, rowsTotal, lastLine, amountCents, newIdsBegin, rowsSha256 }: ReceivedFile,
): Promise<boolean> {
  const file = [contentSha256, rowsTotal, lastLine, amountCents, newIdsBegin, rowsSha256]
  const noted = await database.run(caller, (sql) =>
    runStatement(caller, sql, RECEIVED, [importId, attemptId, ...file]),
  )
  return noted.length > 0
}

const PROGRESS = `
  update imports
  set rows_done = $3
  where organization_id = $1 and id = $2 and state = 'received'`

/** Notes how many rows are inserted: the transaction that inserts them shows nothing yet. */
export async function noteProgress(
  caller: Caller,
  database: Pick<Database, 'run'>,
  importId: string,
  rows: number,
): Promise<void> {
  await database.run(caller, (sql) => runStatement(caller, sql, PROGRESS, [importId, rows]))
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

/**
 * Deletes what an attempt staged, and the import unless it is completed or begun again. If that
 * fails, the service does so after a day (`forgetImports`).
 */
export async function discardAttempt(
  caller: Caller,
  database: Database,
  { importId, attemptId }: Attempt,
): Promise<void> {
  // Not in the pool of requests: a million rows take longer than one statement may.
  const work = async (tx: OrganizationTransaction) => {
    await tx.run(DELETE_IMPORT, [importId, attemptId])
    await tx.run(DELETE_ROWS, [attemptId])
  }
  await database.long(caller, work).catch(() => undefined)
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
