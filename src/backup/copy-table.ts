import type { Writable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { TransactionSql } from 'postgres'
import { codeOf } from '../database/postgres/postgres-errors.ts'
import type { BackupTable } from '../database/vault-tables.ts'

/** A table's rows as text, some at a time. A reader that stops early ends the statement. */
export async function* tableText(
  tx: TransactionSql,
  { name, columns }: BackupTable,
): AsyncGenerator<Buffer> {
  const query = tx`copy ${tx(name)} (${tx`${tx([...columns])}`}) to stdout`
  const stream = await query.readable()
  let isWhole = false
  try {
    for await (const chunk of stream.iterator({ destroyOnReturn: false })) yield chunk as Buffer
    isWhole = true
  } finally {
    if (isWhole) {
      // The driver pauses the connection when the stream is full, and resumes it at the next read.
      // No read follows when the last rows arrived together with their end.
      stream._read(0)
    } else {
      // Discard the rows until the server has ended the statement, or ROLLBACK gets no response.
      stream.on('error', () => undefined).resume()
      query.cancel()
    }
  }
}

const IN_FAILED_TRANSACTION = '25P02'

/** Fills a table with text, in one statement. */
export async function fillTable(
  tx: TransactionSql,
  { name, columns }: BackupTable,
  text: AsyncIterable<Uint8Array>,
): Promise<void> {
  const copy = await tx`copy ${tx(name)} (${tx`${tx([...columns])}`}) from stdin`.writable()
  let failure: Error | undefined
  copy.on('error', (error) => {
    failure ??= error
  })
  try {
    for await (const chunk of text) await written(copy, chunk)
  } catch (error) {
    copy.destroy(error as Error)
    // A write on a failed stream only reports that the stream failed.
    throw failure ?? error
  }
  copy.end()
  // The driver reports no failure after the end of the data. The next statement does: it fails in a
  // failed transaction.
  await nextTurn()
  try {
    await tx`select`
  } catch (error) {
    if (codeOf(error) !== IN_FAILED_TRANSACTION) throw error
    throw new Error(`PostgreSQL rejected the rows of ${name}; its log says why`, {
      cause: error,
    })
  }
}

function written(copy: Writable, chunk: Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    copy.write(chunk, (error) => (error ? reject(error) : resolve()))
  })
}
