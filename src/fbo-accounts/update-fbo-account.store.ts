import type { ChangeRequest, LockMode } from '../database/changes/change.ts'
import type { OrganizationTransaction } from '../database/changes/organization-transaction.ts'
import { versionsText } from '../versions.ts'
import { FBO_ACCOUNT_COLUMNS, type FboAccountRow } from './fbo-account.ts'
import type { FboAccountUpdate } from './update-fbo-account.ts'

const COLUMNS = FBO_ACCOUNT_COLUMNS.join(', ')

const lockText = (end: string) => `
  select ${COLUMNS}
  from fbo_accounts
  where organization_id = $1 and id = any($2::text[])
  order by id
  for no key update${end}`

const LOCK = { wait: lockText(''), skip_locked: lockText(' skip locked') }

/** Locks accounts, in the order of their ids; those that others hold may be passed over. */
export async function lockAccounts(
  tx: OrganizationTransaction,
  ids: readonly string[],
  mode: LockMode,
): Promise<Map<string, FboAccountRow>> {
  const rows = await tx.run<FboAccountRow>(LOCK[mode], [ids])
  return new Map(rows.map((row) => [row.id, row]))
}

const WRITE = `
  update fbo_accounts as account
  set first_name = sent.first_name, last_name = sent.last_name, email = sent.email,
    phone = sent.phone, business_name = sent.business_name
  from unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[])
    as sent (id, first_name, last_name, email, phone, business_name)
  where account.organization_id = $1 and account.id = sent.id`

/** Writes what callers can change of accounts that this transaction has locked. */
export function writeAccounts(
  tx: OrganizationTransaction,
  accounts: readonly Pick<
    FboAccountRow,
    'id' | 'firstName' | 'lastName' | 'email' | 'phone' | 'businessName'
  >[],
): void {
  void tx.run(WRITE, [
    accounts.map(({ id }) => id),
    accounts.map(({ firstName }) => firstName),
    accounts.map(({ lastName }) => lastName),
    accounts.map(({ email }) => email),
    accounts.map(({ phone }) => phone),
    accounts.map(({ businessName }) => businessName),
  ])
}

const UPDATE = `
  with free as materialized (
    select id
    from fbo_accounts
    where organization_id = $1 and id = any($2::text[])
    order by id
    for no key update skip locked
  )
  update fbo_accounts as account
  set first_name = case when changes ? 'firstName' then changes ->> 'firstName'
      else first_name end,
    last_name = case when changes ? 'lastName' then changes ->> 'lastName' else last_name end,
    email = case when changes ? 'email' then changes ->> 'email' else email end,
    phone = case when changes ? 'phone' then changes ->> 'phone' else phone end,
    business_name = case when changes ? 'businessName' then changes ->> 'businessName'
      else business_name end
  from free
  join (
    select id, changes::jsonb, if_match::integer[], token_id
    from unnest($2::text[], $3::text[], $4::text[], $5::text[])
      as sent (id, changes, if_match, token_id)
  ) as sent on sent.id = free.id
  where account.organization_id = $1 and account.id = free.id
    and coalesce(version = any(if_match), true)
    and (token_id is null or token_id = any(array(
      select id
      from access_tokens
      where organization_id = $1 and id = any($5::text[]) and revoked_at is null
        and expires_at > now()
    )))
  returning ${FBO_ACCOUNT_COLUMNS.map((column) => `account.${column}`).join(', ')}`

/**
 * Changes accounts in one statement, each named once, and waits for none of them. A member that was
 * not sent keeps what the row holds. Undefined where nothing was written, for whatever reason.
 */
export async function updateAccounts(
  run: OrganizationTransaction['run'],
  updates: readonly ChangeRequest<FboAccountUpdate>[],
): Promise<(FboAccountRow | undefined)[]> {
  const rows = await run<FboAccountRow>(UPDATE, [
    updates.map(({ input }) => input.id),
    updates.map(({ input }) => JSON.stringify(input.changes)),
    updates.map(({ input }) => versionsText(input.ifMatch)),
    updates.map(({ caller }) => caller.tokenId),
  ])
  const rowsById = new Map(rows.map((row) => [row.id, row]))
  return updates.map(({ input }) => rowsById.get(input.id))
}
