import { pipeline } from 'node:stream/promises'
import type { OrganizationTransaction } from '../../database/changes/organization-transaction.ts'
import { writeEvents } from '../../database/changes/write-events.ts'
import type { Database } from '../../database/database.ts'
import { analyzeTable } from '../../database/postgres/lift-request-limits.ts'
import type { Caller } from '../../domain/caller.ts'
import { idempotencyInProgress, Refusal } from '../../domain/errors.ts'
import { type FoundViolations, fileRefusal } from '../../runtime/csv/file-violations.ts'
import { CsvReader } from '../../runtime/csv/read-csv.ts'
import { CHECKS_OF_ALL, forbiddenStatuses } from './file-checks.store.ts'
import type { ImportSpec } from './import-spec.ts'
import {
  type Attempt,
  DELETE_ROWS,
  FIND_IMPORT,
  type ImportRow,
  refuseRepeatedFile,
  stageRows,
} from './imports.store.ts'
import { completeImport, insertRows, lockImports, withPowersOfNow } from './insert-rows.store.ts'
import { RowReader, type StagedRow } from './read-rows.ts'

/** Limits of one statement that stages: rows, and characters of their fields. */
const STAGED_ROWS_MAX = 2_000
const STAGED_CHARACTERS_MAX = 500_000
/** Lines per insert: seconds of work, after which progress is noted and a stop noticed. */
const INSERTED_LINES = 100_000

export interface ImportLimits {
  readonly rowsMax: number
  readonly bytesMax: number
  /** Milliseconds that the file may take to come. */
  readonly timeoutMs: number
}

export interface ImportRequest {
  readonly spec: ImportSpec
  readonly bytes: AsyncIterable<Buffer>
  readonly limits: ImportLimits
  readonly key: string | null
  /** Whether the same file may be imported once more. */
  readonly again?: boolean
  /** Checks the file in the same way and inserts nothing. */
  readonly preview: boolean
  /** Whether to wait while another import of the organization runs. */
  readonly waits: boolean
  readonly requestId: string | null
  /** Called before each part of the work, with the rows handled in its stage, and all of them. */
  readonly progress: (stage: 'reading' | 'checking' | 'inserting', rows: number, of: number) => void
  /** Aborting undoes the import. */
  readonly signal: AbortSignal
}

/**
 * Reads a file and stages its rows; those of an invalid file too, for the checks that follow.
 * @throws {Refusal} `idempotency_in_progress`, `body_too_large`
 */
export async function readFile(
  caller: Caller,
  database: Database,
  attempt: Attempt,
  request: ImportRequest & { readonly digits: number },
): Promise<RowReader> {
  const { spec, bytes, limits, progress, signal, digits } = request
  const reader = new RowReader(caller, spec, digits)
  const stage = async (rows: AsyncIterable<StagedRow>) => {
    let batch: StagedRow[] = []
    let characters = 0
    const send = async () => {
      if (reader.rows > limits.rowsMax) throw fileTooLarge(`${limits.rowsMax} rows`)
      progress('reading', reader.rows, reader.rows)
      await stageRows(caller, database, attempt, batch, reader.rows)
      batch = []
      characters = 0
    }
    for await (const row of rows) {
      batch.push(row)
      characters += row.fields.length
      if (batch.length >= STAGED_ROWS_MAX || characters >= STAGED_CHARACTERS_MAX) await send()
    }
    if (batch.length > 0) await send()
  }
  await pipeline(bytes, new CsvReader(reader), stage, { signal })
  reader.end()
  return reader
}

/** @param limit such as `5 rows` */
export function fileTooLarge(limit: string): Refusal {
  return new Refusal('body_too_large', {
    detail: `A file may have at most ${limit}: split it into several files.`,
  })
}

export interface StagedFile extends Attempt {
  /** The reader of the file; null where its cells were found valid by an earlier request. */
  readonly reader: Pick<RowReader, 'violations' | 'header'> | null
  readonly rows: number
  readonly lastLine: number
}

