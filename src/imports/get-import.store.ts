import type { OrganizationTransaction } from '../database/changes/organization-transaction.ts'
import { findById } from '../database/find-by-id.ts'
import type { RequestDatabase } from '../database/request-database.ts'
import type { Caller } from '../domain/caller.ts'
import { Refusal } from '../domain/errors.ts'

/** A row of `imports`. */
export interface ImportRow {
  readonly id: string
  readonly kind: string
  readonly attemptId: string
  /** `received`: all rows are staged and their cells are valid. */
  readonly state: 'receiving' | 'received' | 'completed'
  /** In hexadecimal digits; null until the file was received. */
  readonly contentSha256: string | null
  readonly rowsTotal: number
  readonly rowsDone: number
  readonly lastLine: number
  /** Decimal text; null where the records have no amount. */
  readonly amountCents: string | null
  /** Null if every row brought its id. */
  readonly newIdsBegin: string | null
  readonly createdAt: Date
  readonly completedAt: Date | null
}

export const IMPORT_COLUMNS = `id, kind, attempt_id, state, content_sha256, rows_total, rows_done,
    last_line, amount_cents::text, new_ids_begin, created_at, completed_at`

export const FIND_IMPORT = `
  select ${IMPORT_COLUMNS}
  from imports
  where organization_id = $1 and id = $2`

export const findImport = findById<ImportRow>(FIND_IMPORT)

export async function findCurrency(caller: Caller, database: RequestDatabase): Promise<string> {
  const [own] = await database.run(caller, (sql) =>
    sql.unsafe('select currency from organizations where id = $1', [caller.organizationId]),
  )
  return own?.currency
}

const FIRST_OF_FILE = `
  select id, completed_at
  from imports
  where organization_id = $1 and kind = $2 and content_sha256 = $3 and state = 'completed'
    and new_ids_begin is not null
  order by completed_at limit 1`

/** Records without ids would be there twice. @throws {Refusal} `file_already_imported` */
export async function refuseRepeatedFile(
  tx: OrganizationTransaction,
  { kind, contentSha256, newIdsBegin }: ImportRow,
): Promise<void> {
  if (newIdsBegin === null) return
  const [first] = await tx.run<ImportRow>(FIRST_OF_FILE, [kind, contentSha256])
  if (first === undefined) return
  const detail =
    `The same file was imported on ${first.completedAt?.toISOString()} as ${first.id}, and rows of ` +
    'it have no id: to create their records once more, send importAgain=true (--again).'
  throw new Refusal('file_already_imported', { detail, members: { importId: first.id } })
}
