import {
  inOrganization,
  ORGANIZATION,
  runStatement,
} from '../database/changes/organization-transaction.ts'
import type { Database } from '../database/database.ts'
import type { RequestDatabase } from '../database/request-database.ts'
import type { Caller } from '../domain/caller.ts'
import { FIND_IMPORT, type ImportRow } from './get-import.store.ts'
import type { Attempt } from './stage-rows.store.ts'

const BEGIN = `
  insert into imports (organization_id, id, kind, attempt_id, token_id)
  select organization_id, $2, $3, $4, $5
  from ${ORGANIZATION}
  on conflict (organization_id, id) do update
  set attempt_id = excluded.attempt_id, kind = excluded.kind, token_id = excluded.token_id,
    rows_total = 0
  where imports.state = 'receiving'`

/**
 * Begins an import, or begins it again if its file never arrived whole. What the attempt before
 * staged is of no import then (`forgetImports`): deleting a million rows takes longer than a
 * statement of a request may. Locks the row of the import; a second caller waits for it.
 * @returns the import whose file was received by an earlier request; undefined if none was
 */
export async function beginImport(
  caller: Caller,
  database: Pick<RequestDatabase, 'run'>,
  { importId, attemptId }: Attempt,
  kind: string,
): Promise<ImportRow | undefined> {
  return await database.run(caller, (sql) =>
    inOrganization(sql, caller.organizationId, async (tx) => {
      void tx.run(BEGIN, [importId, kind, attemptId, caller.tokenId])
      const [row] = await tx.run<ImportRow>(FIND_IMPORT, [importId])
      if (row === undefined) throw new Error('an import was begun and is not there')
      return { end: 'commit', value: row.state === 'receiving' ? undefined : row }
    }),
  )
}

/** A file that arrived whole, and has no violation that its rows show by themselves. */
type ReceivedFile = Pick<
  ImportRow,
  'contentSha256' | 'rowsTotal' | 'lastLine' | 'amountCents' | 'newIdsBegin'
>

const RECEIVED = `
  update imports
  set state = 'received', content_sha256 = $4, rows_total = $5, last_line = $6,
    amount_cents = $7::text::numeric, new_ids_begin = $8
  where organization_id = $1 and id = $2 and attempt_id = $3 and state = 'receiving'
  returning id`

/** @returns whether the import still has this attempt */
export async function noteReceived(
  caller: Caller,
  database: Pick<RequestDatabase, 'run'>,
  { importId, attemptId }: Attempt,
  { contentSha256, rowsTotal, lastLine, amountCents, newIdsBegin }: ReceivedFile,
): Promise<boolean> {
  const file = [contentSha256, rowsTotal, lastLine, amountCents, newIdsBegin]
  const noted = await database.run(caller, (sql) =>
    runStatement(caller, sql, RECEIVED, [importId, attemptId, ...file]),
  )
  return noted.length > 0
}

const PROGRESS = `
  update imports
  set rows_done = $3
  where organization_id = $1 and id = $2 and state = 'received'`

/** Notes how many rows are inserted: the transaction that inserts them shows nothing yet. */
export async function noteProgress(
  caller: Caller,
  database: Pick<Database, 'run'>,
  importId: string,
  rows: number,
): Promise<void> {
  await database.run(caller, (sql) => runStatement(caller, sql, PROGRESS, [importId, rows]))
}
