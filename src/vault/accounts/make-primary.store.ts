import type { OrganizationTransaction } from '../../database/changes/organization-transaction.ts'
import { lockPrimaryAccount } from './create-fbo-account.store.ts'
import { FBO_ACCOUNT_COLUMNS } from './fbo-account.ts'
import type { LockedFboAccount } from './update-fbo-account.ts'

const LOCK = `
  select ${FBO_ACCOUNT_COLUMNS}, erased_at is not null as is_erased
  from fbo_accounts
  where organization_id = $1 and (id = $2 or is_primary)
  order by id
  for no key update`

/**
 * Locks the organization's row, then the account and the primary one in the order of their ids.
 * Another request for this organization waits for the first lock, and sees the new primary account.
 */
export async function lockForPrimary(
  tx: OrganizationTransaction,
  id: string,
): Promise<readonly LockedFboAccount[]> {
  const [, accounts] = await Promise.all([
    lockPrimaryAccount(tx),
    tx.run<LockedFboAccount>(LOCK, [id]),
  ])
  return accounts
}
