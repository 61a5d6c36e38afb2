import { createHash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { TransactionSql } from '../../database/postgres/sql.ts'
import { estimatedRows } from '../../database/vault-tables.ts'
import { type BackupManifest, type BackupWatch, MANIFEST, RowCounts } from './backup-format.ts'
import { tableText } from './copy-table.ts'
import { TAR_END, tarEntry } from './tar.ts'

/** A table is written in pieces of about this size; one piece at a time is in memory. */
const PIECE_BYTES = 1024 * 1024

/** Writes the tables of the manifest, compressed, and the checksum behind them. */
export async function writeArchive(
  tx: TransactionSql,
  file: FileHandle,
  manifest: BackupManifest,
  { signal, progress }: BackupWatch,
): Promise<RowCounts> {
  const counts = new RowCounts()
  const rowsExpected = Math.max(1, await estimatedRows(tx))
  const counted = (table: string, text: Buffer) => {
    signal.throwIfAborted()
    counts.add(table, text)
    const rows = counts.total
    progress({ stage: 'writing', share: Math.min(1, rows / rowsExpected), rows })
  }
  await pipeline(
    // In bytes: in object mode the stream would take sixteen pieces in advance.
    Readable.from(archiveOf(tx, manifest, counted), { objectMode: false }),
    createGzip(),
    withChecksum,
    // Not a write stream of the file: without autoClose, file.close() would wait for it for ever.
    async (chunks: AsyncIterable<Buffer>) => {
      for await (const chunk of chunks) await file.writeFile(chunk)
    },
    { signal },
  )
  return counts
}

async function* archiveOf(
  tx: TransactionSql,
  manifest: BackupManifest,
  counted: (table: string, text: Buffer) => void,
): AsyncGenerator<Buffer> {
  yield tarEntry({ name: MANIFEST, content: Buffer.from(JSON.stringify(manifest)) })
  for (const table of manifest.tables) {
    counted(table.name, Buffer.alloc(0))
    let number = 0
    for await (const content of inPieces(tableText(tx, table))) {
      number += 1
      counted(table.name, content)
      const name = `tables/${table.name}/${String(number).padStart(6, '0')}.copy`
      yield tarEntry({ name, content })
    }
  }
  yield TAR_END
}

async function* inPieces(text: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let piece: Buffer[] = []
  let bytes = 0
  for await (const chunk of text) {
    piece.push(chunk)
    bytes += chunk.length
    if (bytes < PIECE_BYTES) continue
    yield Buffer.concat(piece)
    piece = []
    bytes = 0
  }
  if (bytes > 0) yield Buffer.concat(piece)
}

async function* withChecksum(compressed: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const checksum = createHash('sha256')
  for await (const chunk of compressed) {
    checksum.update(chunk)
    yield chunk
  }
  yield checksum.digest()
}
