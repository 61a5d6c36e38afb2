import type { Accepted } from '../../database/changes/change.ts'
import type { OrganizationTransaction } from '../../database/changes/organization-transaction.ts'
import { lockById } from '../../database/changes/row-of.ts'
import { overSentRows } from '../../database/changes/sent-rows.ts'
import type { RecordToChange } from '../../domain/versions.ts'
import {
  type AccountChange,
  FBO_ACCOUNT_COLUMNS,
  type FboAccountRow,
  type UPDATABLE_FIELDS,
} from './fbo-account.ts'

export interface FboAccountUpdate extends RecordToChange {
  /** The members of the request, each with its new value; null clears. */
  readonly changes: { [Field in keyof typeof UPDATABLE_FIELDS]?: string | null }
}

/** An account under its lock. */
export interface LockedFboAccount extends FboAccountRow {
  readonly isErased: boolean
}

/** Locks accounts in the order of their ids. `skip_locked` leaves out those that others hold. */
export const lockAccounts = lockById<LockedFboAccount>(`
  select ${FBO_ACCOUNT_COLUMNS}, erased_at is not null as is_erased
  from fbo_accounts
  where organization_id = $1 and id = any($2::text[])
  order by id
  for no key update`)

const VALUES = ['first_name', 'last_name', 'email', 'phone', 'business_name']

const write = overSentRows(
  ['id', ...VALUES, 'token_id', 'request_id'],
  (sent) => `
  update fbo_accounts as account
  set version = account.version + 1, ${VALUES.map((name) => `${name} = sent.${name}`).join(', ')},
    changed_by_token_id = sent.token_id, changed_by_request_id = sent.request_id
  from ${sent}
  where account.organization_id = $1 and account.id = sent.id`,
)

/**
 * Writes the next version of accounts that this transaction has locked: their updatable members,
 * and who changed them.
 */
export function writeAccounts(
  tx: OrganizationTransaction,
  accepted: readonly Accepted<FboAccountUpdate, AccountChange<FboAccountRow>>[],
): void {
  if (accepted.length === 0) return
  const rows = accepted.map(({ result: { account }, caller, requestId }) => {
    const { id, firstName, lastName, email, phone, businessName } = account
    return [id, firstName, lastName, email, phone, businessName, caller.tokenId, requestId]
  })
  void write(tx, rows)
}
