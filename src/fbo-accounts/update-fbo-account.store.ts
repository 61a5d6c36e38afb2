import type { Sql } from 'postgres'
import type { Caller } from '../caller.ts'
import { type GatheredStatement, OCCUPIED } from '../database/gathered-statement.ts'
import type { RequestDatabase } from '../database/request-database.ts'
import { type IfMatch, versionsText } from '../versions.ts'
import {
  type AccountKey,
  FBO_ACCOUNT_COLUMNS,
  type FboAccountRow,
  keyOf,
  type UPDATABLE_FIELDS,
} from './fbo-account.ts'

/** The members that a request sent, each with its new value; null clears. */
export type FboAccountChanges = { [Field in keyof typeof UPDATABLE_FIELDS]?: string | null }

/** What an account is to be changed to, at which of its versions. */
export interface FboAccountUpdate {
  readonly id: string
  readonly ifMatch: IfMatch
  readonly changes: FboAccountChanges
}

/**
 * Writes exactly the members given and returns the account as it then is; undefined where the
 * organization has none of that id, or it is at another version. A member that was not sent keeps
 * what the row holds when it is written, so two callers who change different members both keep what
 * they wrote.
 */
export async function updateFboAccount(
  caller: Caller,
  database: RequestDatabase,
  update: FboAccountUpdate,
): Promise<FboAccountRow | undefined> {
  return await database.gather(UPDATES, { organizationId: caller.organizationId, ...update })
}

type Update = AccountKey & FboAccountUpdate

const COLUMNS = FBO_ACCOUNT_COLUMNS.map((column) => `account.${column}`)

/**
 * Two updates of one account never come together. Asked together, it locks the accounts in the
 * order of their keys, passes over those that somebody else holds locked, and then writes; what is
 * not written is OCCUPIED, like an account that does not exist or is at another version. Asked
 * alone, it just writes, which waits, and knows: to lock first, wait, and write then makes
 * deadlocks with others that wait for the same account while transfers refer to it (seen, each
 * costs a second).
 */
const UPDATES: GatheredStatement<Update, FboAccountRow | undefined> = {
  name: 'update_fbo_account',
  lineOf: ({ organizationId }) => organizationId,
  subjectsOf: (update) => [keyOf(update)],
  ask: async (sql, updates, asking) => {
    const rows = await sql<FboAccountRow[]>`
      with asked as materialized (
        select organization_id, id, changes::jsonb, if_match::integer[]
        from unnest(${updates.map(({ organizationId }) => organizationId)}::text[],
          ${updates.map(({ id }) => id)}::text[],
          ${updates.map(({ changes }) => JSON.stringify(changes))}::text[],
          ${updates.map(({ ifMatch }) => versionsText(ifMatch))}::text[])
          as sent (organization_id, id, changes, if_match)
      ),
      free as materialized (${asking === 'together' ? unlocked(sql) : sql`select * from asked`})
      update fbo_accounts as account
      set first_name = case when changes ? 'firstName' then changes ->> 'firstName'
          else first_name end,
        last_name = case when changes ? 'lastName' then changes ->> 'lastName'
          else last_name end,
        email = case when changes ? 'email' then changes ->> 'email' else email end,
        phone = case when changes ? 'phone' then changes ->> 'phone' else phone end,
        business_name = case when changes ? 'businessName' then changes ->> 'businessName'
          else business_name end
      from free
      where account.organization_id = free.organization_id and account.id = free.id
        and coalesce(version = any(if_match), true)
      returning ${sql(COLUMNS)}`
    const written = new Map(rows.map((row) => [keyOf(row), row]))
    const missing = asking === 'together' ? OCCUPIED : undefined
    return updates.map((update) => written.get(keyOf(update)) ?? missing)
  },
}

/** The version of an account that was not changed; undefined where the organization has none. */
export async function findFboAccountVersion(
  caller: Caller,
  database: RequestDatabase,
  fboAccountId: string,
): Promise<number | undefined> {
  const rows = await database.decide(
    caller,
    (sql) => sql<{ version: number }[]>`
      select version from fbo_accounts
      where organization_id = ${caller.organizationId} and id = ${fboAccountId}`,
  )
  return rows[0]?.version
}

function unlocked(sql: Sql) {
  return sql`
    select asked.*
    from asked
    join fbo_accounts as account on account.organization_id = asked.organization_id
      and account.id = asked.id
    order by account.organization_id, account.id
    for no key update of account skip locked`
}
