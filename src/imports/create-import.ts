import { createHash, hash } from 'node:crypto'
import type { Database } from '../database/database.ts'
import { brokenConstraint } from '../database/postgres/postgres-errors.ts'
import type { Caller } from '../domain/caller.ts'
import { idempotencyInProgress, idempotencyKeyReused } from '../domain/errors.ts'
import { isId, newId } from '../domain/ids.ts'
import { beginImport, noteProgress, noteReceived } from './create-import.store.ts'
import type { ImportRow } from './get-import.store.ts'
import {
  type InsertOptions,
  type InsertResult,
  insertFile,
  readFile,
  type StagedFile,
} from './import-records.ts'
import { fileTooLarge } from './import-refusals.ts'
import type { ImportSpec } from './import-spec.ts'
import type { RowReader } from './read-rows.ts'
import { type Attempt, discardAttempt, Superseded } from './stage-rows.store.ts'

export interface ImportLimits {
  readonly rowsMax: number
  readonly bytesMax: number
}

export interface ImportRequest extends InsertOptions {
  readonly spec: ImportSpec
  readonly bytes: AsyncIterable<Buffer>
  readonly limits: ImportLimits
  readonly key: string | null
}

export type CreatedImport =
  | Exclude<InsertResult, { outcome: 'would_be_completed' }>
  /** `row` is as it would be. */
  | { readonly outcome: 'would_be_completed'; readonly row: ImportRow; readonly reader: RowReader }
  | { readonly outcome: 'empty_file' }

/**
 * Imports a file. Its rows are staged as they come, so neither memory nor a connection is held for
 * them, then checked and inserted in one transaction. A request whose key was used before goes on:
 * with the staged rows, or with the import that is completed.
 * @throws {Refusal}
 */
export async function createImport(
  caller: Caller,
  database: Database,
  request: ImportRequest,
): Promise<CreatedImport> {
  const { spec, key, preview } = request
  const attempt = {
    importId: preview || key === null ? newId('imp') : idOfKey(key),
    attemptId: newId('imp'),
  }
  const content = contentOf(request)
  try {
    const known = await beginImport(caller, database, attempt, spec.name)
    if (known === undefined) {
      return await importContent(caller, database, request, { ...attempt, ...content })
    }
    for await (const _ of content.bytes);
    if (known.kind !== spec.name || known.contentSha256 !== content.sha256())
      throw idempotencyKeyReused()
    if (known.state === 'completed') return { outcome: 'completed', row: known, isReplay: true }
    const { id: importId, attemptId, rowsTotal: rows, lastLine } = known
    const received = { importId, attemptId, spec, reader: null, rows, lastLine }
    return (await insertReceived(caller, database, received, request)) as CreatedImport
  } catch (error) {
    throw error instanceof Superseded ? idempotencyInProgress() : error
  }
}

/** The import that a key stands for: the key itself where it can be an id. */
function idOfKey(key: string): string {
  return isId(key) ? key : `imp_${hash('sha256', key).slice(0, 40)}`
}

interface Content {
  readonly bytes: AsyncIterable<Buffer>
  /** In hexadecimal digits. To be called once, at the end. */
  readonly sha256: () => string
}

function contentOf({ bytes: chunks, limits: { bytesMax } }: ImportRequest): Content {
  const sha256 = createHash('sha256')
  async function* bounded() {
    let bytes = 0
    for await (const chunk of chunks) {
      bytes += chunk.length
      if (bytes > bytesMax) throw fileTooLarge(`${bytesMax} bytes`)
      sha256.update(chunk)
      yield chunk
    }
  }
  return { bytes: bounded(), sha256: () => sha256.digest('hex') }
}

/** Reads and stages a file, then checks and inserts its rows. */
async function importContent(
  caller: Caller,
  database: Database,
  request: ImportRequest,
  { importId, attemptId, bytes, sha256 }: Attempt & Content,
): Promise<CreatedImport> {
  const { spec, preview, limits, signal, progress } = request
  const attempt = { importId, attemptId }
  let isReceived = false
  try {
    const read = (rows: number) => {
      if (rows > limits.rowsMax) throw fileTooLarge(`${limits.rowsMax} rows`)
      progress('reading', rows, rows)
    }
    const reader = await readFile(caller, database, attempt, { spec, bytes, read, signal })
    if (reader.header === null) return { outcome: 'empty_file' }
    const { rows, lastLine } = reader
    const received = {
      contentSha256: sha256(),
      rowsTotal: rows,
      lastLine,
      amountCents: spec.amount === undefined ? null : String(reader.amount),
      newIdsBegin: reader.hasNewIds ? reader.newIdsBegin : null,
    }
    const file = { ...attempt, spec, reader, rows, lastLine }
    if (!preview && reader.violations.total === 0) {
      if (!(await noteReceived(caller, database, attempt, received))) throw new Superseded()
      isReceived = true
      return (await insertReceived(caller, database, file, request)) as CreatedImport
    }
    const result = await insertFile(caller, database, file, { ...request, preview: true })
    if (result.outcome !== 'would_be_completed') return result
    const [createdAt, completedAt] = [new Date(), new Date()]
    const ended = { state: 'completed', rowsDone: rows, createdAt, completedAt } as const
    const row = { ...received, ...ended, id: importId, kind: spec.name, attemptId }
    return { outcome: 'would_be_completed', row, reader }
  } finally {
    if (!isReceived) await discard(caller, database, attempt)
  }
}

/** Inserts what is staged. If that fails, the same key and file may go on with it. */
async function insertReceived(
  caller: Caller,
  database: Database,
  file: StagedFile,
  request: ImportRequest,
): Promise<InsertResult> {
  const options: InsertOptions = {
    ...request,
    progress: (stage, rows, of) => {
      request.progress(stage, rows, of)
      // Only for those who watch; the next one may succeed.
      noteProgress(caller, database, file.importId, rows).catch(() => undefined)
    },
  }
  let mayGoOn = request.key !== null
  try {
    const result = await insertFile(caller, database, file, options).catch((error) => {
      // A record that conflicts was created after the checks: now they find it.
      if (brokenConstraint(error) === undefined) throw error
      return insertFile(caller, database, file, options)
    })
    mayGoOn = result.outcome === 'completed'
    return result
  } finally {
    if (!mayGoOn) await discard(caller, database, file)
  }
}

/** If it fails, the service deletes the rows after a day. */
async function discard(caller: Caller, database: Database, attempt: Attempt): Promise<void> {
  await discardAttempt(caller, database, attempt).catch(() => undefined)
}
