import { pipeline } from 'node:stream/promises'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { connectionError } from '../../database/postgres/postgres-error.ts'
import type { TransactionSql } from '../../database/postgres/sql.ts'
import type { BackupTable } from '../../database/vault-tables.ts'

/** A table's rows as text, some at a time. A reader that stops early ends the connection. */
export async function* tableText(
  { connection }: TransactionSql,
  { name, columns }: BackupTable,
): AsyncGenerator<Buffer> {
  const rows = connection.stream(copyTo(`copy ${name} (${columns.join(', ')}) to stdout`))
  let isWhole = false
  try {
    for await (const chunk of rows) yield chunk as Buffer
    isWhole = true
  } catch (error) {
    throw connectionError(error)
  } finally {
    if (!isWhole) await connection.end()
  }
}

export async function fillTable(
  { connection }: TransactionSql,
  { name, columns }: BackupTable,
  text: AsyncIterable<Uint8Array>,
): Promise<void> {
  const copy = copyFrom(`copy ${name} (${columns.join(', ')}) from stdin`)
  try {
    await pipeline(text, connection.stream(copy))
  } catch (error) {
    throw connectionError(error)
  }
}
