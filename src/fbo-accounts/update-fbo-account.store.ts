import type { Caller } from '../caller.ts'
import type { Database } from '../database/database.ts'
import { type GatheredStatement, OCCUPIED } from '../database/gathered-statement.ts'
import {
  type AccountKey,
  FBO_ACCOUNT_COLUMNS,
  type FboAccountRow,
  keyOf,
  type UPDATABLE_FIELDS,
} from './fbo-account.ts'

/** The members that a request sent, each with its new value; null clears. */
export type FboAccountChanges = { [Field in keyof typeof UPDATABLE_FIELDS]?: string | null }

/**
 * Writes exactly the members given and returns the account as it then is; undefined where the
 * organization has none of that id. A member that was not sent keeps what the row holds when it is
 * written, so two callers who change different members both keep what they wrote.
 */
export async function updateFboAccount(
  caller: Caller,
  database: Database,
  fboAccountId: string,
  changes: FboAccountChanges,
): Promise<FboAccountRow | undefined> {
  return await database.gather(UPDATES, {
    organizationId: caller.organizationId,
    id: fboAccountId,
    changes,
  })
}

interface Update extends AccountKey {
  readonly changes: FboAccountChanges
}

const COLUMNS = FBO_ACCOUNT_COLUMNS.map((column) => `account.${column}`)

/**
 * Locks the accounts in the order of their keys, then writes each. Two updates of one account never
 * come together. Asked together, an account that somebody else holds locked is passed over, and so
 * OCCUPIED like one that does not exist; asked alone, the statement waits for it and knows.
 */
const UPDATES: GatheredStatement<Update, FboAccountRow | undefined> = {
  name: 'update_fbo_account',
  lineOf: ({ organizationId }) => organizationId,
  subjectsOf: (update) => [keyOf(update)],
  ask: async (sql, updates, asking) => {
    const rows = await sql<FboAccountRow[]>`
      with locked as materialized (
        select account.organization_id, account.id, asked.changes::jsonb as changes
        from unnest(${updates.map(({ organizationId }) => organizationId)}::text[],
          ${updates.map(({ id }) => id)}::text[],
          ${updates.map(({ changes }) => JSON.stringify(changes))}::text[])
          as asked (organization_id, id, changes)
        join fbo_accounts as account on account.organization_id = asked.organization_id
          and account.id = asked.id
        order by account.organization_id, account.id
        for no key update of account ${asking === 'together' ? sql`skip locked` : sql``}
      )
      update fbo_accounts as account
      set first_name = case when changes ? 'firstName' then changes ->> 'firstName'
          else first_name end,
        last_name = case when changes ? 'lastName' then changes ->> 'lastName'
          else last_name end,
        email = case when changes ? 'email' then changes ->> 'email' else email end,
        phone = case when changes ? 'phone' then changes ->> 'phone' else phone end,
        business_name = case when changes ? 'businessName' then changes ->> 'businessName'
          else business_name end
      from locked
      where account.organization_id = locked.organization_id and account.id = locked.id
      returning ${sql(COLUMNS)}`
    const written = new Map(rows.map((row) => [keyOf(row), row]))
    const missing = asking === 'together' ? OCCUPIED : undefined
    return updates.map((update) => written.get(keyOf(update)) ?? missing)
  },
}
