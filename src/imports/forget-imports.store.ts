import type { Database } from '../database/database.ts'
import type { Caller } from '../domain/caller.ts'

const FORGET = `
  delete from imports
  where organization_id = $1 and (created_at < now() - 7 * interval '1 day'
    or (created_at < now() - interval '1 day' and state <> 'completed'))`

const FORGET_ROWS = `
  delete from import_rows
  where organization_id = $1 and attempt_id not in (
    select attempt_id from imports where organization_id = $1)`

/**
 * Deletes imports that are as old as stored responses, and those of a day ago that never ended;
 * then the staged rows of no import.
 */
export async function forgetImports(caller: Caller, database: Database): Promise<void> {
  await database.long(caller, async (tx) => {
    await tx.run(FORGET, [])
    await tx.run(FORGET_ROWS, [])
  })
}
