import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { extract } from 'tar-stream'
import type { BackupTable } from '../database/vault-tables.ts'
import { ArchiveEntries } from './archive-entries.ts'
import { BackupFile, notABackup } from './backup-file.ts'
import {
  type BackupManifest,
  type BackupProgress,
  type BackupTotals,
  BackupUnusable,
  FORMAT,
  FORMAT_VERSION,
  MANIFEST,
  TOTALS,
} from './backup-format.ts'
import { TextCount } from './count-text.ts'

/** A file that was read to its end and found undamaged. */
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
 * Reads the whole file and compares the checksums of the file and of its tables. Close the file
 * afterwards.
 * @throws {BackupUnusable}
 */
export async function checkBackup(
  path: string,
  progress: (step: BackupProgress) => void = () => undefined,
): Promise<CheckedBackup> {
  const file = await BackupFile.open(path)
  try {
    const { manifest, totals } = await readChecked(file, progress)
    return {
      path,
      manifest,
      totals,
      readTables: async (take, share) => {
        await readArchive(file.archive(share), take, manifest)
      },
      close: () => file.close(),
    }
  } catch (error) {
    await file.close()
    throw error
  }
}

async function readChecked(
  file: BackupFile,
  progress: (step: BackupProgress) => void,
): Promise<Contents> {
  let rows = 0
  const found = new Map<string, TextCount>()
  const count: TakeTable = async ({ name }, text) => {
    const counted = new TextCount()
    found.set(name, counted)
    for await (const chunk of text) rows += counted.add(chunk)
  }
  const hash = createHash('sha256')
  const archive = file.archive((share) => progress({ stage: 'checking', share, rows }), hash)
  const contents = await readArchive(archive, count).catch(async (error) => {
    // A damaged archive can fail in any way: report the damage.
    await file.refuseDamaged()
    throw error instanceof BackupUnusable ? error : notABackup(file.path, error)
  })
  await file.expectChecksum(hash.digest())
  for (const { name } of contents.manifest.tables) {
    const isWhole =
      JSON.stringify(found.get(name)?.totals()) === JSON.stringify(contents.totals?.[name])
    if (!isWhole) throw notABackup(file.path)
  }
  return contents
}

interface Contents {
  readonly manifest: BackupManifest
  readonly totals: BackupTotals
}

/**
 * Reads the archive once; an entry out of its place is an error.
 * @param expected the manifest of an earlier reading
 */
async function readArchive(
  compressed: AsyncIterable<Buffer>,
  take: TakeTable,
  expected?: BackupManifest,
): Promise<Contents> {
  const archive = extract()
  const stop = new AbortController()
  const { signal } = stop
  const read = pipeline(
    compressed,
    createGunzip(),
    // Not a stream of Node's: pipeline could not abort it.
    async (chunks) => {
      for await (const chunk of chunks) {
        if (!archive.write(chunk as Buffer)) await once(archive, 'drain', { signal })
      }
      archive.end(null)
    },
    { signal },
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

/** @throws {BackupUnusable} when a newer program wrote it */
function usable(manifest: BackupManifest): BackupManifest {
  if (manifest.format !== FORMAT) throw new Error('another format')
  if (!Array.isArray(manifest.migrations) || !Array.isArray(manifest.tables)) {
    throw new Error('no migrations or tables')
  }
  if (manifest.formatVersion > FORMAT_VERSION) {
    throw new BackupUnusable(
      `The backup has format ${manifest.formatVersion}, newer than format ${FORMAT_VERSION} of ` +
        `this program: restore it with vault-inventory ${manifest.serviceVersion} or later.`,
    )
  }
  return manifest
}
