import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { Database } from '../database/database.ts'
import type { Caller } from '../domain/caller.ts'
import { type CreatedImport, createImport } from './create-import.ts'
import type { ImportStage } from './import-records.ts'
import type { ImportSpec } from './import-spec.ts'

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
  readonly stage: ImportStage
  /** From 0 to 1, of the whole import. */
  readonly share: number
  /** Handled in this stage. */
  readonly rows: number
}

/** Imports a file of the machine, of any size, for the operator. */
export async function importFile(
  caller: Caller,
  database: Database,
  { spec, path, preview, progress, signal }: ImportFile,
): Promise<CreatedImport> {
  const { size } = await stat(path)
  const bytes = createReadStream(path, { highWaterMark: READ_BYTES })
  const before = READING_SHARE + CHECKING_SHARE
  const shareOf = {
    reading: () => READING_SHARE * Math.min(1, bytes.bytesRead / Math.max(1, size)),
    checking: () => READING_SHARE,
    inserting: (done: number) => before + (1 - before) * done,
  }
  return await createImport(caller, database, {
    ...{ spec, bytes, preview, signal, key: null, requestId: null, waits: false },
    limits: { rowsMax: Number.POSITIVE_INFINITY, bytesMax: Number.POSITIVE_INFINITY },
    progress: (stage, rows, of) => {
      const share = shareOf[stage](rows / Math.max(1, of))
      // A preview ends with the checks.
      progress({ stage, rows, share: preview ? share / before : share })
    },
  })
}
