import type { Accepted, LockMode } from '../database/changes/change.ts'
import type { OrganizationTransaction } from '../database/changes/organization-transaction.ts'
import type { RecordToChange } from '../domain/versions.ts'
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

const lockText = (end: string) => `
  select ${FBO_ACCOUNT_COLUMNS}, erased_at is not null as is_erased
  from fbo_accounts
  where organization_id = $1 and id = any($2::text[])
  order by id
  for no key update${end}`

const LOCK = { wait: lockText(''), skip_locked: lockText(' skip locked') }

/** Locks accounts in the order of their ids. `skip_locked` leaves out those that others hold. */
export async function lockAccounts(
  tx: OrganizationTransaction,
  ids: readonly string[],
  mode: LockMode,
): Promise<Map<string, LockedFboAccount>> {
  const rows = await tx.run<LockedFboAccount>(LOCK[mode], [ids])
  return new Map(rows.map((row) => [row.id, row]))
}

const WRITE = `
  update fbo_accounts as account
  set version = account.version + 1, first_name = sent.first_name, last_name = sent.last_name,
    email = sent.email, phone = sent.phone, business_name = sent.business_name,
    changed_by_token_id = sent.token_id, changed_by_request_id = sent.request_id
  from unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[],
    $9::text[])
    as sent (id, first_name, last_name, email, phone, business_name, token_id, request_id)
  where account.organization_id = $1 and account.id = sent.id`

/**
 * Writes the next version of accounts that this transaction has locked: their updatable members,
 * and who changed them.
 */
export function writeAccounts(
  tx: OrganizationTransaction,
  accepted: readonly Accepted<FboAccountUpdate, AccountChange<FboAccountRow>>[],
): void {
  if (accepted.length === 0) return
  const column = (of: (account: FboAccountRow) => string | null) =>
    accepted.map(({ result }) => of(result.account))
  void tx.run(WRITE, [
    column(({ id }) => id),
    column(({ firstName }) => firstName),
    column(({ lastName }) => lastName),
    column(({ email }) => email),
    column(({ phone }) => phone),
    column(({ businessName }) => businessName),
    accepted.map(({ caller }) => caller.tokenId),
    accepted.map(({ requestId }) => requestId),
  ])
}
