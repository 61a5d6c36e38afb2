import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { ofUnreleasedBuild, SchemaMismatch } from '../../database/applied-migrations.ts'
import { knownMigrations } from '../../database/migrations.ts'
import { FileUnusable } from '../../runtime/write-new-file.ts'
import {
  type BackupManifest,
  type BackupProgress,
  type Block,
  CHECKSUM_BYTES,
  FORMAT,
  FORMAT_VERSION,
  MANIFEST,
} from './backup-format.ts'

/** Every gzip begins with these bytes. */
const GZIP = Buffer.from([0x1f, 0x8b])

/** A backup that was read to its end and found undamaged. */
export interface CheckedBackup {
  readonly path: string
  readonly manifest: BackupManifest
  /**
   * Reads it again: the text of the tables in their order, some rows at a time.
   * @throws {FileUnusable} unless the file holds a backup and nothing else
   */
  readTables(progress: (share: number) => void): AsyncGenerator<Block>
}

/**
 * Compares the checksum of a file, and reads its manifest.
 * @throws {FileUnusable}, {SchemaMismatch} when this program cannot restore it
 */
export async function checkBackup(
  path: string,
  progress: (step: BackupProgress) => void = () => undefined,
): Promise<CheckedBackup> {
  const end = (await sizeOf(path)) - CHECKSUM_BYTES
  const checking = (share: number) => progress({ stage: 'checking', share, rows: 0 })
  const checksum = await compareChecksum(path, end, checking)
  const written = await readManifest(path, end)
  const manifest = { ...written, migrations: knownMigrations(written.migrations, 'backup') }
  const blocks = { path, end, checksum, manifest }
  return { path, manifest, readTables: (share) => readTables(blocks, share) }
}

async function sizeOf(path: string): Promise<number> {
  try {
    const found = await stat(path)
    if (found.isFile()) return found.size
  } catch (error) {
    throw unreadable(path, error)
  }
  throw new FileUnusable(`${path} is not a file: name a file that vault-inventory backup wrote.`)
}

function unreadable(path: string, error: unknown): FileUnusable {
  const { code, message } = error as NodeJS.ErrnoException
  return new FileUnusable(
    code === 'ENOENT' ? `There is no file ${path}.` : `${path} cannot be read: ${message}.`,
    { cause: error },
  )
}

/**
 * @param end the byte at which the blocks end and their checksum begins
 * @returns the checksum
 */
async function compareChecksum(
  path: string,
  end: number,
  progress: (share: number) => void,
): Promise<Buffer> {
  const hash = createHash('sha256')
  const stored: Buffer[] = []
  let done = 0
  try {
    for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
      if (done === 0 && !chunk.subarray(0, GZIP.length).equals(GZIP)) break
      const covered = chunk.subarray(0, Math.max(0, end - done))
      hash.update(covered)
      stored.push(chunk.subarray(covered.length))
      done += chunk.length
      progress(done / (end + CHECKSUM_BYTES))
    }
  } catch (error) {
    throw unreadable(path, error)
  }
  if (done === 0) throw notABackup(path)
  const checksum = hash.digest()
  if (Buffer.concat(stored).equals(checksum)) return checksum
  throw damaged(path)
}

/** The blocks of the file. @throws {FileUnusable} */
async function* readBlocks(
  path: string,
  end: number,
  progress: (share: number) => void,
  read = createHash('sha256'),
): AsyncGenerator<Block> {
  const source = createReadStream(path, { end: end - 1 })
  source.on('data', (chunk) => read.update(chunk))
  // A failure of either also ends the loop below.
  const unzipped = pipeline(source, createGunzip({ chunkSize: 256 * 1024 }), () => undefined)
  let text = Buffer.alloc(0)
  try {
    for await (const chunk of unzipped as AsyncIterable<Buffer>) {
      text = Buffer.concat([text, chunk])
      if (text.subarray(0, FORMER_MANIFEST.length).equals(FORMER_MANIFEST))
        throw ofUnreleasedBuild('backup')
      for (let line = text.indexOf('\n'); line !== -1; line = text.indexOf('\n')) {
        const [name = '', bytes] = text.toString('utf8', 0, line).split(' ')
        const blockEnd = line + 1 + Number(bytes)
        if (!(blockEnd > line)) throw notABackup(path)
        if (text.length < blockEnd) break
        progress(source.bytesRead / end)
        yield { name, content: text.subarray(line + 1, blockEnd) }
        text = text.subarray(blockEnd)
      }
    }
    if (text.length > 0) throw notABackup(path)
  } catch (error) {
    throw error instanceof FileUnusable || error instanceof SchemaMismatch
      ? error
      : notABackup(path, error)
  } finally {
    source.destroy()
  }
}

async function readManifest(path: string, end: number): Promise<BackupManifest> {
  const blocks = readBlocks(path, end, () => undefined)
  const first = await blocks.next()
  await blocks.return(undefined)
  const manifest = first.done === true ? null : parsedManifest(first.value)
  if (manifest === null) throw notABackup(path)
  if (manifest.formatVersion <= FORMAT_VERSION) return manifest
  throw new FileUnusable(
    `The backup has format ${manifest.formatVersion}, newer than format ${FORMAT_VERSION} of ` +
      `this program: restore it with vault-inventory ${manifest.serviceVersion} or later.`,
  )
}

function parsedManifest({ name, content }: Block): BackupManifest | null {
  try {
    const manifest = JSON.parse(content.toString()) as BackupManifest
    const isWhole = Array.isArray(manifest.migrations) && Array.isArray(manifest.tables)
    return name === MANIFEST && manifest.format === FORMAT && isWhole ? manifest : null
  } catch {
    return null
  }
}

interface ReadableBlocks {
  readonly path: string
  readonly end: number
  readonly checksum: Buffer
  readonly manifest: BackupManifest
}

/** The file may have changed since it was checked: its checksum is compared again behind them. */
async function* readTables(
  { path, end, checksum, manifest }: ReadableBlocks,
  progress: (share: number) => void,
): AsyncGenerator<Block> {
  const read = createHash('sha256')
  const names = [MANIFEST, ...manifest.tables.map(({ name }) => name)]
  let place = 0
  for await (const block of readBlocks(path, end, progress, read)) {
    // A table comes after those that it refers to.
    if (names.indexOf(block.name) < place) throw notABackup(path)
    place = names.indexOf(block.name)
    if (place > 0) yield block
  }
  if (!read.digest().equals(checksum)) throw damaged(path)
}

function damaged(path: string): FileUnusable {
  return new FileUnusable(
    `${path} is damaged: its checksum does not match, so it was cut short or altered. No part of it ` +
      'was used: use another copy of this backup, or another backup.',
  )
}

/** The manifest of formats 1 and 2, which were tars. */
const FORMER_MANIFEST = Buffer.from('manifest.json\0')

function notABackup(path: string, cause?: unknown): FileUnusable {
  return new FileUnusable(
    `${path} is not a backup of a vault: name a file that vault-inventory backup wrote.`,
    { cause },
  )
}
