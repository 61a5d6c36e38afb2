import { createHash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { knownMigrations } from '../../database/migrations.ts'
import { FileUnusable } from '../../runtime/write-new-file.ts'
import {
  type BackupManifest,
  type BackupProgress,
  CHECKSUM_BYTES,
  FORMAT,
  FORMAT_VERSION,
  MANIFEST,
} from './backup-format.ts'
import { tarEntries } from './tar.ts'

/** Every gzip begins with these bytes. */
const GZIP = Buffer.from([0x1f, 0x8b])

const CHUNK_BYTES = 256 * 1024

/** A backup that was read to its end and found undamaged, and is open. */
export interface CheckedBackup {
  readonly path: string
  readonly manifest: BackupManifest
  /**
   * Reads it again: the text of the tables in their order, some rows at a time.
   * @throws {FileUnusable} unless the file holds a backup and nothing else
   */
  readTables(progress: (share: number) => void): AsyncGenerator<TableText>
  close(): Promise<void>
}

export interface TableText {
  readonly table: string
  readonly text: Buffer
}

/**
 * Compares the checksum of a file, and reads its manifest.
 * @throws {FileUnusable}, {SchemaMismatch} when this program cannot restore it
 */
export async function checkBackup(
  path: string,
  progress: (step: BackupProgress) => void = () => undefined,
): Promise<CheckedBackup> {
  const file = await openFile(path)
  try {
    const end = (await file.stat()).size - CHECKSUM_BYTES
    const bytes = (share: (share: number) => void) => readArchive({ path, file, end }, share)
    for await (const _ of bytes((share) => progress({ stage: 'checking', share, rows: 0 })));
    const written = await readManifest(
      path,
      bytes(() => undefined),
    )
    const manifest = { ...written, migrations: knownMigrations(written.migrations, 'backup') }
    return {
      path,
      manifest,
      readTables: (share) => readTables(path, manifest, bytes(share)),
      close: () => file.close(),
    }
  } catch (error) {
    await file.close()
    throw error
  }
}

async function openFile(path: string): Promise<FileHandle> {
  const file = await open(path, 'r').catch((error: NodeJS.ErrnoException) => {
    const { code, message } = error
    throw new FileUnusable(
      code === 'ENOENT' ? `There is no file ${path}.` : `${path} cannot be read: ${message}.`,
      { cause: error },
    )
  })
  try {
    if (!(await file.stat()).isFile()) {
      throw new FileUnusable(
        `${path} is not a file: name a file that vault-inventory backup wrote.`,
      )
    }
    const start = Buffer.alloc(GZIP.length)
    await file.read(start, 0, start.length, 0)
    if (!start.equals(GZIP)) throw notABackup(path)
    return file
  } catch (error) {
    await file.close()
    throw error
  }
}

interface Archive {
  readonly path: string
  readonly file: FileHandle
  /** Byte at which the archive ends and its checksum begins. */
  readonly end: number
}

/** The archive, compressed. @throws {FileUnusable} at its end unless its checksum follows */
async function* readArchive(
  { path, file, end }: Archive,
  progress: (share: number) => void,
): AsyncGenerator<Buffer> {
  const hash = createHash('sha256')
  // Not a stream: one that is left before its end closes the file, and it is read once more then.
  for (let done = 0; done < end; ) {
    const length = Math.min(CHUNK_BYTES, end - done)
    const { bytesRead, buffer } = await file.read(Buffer.alloc(length), 0, length, done)
    if (bytesRead === 0) break
    const chunk = buffer.subarray(0, bytesRead)
    done += bytesRead
    hash.update(chunk)
    progress(done / end)
    yield chunk
  }
  const stored = Buffer.alloc(CHECKSUM_BYTES)
  if (end > 0) await file.read(stored, 0, stored.length, end)
  if (stored.equals(hash.digest())) return
  throw new FileUnusable(
    `${path} is damaged: its checksum does not match, so it was cut short or altered. No part of it ` +
      'was used: use another copy of this backup, or another backup.',
  )
}

/** The files of the archive. @throws {FileUnusable} */
async function* readEntries(path: string, compressed: AsyncIterable<Buffer>) {
  const source = Readable.from(compressed, { objectMode: false })
  const gunzip = source.pipe(createGunzip())
  source.once('error', (error) => gunzip.destroy(error))
  try {
    yield* tarEntries(gunzip)
  } catch (error) {
    throw error instanceof FileUnusable ? error : notABackup(path, error)
  } finally {
    source.destroy()
    gunzip.destroy()
  }
}

async function readManifest(
  path: string,
  compressed: AsyncIterable<Buffer>,
): Promise<BackupManifest> {
  for await (const { name, content } of readEntries(path, compressed)) {
    if (name !== MANIFEST) break
    const manifest = parsedManifest(path, content)
    if (manifest.formatVersion <= FORMAT_VERSION) return manifest
    throw new FileUnusable(
      `The backup has format ${manifest.formatVersion}, newer than format ${FORMAT_VERSION} of ` +
        `this program: restore it with vault-inventory ${manifest.serviceVersion} or later.`,
    )
  }
  throw notABackup(path)
}

function parsedManifest(path: string, text: Buffer): BackupManifest {
  try {
    const manifest = JSON.parse(text.toString()) as BackupManifest
    const isWhole = Array.isArray(manifest.migrations) && Array.isArray(manifest.tables)
    if (manifest.format === FORMAT && isWhole) return manifest
  } catch {
    // Reported below.
  }
  throw notABackup(path)
}

async function* readTables(
  path: string,
  { tables }: BackupManifest,
  compressed: AsyncIterable<Buffer>,
): AsyncGenerator<TableText> {
  const names = tables.map(({ name }) => name)
  let place = 0
  for await (const { name, content } of readEntries(path, compressed)) {
    if (name === MANIFEST) continue
    const table = name.match(/^tables\/(\w+)\/\d+\.copy$/)?.[1] ?? ''
    // A table after those that it refers to.
    if (names.indexOf(table) < place) throw notABackup(path)
    place = names.indexOf(table)
    yield { table, text: content }
  }
}

function notABackup(path: string, cause?: unknown): FileUnusable {
  return new FileUnusable(
    `${path} is not a backup of a vault: name a file that vault-inventory backup wrote.`,
    { cause },
  )
}
