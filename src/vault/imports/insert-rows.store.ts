import { findPermissions } from '../../access/tokens/token-powers.ts'
import { lockNumber } from '../../database/changes/locks.ts'
import type { OrganizationTransaction } from '../../database/changes/organization-transaction.ts'
import type { Caller } from '../../domain/caller.ts'
import { insufficientPermission, invalidToken, Refusal } from '../../domain/errors.ts'
import { snakeCase } from '../../domain/text.ts'
import type { ImportedLines, ImportSpec } from './import-spec.ts'
import { IMPORT_COLUMNS, type ImportRow } from './imports.store.ts'
import { storedColumns } from './read-rows.ts'

const lock = (isTaken: string) => `
  select now() as now, ${isTaken} as is_taken
  from organizations where id = $1`

const TRY_LOCK = lock('pg_try_advisory_xact_lock($2::bigint)')
const LOCK = lock('pg_advisory_xact_lock($2::bigint) is not null')

/**
 * Begins the transaction of an import. Of two imports of an organization, the second waits or is
 * refused: what the checks find must hold until the commit. Requests never wait for that lock.
 * @returns when the transaction began
 * @throws {Refusal} where another import runs and this one does not wait
 */
export async function lockImports(tx: OrganizationTransaction, waits: boolean): Promise<Date> {
  const number = lockNumber('import', tx.organizationId)
  const [taken] = await tx.run<{ now: Date; isTaken: boolean }>(waits ? LOCK : TRY_LOCK, [number])
  if (taken?.isTaken === true) return taken.now
  throw new Refusal('idempotency_in_progress', {
    detail: 'Another import into this organization is running: start this one when it has ended.',
  })
}

const COMPLETE = `
  update imports
  set state = 'completed', rows_done = rows_total, completed_at = statement_timestamp()
  where organization_id = $1 and id = $2
  returning ${IMPORT_COLUMNS}`

export async function completeImport(tx: OrganizationTransaction, id: string): Promise<ImportRow> {
  const [row] = await tx.run<ImportRow>(COMPLETE, [id])
  if (row === undefined) throw new Error('the import is gone')
  return row
}

const IS_LIVE = `
  select id from access_tokens
  where organization_id = $1 and id = $2 and revoked_at is null
    and expires_at > statement_timestamp()`

/**
 * The caller with the permissions of this moment: the file may have come for an hour, and its rows
 * may be inserted for minutes. The operator keeps those of the command.
 * @throws {Refusal} `invalid_token`, `insufficient_permission`
 */
export async function withPowersOfNow(
  tx: OrganizationTransaction,
  caller: Caller,
  { permission }: ImportSpec,
): Promise<Caller> {
  const { tokenId } = caller
  if (tokenId === null) return caller
  if ((await tx.run(IS_LIVE, [tokenId])).length === 0) throw invalidToken()
  const permissions = (await findPermissions(tx, [tokenId])).get(tokenId) ?? new Set()
  const needed = ['imports:create', permission] as const
  const lacking = needed.find((each) => !permissions.has(each))
  if (lacking !== undefined) throw insufficientPermission(lacking)
  return { ...caller, permissions }
}

/**
 * Inserts the staged rows of some lines, and the rows of other tables that come with them. A
 * constraint that fails undoes the whole import.
 */
export async function insertRows(
  tx: OrganizationTransaction,
  spec: ImportSpec,
  lines: ImportedLines,
): Promise<void> {
  const { attemptId, from, to, at, tokenId } = lines
  const creator = spec.creatorColumn === undefined ? [] : [tokenId]
  await tx.run(insertionOf(spec), [attemptId, from, to, at, ...creator])
  await spec.follow?.write(tx, lines)
}

function insertionOf({ table, creatorColumn, momentColumn, ...spec }: ImportSpec): string {
  const stored = storedColumns(spec)
    .filter(({ isAside, name }) => isAside !== true && name !== 'createdAt')
    .map(({ name, insertedAs }) => [snakeCase(name), insertedAs ?? `read.${snakeCase(name)}`])
  const own = [
    ['created_at', 'coalesce(read.created_at, $5)'],
    ...(momentColumn === undefined ? [] : [[momentColumn, '$5']]),
    ...(creatorColumn === undefined ? [] : [[creatorColumn, '$6']]),
  ]
  const columns = [...stored, ...own]
  return `
    insert into ${table} (organization_id, ${columns.map(([name]) => name).join(', ')})
    select import_rows.organization_id, ${columns.map(([, value]) => value).join(', ')}
    from import_rows
    cross join jsonb_populate_record(null::${table}, import_rows.fields) as read
    where import_rows.organization_id = $1 and import_rows.attempt_id = $2
      and import_rows.line between $3 and $4
    order by import_rows.id`
}
