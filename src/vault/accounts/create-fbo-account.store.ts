import { lockOrganization } from '../../database/changes/lock-organization.store.ts'
import type { OrganizationTransaction } from '../../database/changes/organization-transaction.ts'
import type { FboAccountRow } from './fbo-account.ts'

const PRIMARY = 'select id from fbo_accounts where organization_id = $1 and is_primary'

/**
 * Whether the organization has a primary account. Locks the organization's row until the
 * transaction ends: of two requests for a primary account, the second waits and sees the account of
 * the first.
 */
export async function lockPrimaryAccount(tx: OrganizationTransaction): Promise<boolean> {
  const [, primary] = await Promise.all([lockOrganization(tx), tx.run(PRIMARY, [])])
  return primary.length > 0
}

const INSERT = `
  insert into fbo_accounts (organization_id, id, first_name, last_name, email, phone, business_name,
    max_insured_value_cents, is_primary, created_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9::text::boolean, $10)`

export function insertAccount(tx: OrganizationTransaction, account: FboAccountRow): void {
  const { id, firstName, lastName, email, phone, businessName } = account
  const { maxInsuredValueCents, isPrimary, createdAt } = account
  void tx.run(INSERT, [
    id,
    firstName,
    lastName,
    email,
    phone,
    businessName,
    maxInsuredValueCents,
    String(isPrimary),
    createdAt.toISOString(),
  ])
}
