import { findById } from '../database/find-by-id.ts'

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
