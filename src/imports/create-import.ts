import { createHash, hash } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { Database } from '../database/database.ts'
import { brokenConstraint } from '../database/postgres/postgres-errors.ts'
import type { Caller } from '../domain/caller.ts'
import { insufficientPermission } from '../domain/errors.ts'
import { isId, newId } from '../domain/ids.ts'
import {
  beginImport,
  noteProgress,
  noteReceived,
  type ReceivedFile,
} from './create-import.store.ts'
import type { ImportRow } from './get-import.store.ts'
import type { ImportResult } from './import.ts'
import { toImport } from './import.ts'
import { type InsertResult, insertFile, readFile, type StagedFile } from './import-records.ts'
import {
  EMPTY_FILE,
  fileTooLarge,
  inProgress,
  keyReused,
  refusalOfFile,
} from './import-refusals.ts'
import type { ImportSpec } from './import-spec.ts'
import type { RowReader } from './read-rows.ts'
import { type Attempt, discardAttempt, Superseded } from './stage-rows.store.ts'

export interface ImportLimits {
  readonly rowsMax: number
  readonly bytesMax: number
}

interface ImportRequest {
  readonly spec: ImportSpec
  readonly body: Readable
  readonly key: string | null
  readonly preview: boolean
  readonly requestId: string
}

interface CreatedImport {
  readonly data: ImportResult
  /** Whether an earlier request with the same key had imported the file. */
  readonly isReplay: boolean
}

/**
 * Imports the file of a request. Its rows are staged as they come, so neither memory nor a
 * connection is held for them, then checked and inserted in one transaction. A request whose key
 * was used before goes on: with the staged rows, or with the response.
 * @throws {Refusal}
 */
export async function createImport(
  caller: Caller,
  database: Database,
  limits: ImportLimits,
  request: ImportRequest,
): Promise<CreatedImport> {
  const { spec, preview, key } = request
  if (!caller.permissions.has(spec.permission)) throw insufficientPermission(spec.permission)
  const attempt = {
    importId: preview || key === null ? newId('imp') : idOfKey(key),
    attemptId: newId('imp'),
  }
  try {
    const known = await beginImport(caller, database, attempt, spec.name)
    if (known === undefined) return await importFile(caller, database, limits, request, attempt)
    const content = new Content(limits.bytesMax)
    for await (const _ of content.of(request.body));
    if (known.kind !== spec.name || known.contentSha256 !== content.sha256()) throw keyReused()
    if (known.state === 'completed') return { data: resultOf(known), isReplay: true }
    return await insertReceived(caller, database, request, known)
  } catch (error) {
    throw error instanceof Superseded ? inProgress() : error
  }
}

async function importFile(
  caller: Caller,
  database: Database,
  limits: ImportLimits,
  { spec, body, preview, requestId }: ImportRequest,
  attempt: Attempt,
): Promise<CreatedImport> {
  const discard = () => discardAttempt(caller, database, attempt).catch(() => undefined)
  const content = new Content(limits.bytesMax)
  let reader: RowReader
  try {
    reader = await readFile(caller, database, attempt, {
      spec,
      bytes: content.of(body),
      read: (rows) => refuseTooMany(rows, limits.rowsMax),
      signal: NEVER,
    })
    if (reader.header === null) throw refusalOfFile(EMPTY_FILE)
  } catch (error) {
    await discard()
    throw error
  }
  const file = { ...attempt, spec, reader, rows: reader.rows, lastLine: reader.lastLine }
  const received = {
    contentSha256: content.sha256(),
    rows: reader.rows,
    lastLine: reader.lastLine,
    amountCents: spec.amount === undefined ? null : String(reader.amount),
    newIdsBegin: reader.hasNewIds ? reader.newIdsBegin : null,
  }
  const isValid = reader.violations.total === 0
  if (!preview && isValid) {
    if (!(await noteReceived(caller, database, attempt, received))) throw new Superseded()
    const result = await insertPatiently(caller, database, file, requestId)
    return await createdOf(result, discard)
  }
  try {
    const options = { ...WITHOUT_PROGRESS, preview: true, requestId }
    const result = await insertFile(caller, database, file, options)
    if (result.outcome === 'refused') throw refusalOfFile(result)
  } finally {
    await discard()
  }
  return { data: previewOf(attempt.importId, file, received), isReplay: false }
}

