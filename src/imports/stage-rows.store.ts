import { Writable } from 'node:stream'
import type { TransactionSql } from 'postgres'
import { runStatement } from '../database/changes/organization-transaction.ts'
import { STAY_ON_NODE } from '../database/postgres/distribution.ts'
import { liftRequestLimits } from '../database/postgres/lift-request-limits.ts'
import { lockNumber, TRY_LOCK } from '../database/postgres/lock-number.ts'
import type { Caller } from '../domain/caller.ts'
import { storedColumns, storedName } from './import-columns.ts'
import type { ImportedLines, ImportSpec } from './import-spec.ts'

/**
 * Begins an import and opens `import_rows`, the table that holds its rows while they are checked.
 * It has the column types of the record's own table without its rules, is not logged, and ends with
 * the transaction. The stream takes the text of COPY, a line number first.
 * @returns undefined if another import of the organization runs: what the checks find must hold
 * until
 *   the commit. Requests never wait for that lock.
 */
export async function openStaging(
  caller: Caller,
  tx: TransactionSql,
  spec: ImportSpec,
): Promise<Writable | undefined> {
  await liftRequestLimits(tx)
  await runStatement(caller, tx, STAY_ON_NODE)
  const number = lockNumber('import', caller.organizationId)
  const [lock] = await runStatement<{ taken: boolean }>(caller, tx, TRY_LOCK, [number])
  if (lock?.taken !== true) return undefined
  const columns = tx`${tx(storedColumns(spec).map(storedName))}`
  await tx`
    create temporary table import_rows on commit drop as
    select 0 as line, ${columns} from ${tx(spec.table)} with no data`
  const copy = await tx`copy import_rows (line, ${columns}) from stdin`.writable()
  return closedBy(() => prepareForChecks(tx), copy)
}

/**
 * Inserts the staged rows of some lines, and the rows of other tables that come with them. A
 * constraint that fails undoes the whole import.
 */
export async function insertRows(
  caller: Caller,
  tx: TransactionSql,
  spec: ImportSpec,
  lines: ImportedLines,
): Promise<number> {
  const names = storedColumns(spec).map(storedName)
  const columns = tx`${tx(names.filter((name) => name !== 'created_at'))}`
  const result = await tx`
    insert into ${tx(spec.table)} (organization_id, ${columns}, created_at)
    select ${caller.organizationId}, ${columns}, coalesce(created_at, now())
    from import_rows
    where line between ${lines.from} and ${lines.to}
    order by id`
  await spec.follow?.write(caller, tx, lines)
  return result.count
}

/** Rows are inserted by ranges of lines, and the planner must know how many there are. */
async function prepareForChecks(tx: TransactionSql): Promise<void> {
  await tx`create index on import_rows (line)`
  await tx`analyze import_rows`
}

/**
 * COPY's stream, which ends when PostgreSQL has all of it. The driver does not report a failure
 * that follows the end of the data, but then the next statement of the transaction fails too.
 */
function closedBy(statement: () => Promise<void>, copy: Writable): Writable {
  const stream = new Writable({
    write: (chunk, _, done) => void copy.write(chunk, done),
    final: (done) => {
      copy.end()
      setImmediate(() => statement().then(() => done(), done))
    },
    destroy: (error, done) => {
      copy.destroy(error ?? undefined)
      done(error)
    },
  })
  copy.on('error', (error) => stream.destroy(error))
  return stream
}
