import { createHash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { type Extract, extract } from 'tar-stream'
import type { BackupTable } from '../database/vault-tables.ts'
import { ArchiveEntries } from './archive-entries.ts'
import {
  type BackupManifest,
  type BackupProgress,
  type BackupTotals,
  BackupUnusable,
  CHECKSUM_BYTES,
  FORMAT,
  FORMAT_VERSION,
  MANIFEST,
  TOTALS,
} from './backup-format.ts'
import { TextCount } from './count-text.ts'

/** What every gzip begins with. */
const GZIP = Buffer.from([0x1f, 0x8b])

/** A file that was read to its end and is what was once written. */
export interface CheckedBackup {
  readonly path: string
  readonly manifest: BackupManifest
  readonly totals: BackupTotals
  /** Reads it again: calls the function with each table in turn, which must read all its text. */
  readTables(take: TakeTable, progress?: (share: number) => void): Promise<void>
  close(): Promise<void>
}

export type TakeTable = (table: BackupTable, text: AsyncIterable<Uint8Array>) => Promise<void>

/**
 * Reads all of the file, which has to be closed afterwards. Nothing of it is looked at before the
 * checksum of the whole has been found right.
 * @throws {BackupUnusable}
 */
export async function checkBackup(
  path: string,
  progress: (step: BackupProgress) => void = () => undefined,
): Promise<CheckedBackup> {
  const file = await openToRead(path)
  try {
    const { size } = await file.stat()
    await refuseDamaged({ path, file, size }, (share) =>
      progress({ stage: 'checking', share, rows: 0 }),
    )
    const compressedBytes = size - CHECKSUM_BYTES
    let rows = 0
    const counts = new Map<string, TextCount>()
    const count: TakeTable = async ({ name }, text) => {
      const counted = new TextCount()
      counts.set(name, counted)
      for await (const chunk of text) rows += counted.add(chunk)
    }
    const { manifest, totals } = await readArchive({ file, compressedBytes }, count, (share) =>
      progress({ stage: 'reading', share, rows }),
    ).catch((error) => {
      if (error instanceof BackupUnusable) throw error
      throw notABackup(path, error)
    })
    for (const { name } of manifest.tables) {
      const found = counts.get(name)?.totals()
      if (JSON.stringify(found) !== JSON.stringify(totals?.[name])) throw notABackup(path)
    }
    return {
      path,
      manifest,
      totals,
      readTables: async (take, share) => {
        await readArchive({ file, compressedBytes, expected: manifest }, take, share)
      },
      close: () => file.close(),
    }
  } catch (error) {
    await file.close()
    throw error
  }
}

async function openToRead(path: string): Promise<FileHandle> {
  try {
    const file = await open(path, 'r')
    if ((await file.stat()).isFile()) return file
    await file.close()
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    throw new BackupUnusable(
      code === 'ENOENT' ? `There is no file ${path}.` : `${path} cannot be read: ${message}.`,
      { cause: error },
    )
  }
  throw new BackupUnusable(`${path} is not a file: name one that vault-inventory backup wrote.`)
}

function notABackup(path: string, cause?: unknown): BackupUnusable {
  return new BackupUnusable(
    `${path} is not a backup of a vault: name a file that vault-inventory backup wrote.`,
    { cause },
  )
}

async function refuseDamaged(
  { path, file, size }: { path: string; file: FileHandle; size: number },
  progress: (share: number) => void,
): Promise<void> {
  const end = size - CHECKSUM_BYTES
  const start = Buffer.alloc(GZIP.length)
  await file.read(start, 0, start.length, 0)
  if (!start.equals(GZIP)) throw notABackup(path)
  const hash = createHash('sha256')
  for await (const chunk of bytesOf(file, end, progress)) hash.update(chunk)
  const found = Buffer.alloc(CHECKSUM_BYTES)
  if (end > 0) await file.read(found, 0, found.length, end)
  if (end > 0 && hash.digest().equals(found)) return
  throw new BackupUnusable(
    `${path} is damaged: it was cut short or altered, its checksum does not fit. ` +
      'Nothing of it was used: take another copy of this backup, or another backup.',
  )
}

async function* bytesOf(
  file: FileHandle,
  end: number,
  progress: (share: number) => void,
): AsyncGenerator<Buffer> {
  if (end <= 0) return
  let done = 0
  const options = { start: 0, end: end - 1, autoClose: false, highWaterMark: 256 * 1024 }
  for await (const chunk of file.createReadStream(options)) {
    done += (chunk as Buffer).length
    progress(done / end)
    yield chunk as Buffer
  }
}

interface Archive {
  readonly file: FileHandle
  readonly compressedBytes: number
  /** What was found when it was read before. */
  readonly expected?: BackupManifest
}

/** Goes through the archive once; whatever is not where it belongs is an error. */
async function readArchive(
  { file, compressedBytes, expected }: Archive,
  take: TakeTable,
  progress: (share: number) => void = () => undefined,
): Promise<{ manifest: BackupManifest; totals: BackupTotals }> {
  const archive = extract()
  const stop = new AbortController()
  const read = pipeline(
    bytesOf(file, compressedBytes, progress),
    createGunzip(),
    // The archive is a stream of another make, and knows no signal.
    async (chunks) => {
      for await (const chunk of chunks) await written(archive, chunk as Buffer)
      archive.end(null)
    },
    { signal: stop.signal },
  )
  read.catch((error) => archive.destroy(error))
  const entries = new ArchiveEntries(archive)
  try {
    const manifest = usable(JSON.parse(await entries.document(MANIFEST)))
    if (expected !== undefined && JSON.stringify(manifest) !== JSON.stringify(expected)) {
      throw new BackupUnusable('The file was changed while it was restored: nothing was restored.')
    }
    for (const table of manifest.tables) await take(table, entries.table(table.name))
    const totals = JSON.parse(await entries.document(TOTALS)) as BackupTotals
    if ((await entries.next()) !== undefined) throw new Error('more than a backup')
    await read
    return { manifest, totals }
  } catch (error) {
    stop.abort()
    archive.destroy()
    await read.catch(() => undefined)
    throw error
  }
}

/** Resolves when there is room for more. */
function written(archive: Extract, chunk: Buffer): Promise<void> | undefined {
  if (archive.write(chunk)) return undefined
  return new Promise((resolve, reject) => {
    const settle = (end: () => void) => () => {
      archive.off('drain', onDrain).off('close', onClose)
      end()
    }
    const onDrain = settle(resolve)
    const onClose = settle(() => reject(new Error('the archive was closed')))
    archive.on('drain', onDrain).on('close', onClose)
  })
}

/** @throws {BackupUnusable} where a newer program wrote it */
function usable(manifest: BackupManifest): BackupManifest {
  if (manifest.format !== FORMAT) throw new Error('another format')
  if (!Array.isArray(manifest.migrations) || !Array.isArray(manifest.tables)) {
    throw new Error('no migrations or tables')
  }
  if (manifest.formatVersion > FORMAT_VERSION) {
    throw new BackupUnusable(
      `The backup is of format ${manifest.formatVersion}, newer than the ${FORMAT_VERSION} of this ` +
        `program: restore it with vault-inventory ${manifest.serviceVersion} or later.`,
    )
  }
  return manifest
}
