import { createHash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { TransactionSql } from 'postgres'
import { type Pack, pack } from 'tar-stream'
import { type BackupTable, estimatedRows } from '../database/vault-tables.ts'
import {
  type BackupManifest,
  type BackupTotals,
  type BackupWatch,
  MANIFEST,
  pieceName,
  type TableTotals,
  TOTALS,
} from './backup-format.ts'
import { tableText } from './copy-table.ts'
import { TextCount } from './count-text.ts'

/** A table is written in pieces of about this size; one piece at a time is in memory. */
const PIECE_BYTES = 1024 * 1024

/** Writes the tables of the manifest, compressed, and the checksum behind them. */
export async function writeArchive(
  tx: TransactionSql,
  file: FileHandle,
  manifest: BackupManifest,
  { signal, progress }: BackupWatch,
): Promise<BackupTotals> {
  const rowsExpected = Math.max(1, await estimatedRows(tx))
  const archive = pack()
  const checksum = createHash('sha256')
  const written = pipeline(
    // In bytes: in object mode the stream would take sixteen pieces in advance.
    Readable.from(archive, { objectMode: false }),
    createGzip(),
    async function* (compressed: AsyncIterable<Buffer>) {
      for await (const chunk of compressed) {
        checksum.update(chunk)
        yield chunk
      }
      yield checksum.digest()
    },
    // Not a write stream of the file: without autoClose, file.close() would wait for it for ever.
    async (chunks: AsyncIterable<Buffer>) => {
      for await (const chunk of chunks) await file.writeFile(chunk)
    },
    { signal },
  )
  written.catch((error) => archive.destroy(error))
  try {
    await add(archive, MANIFEST, JSON.stringify(manifest))
    const totals: Record<string, TableTotals> = {}
    let rows = 0
    for (const table of manifest.tables) {
      totals[table.name] = await writeTable(archive, tx, table, (more) => {
        signal.throwIfAborted()
        rows += more
        progress({ stage: 'writing', share: Math.min(1, rows / rowsExpected), rows })
      })
    }
    await add(archive, TOTALS, JSON.stringify(totals))
    archive.finalize()
    await written
    return totals
  } catch (error) {
    archive.destroy(error as Error)
    // A failure of the file is the cause of the others.
    throw await written.then(() => error).catch((cause) => cause)
  }
}

async function writeTable(
  archive: Pack,
  tx: TransactionSql,
  table: BackupTable,
  progress: (rows: number) => void,
): Promise<TableTotals> {
  const count = new TextCount()
  let piece: Buffer[] = []
  let bytes = 0
  let number = 0
  const finishPiece = async () => {
    if (bytes === 0) return
    number += 1
    await add(archive, pieceName(table.name, number), Buffer.concat(piece))
    piece = []
    bytes = 0
  }
  for await (const chunk of tableText(tx, table)) {
    progress(count.add(chunk))
    piece.push(chunk)
    bytes += chunk.length
    if (bytes >= PIECE_BYTES) await finishPiece()
  }
  await finishPiece()
  return count.totals()
}

/** Resolves when the archive has taken the content. */
async function add(archive: Pack, name: string, content: string | Buffer): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  archive.entry({ name, mode: 0o600 }, content, (error) => (error ? reject(error) : resolve()))
  await promise
}
