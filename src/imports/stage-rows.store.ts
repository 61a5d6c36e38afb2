import { Writable } from 'node:stream'
import type { TransactionSql } from 'postgres'
import { runStatement } from '../database/changes/organization-transaction.ts'
import { STAY_ON_NODE } from '../database/postgres/distribution.ts'
import { liftRequestLimits } from '../database/postgres/lift-request-limits.ts'
import { lockNumber, TRY_LOCK } from '../database/postgres/lock-number.ts'
import type { Caller } from '../domain/caller.ts'
import type { ImportedLines, ImportSpec } from './import-spec.ts'

/**
 * Begins an import and opens the table that its rows wait in while they are judged, `import_rows`:
 * it has the types of the noun's own table but none of its rules, is written without a log, and is
 * gone with the transaction. What goes into the stream is COPY's text, a line number first.
 *
 * Returns undefined where another import of the organization runs: what the checks find must hold
 * until the commit. No request waits for that lock.
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
  const columns = tx`${tx(storedColumns(spec))}`
  await tx`
    create temporary table import_rows on commit drop as
    select 0 as line, ${columns} from ${tx(spec.table)} with no data`
  const copy = await tx`copy import_rows (line, ${columns}) from stdin`.writable()
  return closedBy(() => prepareForChecks(tx), copy)
}

/**
 * Inserts the staged rows of some lines, and what follows from them. Constraints and indexes are
 * checked as for any other insert; one that fails undoes the whole import.
 */
export async function insertRows(
  caller: Caller,
  tx: TransactionSql,
  spec: ImportSpec,
  lines: ImportedLines,
): Promise<number> {
  const columns = tx`${tx(storedColumns(spec).filter((column) => column !== 'created_at'))}`
  const result = await tx`
    insert into ${tx(spec.table)} (organization_id, ${columns}, created_at)
    select ${caller.organizationId}, ${columns}, coalesce(created_at, now())
    from import_rows
    where line between ${lines.from} and ${lines.to}
    order by id`
  await spec.follow?.write(caller, tx, lines)
  return result.count
}

/** Rows are inserted by line, some at a time, and the planner must know how many there are. */
async function prepareForChecks(tx: TransactionSql): Promise<void> {
  await tx`create index on import_rows (line)`
  await tx`analyze import_rows`
}

/**
 * COPY's stream, which ends when PostgreSQL has taken all of it: the driver does not tell of a
 * failure that follows the end of the data. A statement behind it does, for in a transaction that
 * failed it fails too.
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

function storedColumns(spec: ImportSpec): string[] {
  return spec.columns.flatMap(({ stored }) => (stored === null ? [] : [stored]))
}
