import type { Accepted, ChangeRequest, LockMode } from '../database/changes/change.ts'
import type { OrganizationTransaction } from '../database/changes/organization-transaction.ts'
import type { IfMatch } from '../domain/versions.ts'
import { FBO_ACCOUNT_COLUMNS, type FboAccountRow, type UPDATABLE_FIELDS } from './fbo-account.ts'

/** The members of a request, each with its new value; null clears. */
export type FboAccountChanges = { [Field in keyof typeof UPDATABLE_FIELDS]?: string | null }

export interface FboAccountUpdate {
  readonly id: string
  /** The versions of the account that may be changed. */
  readonly ifMatch: IfMatch
  readonly changes: FboAccountChanges
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
  set first_name = sent.first_name, last_name = sent.last_name, email = sent.email,
    phone = sent.phone, business_name = sent.business_name, changed_by_token_id = sent.token_id,
    changed_by_request_id = sent.request_id
  from unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[],
    $9::text[])
    as sent (id, first_name, last_name, email, phone, business_name, token_id, request_id)
  where account.organization_id = $1 and account.id = sent.id`

/**
 * Writes the updatable members of accounts that this transaction has locked, and who changed them.
 */
export function writeAccounts(
  tx: OrganizationTransaction,
  accepted: readonly Accepted<FboAccountUpdate, FboAccountRow>[],
): void {
  const column = (of: (account: FboAccountRow) => string | null) =>
    accepted.map(({ result }) => of(result))
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

const CHANGEABLE = {
  firstName: 'first_name',
  lastName: 'last_name',
  email: 'email',
  phone: 'phone',
  businessName: 'business_name',
}

/** Assigns the members that the JSON has; the other columns keep their values. */
const assignments = (json: string) =>
  Object.entries(CHANGEABLE)
    .map(([member, column]) => {
      const sent = `case when ${json} ? '${member}' then ${json} ->> '${member}'`
      return `${column} = ${sent} else ${column} end`
    })
    .join(', ')

const UPDATE_ONE = `
  update fbo_accounts
  set ${assignments('$3::jsonb')}, changed_by_token_id = $5, changed_by_request_id = $6
  where organization_id = $1
    and id = (
      select id from fbo_accounts where organization_id = $1 and id = $2
      for no key update skip locked
    )
    and erased_at is null
    and coalesce(version::text = any($4::text[]), true)
    and ($5::text is null or exists (
      select from access_tokens
      where organization_id = $1 and id = $5 and revoked_at is null and expires_at > now()
    ))
  returning ${FBO_ACCOUNT_COLUMNS}`

const UPDATE_MANY = `
  with sent as (
    select *
    from jsonb_to_recordset($2::jsonb -> 'updates')
      as sent (sent_id text, changes jsonb, if_match text, token_id text, request_id text)
  ), free as materialized (
    select id as free_id
    from fbo_accounts
    where organization_id = $1 and id = any(array(select sent_id from sent))
    order by id
    for no key update skip locked
  )
  update fbo_accounts as account
  set ${assignments('changes')}, changed_by_token_id = token_id,
    changed_by_request_id = request_id
  from free
  join sent on sent_id = free_id
  where account.organization_id = $1 and account.id = free_id and erased_at is null
    and coalesce(version::text = any(string_to_array(if_match, ',')), true)
    and (token_id is null or token_id = any(array(
      select id
      from access_tokens
      where organization_id = $1 and id = any(array(select token_id from sent))
        and revoked_at is null and expires_at > now()
    )))
  returning ${FBO_ACCOUNT_COLUMNS}`

/**
 * Changes different accounts in one statement, without waiting for locks. The result is undefined
 * for each account that was not written: it may be missing, locked, erased, at another version, or
 * its token revoked.
 */
export async function updateAccounts(
  run: OrganizationTransaction['run'],
  updates: readonly ChangeRequest<FboAccountUpdate>[],
): Promise<(FboAccountRow | undefined)[]> {
  const [first, ...more] = updates as readonly [ChangeRequest<FboAccountUpdate>]
  if (more.length === 0) {
    const { input, caller, requestId } = first
    const versions = input.ifMatch?.map(String) ?? null
    const by = [caller.tokenId, requestId]
    return await run<FboAccountRow>(UPDATE_ONE, [input.id, input.changes, versions, ...by])
  }
  const sent = updates.map(({ input, caller, requestId }) => ({
    sent_id: input.id,
    changes: input.changes,
    if_match: input.ifMatch?.join() ?? null,
    token_id: caller.tokenId,
    request_id: requestId,
  }))
  const rows = await run<FboAccountRow>(UPDATE_MANY, [{ updates: sent }])
  const rowsById = new Map(rows.map((row) => [row.id, row]))
  return updates.map(({ input }) => rowsById.get(input.id))
}
