import { type CommandRun, noteRun } from '../../database/command-runs.ts'
import { codeOf } from '../../database/postgres/postgres-errors.ts'
import type { Sql } from '../../database/postgres/sql.ts'

/**
 * Notes a run for the metrics of the service. What the command did stands without it: it may have
 * read a replica, or a schema that has no place for it yet.
 */
export async function noteForMetrics(sql: Sql, run: CommandRun): Promise<void> {
  try {
    await noteRun(sql, run)
  } catch (error) {
    const why = codeOf(error) ?? (error as Error).message
    process.stderr.write(`The metrics of the service will not show this ${run.command} (${why}).\n`)
  }
}
