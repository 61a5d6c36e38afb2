import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import type { TransactionSql } from 'postgres'
import type { Database } from '../database/database.ts'
import { analyzeTable } from '../database/postgres/analyze-table.ts'
import { inTransaction } from '../database/postgres/transaction.ts'
import type { Caller } from '../domain/caller.ts'
import type { ImportSpec } from './import-spec.ts'
import { type FoundViolations, firstViolations } from './import-violations.ts'
import { CsvReader } from './read-csv.ts'
import { RowReader } from './read-rows.ts'
import { insertRows, openStaging } from './stage-rows.store.ts'

const READ_BYTES = 65_536
/** Rows per insert: about a second of work, between which progress is told and a stop heard. */
const INSERT_LINES = 100_000

export interface ImportFile {
  readonly spec: ImportSpec
  readonly path: string
  /** Judges the file alike, then changes nothing. */
  readonly preview: boolean
  readonly progress: (progress: ImportProgress) => void
  /** Aborting undoes the import. */
  readonly signal: AbortSignal
}

export type ImportProgress =
  | { readonly stage: 'reading'; readonly bytes: number; readonly rows: number }
  | { readonly stage: 'checking'; readonly rows: number }
  | { readonly stage: 'inserting'; readonly inserted: number; readonly rows: number }

export type ImportResult =
  | { readonly outcome: 'imported' | 'would_be_imported'; readonly rows: number }
  | ({ readonly outcome: 'refused' } & FoundViolations)
  | { readonly outcome: 'empty_file' | 'other_import_runs' }

/** Undoes the transaction and is what `importFile` then returns. */
class Undone extends Error {
  readonly result: ImportResult

  constructor(result: ImportResult) {
    super('the import is undone')
    this.result = result
  }
}

/**
 * Imports a file of records into the caller's organization: every row or, where one is invalid,
 * none. Rows are streamed into a staging table, judged there together, and inserted, all in one
 * transaction: whatever ends it early leaves the vault as it was.
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
  // What was added is committed: the caller must not hear that it failed.
  await file.spec.maintain?.(caller, database, file.signal).catch(() => undefined)
  return { outcome: 'imported', rows }
}

async function importWithin(tx: TransactionSql, caller: Caller, file: ImportFile): Promise<number> {
  const reader = await stageRows(tx, caller, file)
  const { header, rows, lastLine } = reader
  if (header === null) throw new Undone({ outcome: 'empty_file' })
  const found: FoundViolations[] = [reader.violations]
  for (const check of rows === 0 ? [] : file.spec.fileViolations) {
    file.progress({ stage: 'checking', rows })
    file.signal.throwIfAborted()
    found.push(await check(caller, tx, file.spec))
  }
  const violations = firstViolations(found, header)
  if (violations.total > 0) throw new Undone({ outcome: 'refused', ...violations })
  if (file.preview) throw new Undone({ outcome: 'would_be_imported', rows })
  let inserted = 0
  for (let fromLine = 1; fromLine <= lastLine; fromLine += INSERT_LINES) {
    file.progress({ stage: 'inserting', inserted, rows })
    file.signal.throwIfAborted()
    const lines = { from: fromLine, to: fromLine + INSERT_LINES - 1 }
    inserted += await insertRows(caller, tx, file.spec, lines)
  }
  return inserted
}

async function stageRows(
  tx: TransactionSql,
  caller: Caller,
  { spec, path, progress, signal }: ImportFile,
): Promise<RowReader> {
  const rows = new RowReader(caller, spec)
  const staging = await openStaging(caller, tx, spec)
  if (staging === undefined) throw new Undone({ outcome: 'other_import_runs' })
  const bytes = createReadStream(path, { highWaterMark: READ_BYTES })
  bytes.on('data', () => progress({ stage: 'reading', bytes: bytes.bytesRead, rows: rows.rows }))
  await pipeline(bytes, new CsvReader(rows), staging, { signal })
  return rows
}
