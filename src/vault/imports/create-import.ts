import { createHash, hash } from 'node:crypto'
import type { Database } from '../../database/database.ts'
import { brokenConstraint } from '../../database/postgres/postgres-errors.ts'
import type { Caller } from '../../domain/caller.ts'
import { idempotencyInProgress, idempotencyKeyReused, Refusal } from '../../domain/errors.ts'
import { isId, newId } from '../../domain/ids.ts'
import { minorDigits } from '../../domain/iso-codes.ts'
import {
  type CompletedImport,
  fileTooLarge,
  type ImportRequest,
  insertFile,
  readFile,
  type StagedFile,
} from './import-records.ts'
import {
  type Attempt,
  beginImport,
  discardAttempt,
  noteProgress,
  noteReceived,
} from './imports.store.ts'

/** A request, and the service itself, wait for imports before theirs. */
export const UNWATCHED = {
  waits: true,
  progress: () => undefined,
  signal: new AbortController().signal,
}

/**
 * Imports a file. Its rows are staged as they come, so neither memory nor a connection is held for
 * them, then checked and inserted in one transaction. A request whose key was used before goes on:
 * with the staged rows, or with the import that is completed.
 * @throws {Refusal} also that of the file, with its violations (`insertFile`)
 */
export async function createImport(
  caller: Caller,
  database: Database,
  request: ImportRequest,
): Promise<CompletedImport> {
  const { spec, key, preview } = request
  const attempt = {
    importId: preview || key === null ? newId('imp') : idOfKey(key),
    attemptId: newId('imp'),
  }
  const content = contentOf(request)
  const { row: known, currency } = await beginImport(caller, database, attempt, spec.name)
  if (known.state === 'receiving') {
    const parts = { ...attempt, ...content, digits: minorDigits(currency) }
    return await importContent(caller, database, request, parts)
  }
  for await (const _ of content.bytes);
  if (known.kind !== spec.name || known.contentSha256 !== content.sha256())
    throw idempotencyKeyReused()
  if (known.state === 'completed') return { row: known, isReplay: true }
  const { id: importId, attemptId, rowsTotal: rows, lastLine } = known
  const received = { importId, attemptId, reader: null, rows, lastLine }
  return await insertReceived(caller, database, received, request)
}

/** The import that a key stands for: the key itself where it can be an id. */
function idOfKey(key: string): string {
  return isId(key) ? key : `imp_${hash('sha256', key).slice(0, 40)}`
}

type Content = ReturnType<typeof contentOf>

/** The bytes within the limits. `sha256` is in hexadecimal digits, and to be called once, at the end. */
function contentOf({ bytes: chunks, limits }: ImportRequest) {
  const { bytesMax, timeoutMs } = limits
  const endsAt = performance.now() + timeoutMs
  const tooSlow = `A file must arrive within ${timeoutMs / 60_000} minutes: split it into several files.`
  const sha256 = createHash('sha256')
  async function* bounded() {
    let bytes = 0
    for await (const chunk of chunks) {
      bytes += chunk.length
      if (bytes > bytesMax) throw fileTooLarge(`${bytesMax} bytes`)
      if (performance.now() > endsAt) throw new Refusal('request_timeout', { detail: tooSlow })
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
  { importId, attemptId, bytes, sha256, digits }: Attempt & Content & { readonly digits: number },
): Promise<CompletedImport> {
  const { spec, preview } = request
  const attempt = { importId, attemptId }
  let isReceived = false
  try {
    const reader = await readFile(caller, database, attempt, { ...request, bytes, digits })
    const { rows, lastLine } = reader
    const received = {
      contentSha256: sha256(),
      rowsSha256: reader.said.digest('hex'),
      rowsTotal: rows,
      lastLine,
      amountCents: spec.amount === undefined ? null : String(reader.amount),
      newIdsBegin: reader.newIdsBegin,
    }
    const file = { ...attempt, reader, rows, lastLine }
    if (!preview && reader.violations.total === 0) {
      if (!(await noteReceived(caller, database, attempt, received))) throw idempotencyInProgress()
      isReceived = true
      return await insertReceived(caller, database, file, request)
    }
    await insertFile(caller, database, file, { ...request, preview: true })
    const [createdAt, completedAt] = [new Date(), new Date()]
    const ended = { state: 'completed', rowsDone: rows, createdAt, completedAt } as const
    const row = { ...received, ...ended, id: importId, kind: spec.name, attemptId }
    return { row, isReplay: false, reader }
  } finally {
    if (!isReceived) await discardAttempt(caller, database, attempt)
  }
}

/** Inserts what is staged. If that fails, the same key and file may go on with it. */
async function insertReceived(
  caller: Caller,
  database: Database,
  file: StagedFile,
  request: ImportRequest,
): Promise<CompletedImport> {
  const noted: ImportRequest = {
    ...request,
    progress: (stage, rows, of) => {
      request.progress(stage, rows, of)
      // Only for those who watch; the next one may succeed.
      noteProgress(caller, database, file.importId, rows).catch(() => undefined)
    },
  }
  try {
    const inserted = await insertFile(caller, database, file, noted).catch((error) => {
      // A record that conflicts was created after the checks: now they find it.
      if (brokenConstraint(error) === undefined) throw error
      return insertFile(caller, database, file, noted)
    })
    return inserted as CompletedImport
  } catch (error) {
    // The faults of a file stay; after another failure the key may be used again.
    const isRefused =
      error instanceof Refusal &&
      (error.violations.length > 0 || error.code === 'file_already_imported')
    if (isRefused || request.key === null) await discardAttempt(caller, database, file)
    throw error
  }
}
