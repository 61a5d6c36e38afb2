import { Writable } from 'node:stream'
import type { TransactionSql } from 'postgres'
import type { Caller } from '../caller.ts'
import type { ImportNoun } from './import-noun.ts'

/**
 * Begins an import: no time limit, for those of the pool are meant for requests; and alone in its
 * organization, so that what the checks found holds until the commit. False where another import of
 * the organization runs. Requests are not held up: the lock is nobody else's.
 */
export async function beginImport(
  { organizationId }: Caller,
  tx: TransactionSql,
): Promise<boolean> {
  await tx`set local statement_timeout = 0`
  await tx`set local lock_timeout = 0`
  await tx`set local idle_in_transaction_session_timeout = 0`
  // Sorting and hashing a million ids in the default 4 MB goes to disk.
  await tx`set local work_mem = '64MB'`
  await tx`set local client_min_messages = warning`
  const name = `import, organization_id ${organizationId}`
  const [row] = await tx<{ alone: boolean }[]>`
    select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as alone`
  return row?.alone === true
}

/**
 * Opens the table that rows wait in while they are judged, `import_rows`; it is gone with the
 * transaction. It has the types of the noun's own table but none of its rules, and is written to
 * without a log. What is written to the stream is COPY's text, a line number first.
 */
export async function openStaging(tx: TransactionSql, noun: ImportNoun): Promise<Writable> {
  const columns = tx(storedColumns(noun))
  await tx`
    create temporary table import_rows on commit drop as
    select 0 as line, ${columns} from ${tx(noun.table)} with no data`
  const copy = await tx`copy import_rows (line, ${columns}) from stdin`.writable()
  const stream = new Writable({
    write: (chunk, _, done) => void copy.write(chunk, done),
    final: (done) => {
      copy.end()
      // The driver never tells of a refusal that follows the end of the data. A statement behind it
      // does: in a transaction that failed it fails too.
      setImmediate(() => tx`analyze import_rows`.then(() => done(), done))
    },
    destroy: (error, done) => {
      copy.destroy(error ?? undefined)
      done(error)
    },
  })
  copy.on('error', (error) => stream.destroy(error))
  return stream
}

/**
 * Inserts the staged rows of some lines. Constraints and indexes are checked as for any other
 * insert; one that fails undoes the whole import.
 */
export async function insertRows(
  { organizationId }: Caller,
  tx: TransactionSql,
  { noun, fromLine, toLine }: { noun: ImportNoun; fromLine: number; toLine: number },
): Promise<number> {
  const columns = storedColumns(noun).filter((column) => column !== 'created_at')
  const result = await tx`
    insert into ${tx(noun.table)} (organization_id, ${tx(columns)}, created_at)
    select ${organizationId}, ${tx(columns)}, coalesce(created_at, now())
    from import_rows
    where line between ${fromLine} and ${toLine}
    order by line`
  return result.count
}

/** Lets the planner know at once what the table has grown to. */
export async function analyzeTable(tx: TransactionSql, noun: ImportNoun): Promise<void> {
  await tx`set local statement_timeout = 0`
  await tx`analyze ${tx(noun.table)}`
}

function storedColumns(noun: ImportNoun): string[] {
  return noun.columns.flatMap(({ stored }) => (stored === null ? [] : [stored]))
}