/** Inserts what an earlier request with the same key and content staged. */
async function insertReceived(
  caller: Caller,
  database: Database,
  { spec, requestId }: ImportRequest,
  { id: importId, attemptId, rowsTotal: rows, lastLine }: ImportRow,
): Promise<CreatedImport> {
  const file = { importId, attemptId, spec, reader: null, rows, lastLine }
  const result = await insertPatiently(caller, database, file, requestId)
  return await createdOf(result, () =>
    discardAttempt(caller, database, { importId, attemptId }).catch(() => undefined),
  )
}

async function insertPatiently(
  caller: Caller,
  database: Database,
  file: StagedFile,
  requestId: string,
): Promise<InsertResult> {
  const options = {
    preview: false,
    waits: true,
    requestId,
    progress: (_: string, rows: number) => {
      // Only for those who watch; the next one may succeed.
      noteProgress(caller, database, file.importId, rows).catch(() => undefined)
    },
    signal: NEVER,
  }
  try {
    return await insertFile(caller, database, file, options)
  } catch (error) {
    // A record that conflicts was created after the checks: now they find it.
    if (brokenConstraint(error) === undefined) throw error
    return await insertFile(caller, database, file, options)
  }
}

async function createdOf(
  result: InsertResult,
  discard: () => Promise<unknown>,
): Promise<CreatedImport> {
  if (result.outcome === 'completed') {
    return { data: resultOf(result.row), isReplay: result.isReplay }
  }
  await discard()
  if (result.outcome === 'refused') throw refusalOfFile(result)
  throw new Error(`an import that waits ended with ${result.outcome}`)
}

const NEVER = new AbortController().signal
const WITHOUT_PROGRESS = { waits: true, progress: () => undefined, signal: NEVER }

/** The import that a key stands for: the key itself where it can be an id. */
function idOfKey(key: string): string {
  return isId(key) ? key : `imp_${hash('sha256', key).slice(0, 40)}`
}

function resultOf(row: ImportRow): ImportResult {
  return {
    ...toImport(row),
    contentSha256: row.contentSha256 as string,
    columns: [],
    firstRows: [],
  }
}

function previewOf(
  id: string,
  { spec, reader, rows }: StagedFile & { readonly reader: RowReader },
  { contentSha256, amountCents, newIdsBegin }: ReceivedFile,
): ImportResult {
  return {
    id,
    kind: spec.name as ImportResult['kind'],
    state: 'completed',
    rowsTotal: rows,
    rowsDone: rows,
    amountCents,
    newIdsBegin,
    createdAt: new Date().toISOString(),
    completedAt: new Date().toISOString(),
    contentSha256,
    columns: [...(reader.header ?? [])],
    firstRows: reader.firstRows.map(({ line, cells }) => ({ line, cells: [...cells] })),
  }
}

/** A file as it comes. */
class Content {
  readonly #hash = createHash('sha256')
  readonly #bytesMax: number

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax
  }

  async *of(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    let bytes = 0
    for await (const chunk of chunks) {
      bytes += chunk.length
      if (bytes > this.#bytesMax) throw fileTooLarge(`${this.#bytesMax} bytes`)
      this.#hash.update(chunk)
      yield chunk
    }
  }

  /** In hexadecimal digits. To be called once, at the end. */
  sha256(): string {
    return this.#hash.digest('hex')
  }
}

function refuseTooMany(rows: number, max: number): void {
  if (rows > max) throw fileTooLarge(`${max} rows`)
}