export interface CompletedImport {
  /** For a preview, as it would be. */
  readonly row: ImportRow
  /** Whether another request with the same key had completed it. */
  readonly isReplay: boolean
  /** For a preview only. */
  readonly reader?: RowReader
}

/**
 * Checks the staged rows together and inserts all of them, in one transaction: a file with a
 * violation, and an import that ends early, change nothing.
 * @returns undefined for a preview
 * @throws {Refusal} that of the file, with its violations; `idempotency_in_progress`;
 *   `invalid_token`, `insufficient_permission`; else the failure of a constraint where a conflicting record was just created
 */
export async function insertFile(
  caller: Caller,
  database: Database,
  file: StagedFile,
  request: ImportRequest,
): Promise<CompletedImport | undefined> {
  const { spec } = request
  const result = await database.long(caller, (tx) => insertWithin(tx, caller, file, request))
  if (result === undefined || result.isReplay) return result
  for (const table of [spec.table, ...(spec.follow?.tables ?? [])]) {
    await analyzeTable(database.sql, table)
  }
  return result
}

async function insertWithin(
  tx: OrganizationTransaction,
  caller: Caller,
  file: StagedFile,
  request: ImportRequest,
): Promise<CompletedImport | undefined> {
  const { importId, attemptId, rows } = file
  const { spec, preview, waits, requestId } = request
  const { organizationId, tokenId } = caller
  const now = await lockImports(tx, waits)
  const [row] = await tx.run<ImportRow>(FIND_IMPORT, [importId])
  if (row?.state === 'completed') return { row, isReplay: true }
  if (row?.attemptId !== attemptId) throw idempotencyInProgress()
  // Not a preview: the import that follows may have the key of the first.
  if (!preview && request.again !== true) await refuseRepeatedFile(tx, row)
  await checkFile(tx, await withPowersOfNow(tx, caller, spec), file, request)
  if (preview) return undefined
  await insertAll(tx, caller, file, now, request)
  // They may have been taken while the rows were checked and inserted.
  const powers = await withPowersOfNow(tx, caller, spec)
  const refusal = fileRefusal([await forbiddenStatuses(tx, { spec, attemptId }, powers)], [])
  if (refusal !== undefined) throw refusal
  await tx.run(DELETE_ROWS, [attemptId])
  const completed = await completeImport(tx, importId)
  await writeEvents(tx, [
    {
      type: spec.event,
      occurredAt: now,
      tokenId,
      requestId,
      subject: { type: 'organization', id: organizationId },
      data: { totalRecords: rows, recordsPath: `/v1/${spec.name}` },
    },
  ])
  return { row: completed, isReplay: false }
}

/** @throws {Refusal} with the first violations of all that were found */
async function checkFile(
  tx: OrganizationTransaction,
  caller: Caller,
  { attemptId, reader, rows }: StagedFile,
  { spec, progress, signal }: ImportRequest,
): Promise<void> {
  const found: FoundViolations[] = reader === null ? [] : [reader.violations]
  for (const check of rows === 0 ? [] : [...CHECKS_OF_ALL, ...spec.fileChecks]) {
    progress('checking', rows, rows)
    signal.throwIfAborted()
    found.push(await check(tx, { spec, attemptId }, caller))
  }
  const refusal = fileRefusal(found, reader?.header ?? [])
  if (refusal !== undefined) throw refusal
}

async function insertAll(
  tx: OrganizationTransaction,
  { tokenId }: Caller,
  { attemptId, lastLine, rows }: StagedFile,
  now: Date,
  { spec, progress, signal }: ImportRequest,
): Promise<void> {
  for (let from = 1; from <= lastLine; from += INSERTED_LINES) {
    // Nearly so, if cells have several lines.
    progress('inserting', Math.floor((rows * (from - 1)) / lastLine), rows)
    signal.throwIfAborted()
    const to = from + INSERTED_LINES - 1
    await insertRows(tx, spec, { attemptId, from, to, at: now.toISOString(), tokenId })
  }
}
