import type { Caller } from '../caller.ts'
import type { RequestDatabase } from '../database/request-database.ts'
import { FBO_ACCOUNT_COLUMNS, type FboAccountRow } from './fbo-account.ts'

/** What a request says of a new account. */
export type NewFboAccount = Omit<FboAccountRow, 'organizationId' | 'createdAt' | 'version'>

/**
 * Stores an account; undefined where it would be the organization's second primary one.
 *
 * The index `fbo_accounts_one_primary` decides that: of two requests at once the second waits until
 * the first is committed, and then has nothing to insert.
 */
export async function createFboAccount(
  caller: Caller,
  database: RequestDatabase,
  account: NewFboAccount,
): Promise<FboAccountRow | undefined> {
  const { id, firstName, lastName, email, phone, businessName } = account
  const { maxInsuredValueCents, isPrimary } = account
  const rows = await database.decide(
    caller,
    (sql) => sql<FboAccountRow[]>`
      insert into fbo_accounts (organization_id, id, first_name, last_name, email, phone,
        business_name, max_insured_value_cents, is_primary)
      values (${caller.organizationId}, ${id}, ${firstName}, ${lastName}, ${email}, ${phone},
        ${businessName}, ${maxInsuredValueCents}, ${isPrimary})
      on conflict (organization_id) where is_primary do nothing
      returning ${sql(FBO_ACCOUNT_COLUMNS)}`,
  )
  return rows[0]
}
