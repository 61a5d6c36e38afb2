import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import type { TransactionSql } from 'postgres'
import { runStatement } from '../database/changes/organization-transaction.ts'
import { writeEvents } from '../database/changes/write-events.ts'
import type { Database } from '../database/database.ts'
import { analyzeTable } from '../database/postgres/analyze-table.ts'
import { inTransaction } from '../database/postgres/transaction.ts'
import type { Caller } from '../domain/caller.ts'
import { duplicateIds, existingIds } from './check-rows.store.ts'
import type { ImportSpec } from './import-spec.ts'
import { type FoundViolations, firstViolations } from './import-violations.ts'
import { CsvReader } from './read-csv.ts'
import { RowReader } from './read-rows.ts'
import { insertRows, openStaging } from './stage-rows.store.ts'

const READ_BYTES = 65_536
/** Rows per insert: about a second of work, after which progress is reported and a stop noticed. */
const INSERT_LINES = 100_000
/** The shares of the first stages in the time of an import of items, as measured. */
const READING_SHARE = 0.11
const CHECKING_SHARE = 0.02

export interface ImportFile {
  readonly spec: ImportSpec
  readonly path: string
  /** Checks the file in the same way and changes nothing. */
  readonly preview: boolean
  readonly progress: (progress: ImportProgress) => void
  /** Aborting undoes the import. */
  readonly signal: AbortSignal
}

export interface ImportProgress {
  readonly stage: 'reading' | 'checking' | 'inserting'
  /** From 0 to 1, of the whole import. */
  readonly share: number
  /** Handled in this stage. */
  readonly rows: number
}

export type ImportResult =
  | { readonly outcome: 'imported' | 'would_be_imported'; readonly rows: number }
  | ({ readonly outcome: 'refused' } & FoundViolations)
  | { readonly outcome: 'empty_file' | 'other_import_runs' }

/** Undoes the transaction; `importFile` returns its result. */
class Undone extends Error {
  readonly result: ImportResult

  constructor(result: ImportResult) {
    super('the import is undone')
    this.result = result
  }
}

/**
 * Imports a file of records into the caller's organization: every row or, if one is invalid, none.
 * Rows are streamed into a staging table, checked there together, and inserted. All of it is one
 * transaction, so an import that ends early changes nothing.
 */
export async function importFile(
  caller: Caller,
  database: Database,
  file: ImportFile,
): Promise<ImportResult> {
  let rows: number
  try {
    rows = await inTransaction(database.sql, (tx) => importWithin(tx, caller, file))
  } catch (error) {
    if (error instanceof Undone) return error.result
    throw error
  }
  for (const table of [file.spec.table, ...(file.spec.follow?.tables ?? [])]) {
    await analyzeTable(database.sql, table)
  }
  // The import is committed: it must not be reported as failed.
  await file.spec.maintain?.(caller, database, file.signal).catch(() => undefined)
  return { outcome: 'imported', rows }
}

async function importWithin(tx: TransactionSql, caller: Caller, file: ImportFile): Promise<number> {
  const { spec, preview, signal } = file
  const { header, rows, lastLine, violations: ofCells } = await stageRows(tx, caller, file)
  if (header === null) throw new Undone({ outcome: 'empty_file' })
  const found: FoundViolations[] = [ofCells]
  for (const check of rows === 0 ? [] : [duplicateIds, existingIds, ...spec.fileChecks]) {
    file.progress({ stage: 'checking', share: shareOf(file, READING_SHARE), rows })
    signal.throwIfAborted()
    found.push(await check(caller, tx, spec))
  }
  const violations = firstViolations(found, header)
  if (violations.total > 0) throw new Undone({ outcome: 'refused', ...violations })
  if (preview) throw new Undone({ outcome: 'would_be_imported', rows })
  let inserted = 0
  for (let from = 1; from <= lastLine; from += INSERT_LINES) {
    const before = READING_SHARE + CHECKING_SHARE
    const share = before + (1 - before) * (inserted / Math.max(1, rows))
    file.progress({ stage: 'inserting', share, rows: inserted })
    signal.throwIfAborted()
    inserted += await insertRows(caller, tx, spec, { from, to: from + INSERT_LINES - 1 })
  }
  const [moment] = await tx<[{ now: Date }]>`select now()`
  await writeEvents({ run: (text, parameters) => runStatement(caller, tx, text, parameters) }, [
    {
      type: spec.event.type,
      occurredAt: moment.now,
      tokenId: caller.tokenId,
      requestId: null,
      subject: { type: 'organization', id: caller.organizationId },
      data: { totalRecords: inserted, recordsPath: spec.event.recordsPath },
    },
  ])
  return inserted
}

async function stageRows(tx: TransactionSql, caller: Caller, file: ImportFile): Promise<RowReader> {
  const { spec, path, progress, signal } = file
  const reader = new RowReader(caller, spec)
  const staging = await openStaging(caller, tx, spec)
  if (staging === undefined) throw new Undone({ outcome: 'other_import_runs' })
  const { size } = await stat(path)
  const bytes = createReadStream(path, { highWaterMark: READ_BYTES })
  bytes.on('data', () => {
    const share = shareOf(file, READING_SHARE * Math.min(1, bytes.bytesRead / Math.max(1, size)))
    progress({ stage: 'reading', share, rows: reader.rows })
  })
  await pipeline(bytes, new CsvReader(reader), staging, { signal })
  return reader
}

/** A share of an import as a share of this one: a preview ends with the checks. */
function shareOf({ preview }: ImportFile, share: number): number {
  return preview ? share / (READING_SHARE + CHECKING_SHARE) : share
}
