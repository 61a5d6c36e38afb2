import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { Database } from '../database/database.ts'
import type { Caller } from '../domain/caller.ts'
import { newId } from '../domain/ids.ts'
import { beginImport } from './create-import.store.ts'
import { insertFile, readFile } from './import-records.ts'
import type { ImportSpec } from './import-spec.ts'
import type { FoundViolations } from './import-violations.ts'
import { discardAttempt } from './stage-rows.store.ts'

const READ_BYTES = 65_536
/** The shares of the first stages in the time of an import of items, as measured. */
const READING_SHARE = 0.3
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

export type ImportOutcome =
  | { readonly outcome: 'imported' | 'would_be_imported'; readonly rows: number }
  | ({ readonly outcome: 'refused' } & FoundViolations)
  | { readonly outcome: 'empty_file' | 'other_import_runs' }

/** Imports a file of the machine, for the operator: every row or, if one is invalid, none. */
export async function importFile(
  caller: Caller,
  database: Database,
  { spec, path, preview, progress, signal }: ImportFile,
): Promise<ImportOutcome> {
  const attempt = { importId: newId('imp'), attemptId: newId('imp') }
  await beginImport(caller, database, attempt, spec.name)
  try {
    const { size } = await stat(path)
    const bytes = createReadStream(path, { highWaterMark: READ_BYTES })
    const read = (rows: number) => {
      const share = READING_SHARE * Math.min(1, bytes.bytesRead / Math.max(1, size))
      progress({ stage: 'reading', share: shareOf(preview, share), rows })
    }
    const reader = await readFile(caller, database, attempt, { spec, bytes, read, signal })
    if (reader.header === null) return { outcome: 'empty_file' }
    const { rows, lastLine } = reader
    const file = { ...attempt, spec, reader, rows, lastLine }
    const result = await insertFile(caller, database, file, {
      preview,
      waits: false,
      requestId: null,
      progress: (stage, done) => {
        const before = READING_SHARE + CHECKING_SHARE
        const share = before + (1 - before) * (done / Math.max(1, rows))
        progress({
          stage,
          share: shareOf(preview, stage === 'checking' ? READING_SHARE : share),
          rows: done,
        })
      },
      signal,
    })
    switch (result.outcome) {
      case 'completed':
        return { outcome: 'imported', rows }
      case 'would_be_completed':
        return { outcome: 'would_be_imported', rows }
      default:
        return result
    }
  } finally {
    // It deletes nothing of an import that is completed. What it leaves, the service deletes.
    await discardAttempt(caller, database, attempt).catch(() => undefined)
  }
}

/** A share of an import as a share of this one: a preview ends with the checks. */
function shareOf(isPreview: boolean, share: number): number {
  return isPreview ? share / (READING_SHARE + CHECKING_SHARE) : share
}
