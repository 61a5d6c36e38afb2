import type { OrganizationTransaction } from '../database/changes/organization-transaction.ts'
import { PROFILE_MEMBERS } from './account-profile.ts'

const PROFILE = `
  update fbo_account_profiles
  set external_id = null, metadata = '{}', version = version + 1,
    changed_at = $3::text::timestamptz
  where organization_id = $1 and fbo_account_id = $2
    and (external_id is not null or metadata <> '{}')`

const PERSONAL = PROFILE_MEMBERS.map((member) => `'${member}'`).join(', ')

const CORRECTIONS = `
  update corrections
  set from_value = null, to_value = null
  where organization_id = $1 and subject_type = 'fbo_account' and subject_id = $2
    and member in (${PERSONAL}) and (from_value is not null or to_value is not null)`

// Searches note the account again, without words, by the event of the erasure.
const FORGET_WORDS = `
  delete from search_texts
  where organization_id = $1 and record_type = 'fbo_account' and record_id = $2`

/**
 * Empties the personal data that is kept beside the row of an account that this transaction has
 * locked. Where nothing is left, nothing is written.
 */
export function eraseWithAccount(tx: OrganizationTransaction, id: string, at: Date): void {
  void tx.run(PROFILE, [id, at.toISOString()])
  void tx.run(CORRECTIONS, [id])
  void tx.run(FORGET_WORDS, [id])
}
