import { runStatement } from '../database/changes/organization-transaction.ts'
import type { Database } from '../database/database.ts'
import type { Caller } from '../domain/caller.ts'
import { DELETE_ROWS } from './stage-rows.store.ts'

const FORGET = `
  delete from imports
  where organization_id = $1 and (created_at < now() - 7 * interval '1 day'
    or (created_at < now() - interval '1 day' and state <> 'completed'))
  returning attempt_id`

/** Deletes imports that are as old as kept responses, and those of a day ago that never ended. */
export async function forgetImports(caller: Caller, database: Database): Promise<void> {
  await database.long(caller, async (tx) => {
    const forgotten = await runStatement<{ attemptId: string }>(caller, tx, FORGET)
    for (const { attemptId } of forgotten) await runStatement(caller, tx, DELETE_ROWS, [attemptId])
  })
}
