import { findById } from '../database/find-by-id.ts'
import { type AccountProfileRow, PROFILE_COLUMNS } from './account-profile.ts'

export const getFboAccountProfile = findById<AccountProfileRow>(`
  select ${PROFILE_COLUMNS}
  from fbo_accounts as account
  left join fbo_account_profiles as profile on profile.organization_id = $1
    and fbo_account_id = account.id
  where account.organization_id = $1 and account.id = $2`)
