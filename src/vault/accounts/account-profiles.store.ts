import type { OrganizationTransaction } from '../../database/changes/organization-transaction.ts'
import { findById } from '../../database/find-by-id.ts'
import { foldedValue } from '../../domain/folding.ts'
import { type AccountProfileRow, externalIdForms, PROFILE_COLUMNS } from './account-profile.ts'

const LOCK = `
  select id
  from fbo_accounts
  where organization_id = $1 and id = $2
  for no key update`

const READ = `
  select ${PROFILE_COLUMNS}, erased_at is not null as is_erased
  from fbo_accounts as account
  left join fbo_account_profiles as profile on profile.organization_id = $1
    and fbo_account_id = account.id
  where account.organization_id = $1 and account.id = $2`

/** Undefined where the organization has no such account. */
export const getFboAccountProfile = findById<ReadProfile>(READ)

interface ReadProfile extends AccountProfileRow {
  readonly isErased: boolean
}

/** Locks an account until the transaction ends, and reads its profile behind the lock. */
export async function lockProfile(
  tx: OrganizationTransaction,
  id: string,
): Promise<ReadProfile | undefined> {
  const [, [profile]] = await Promise.all([tx.run(LOCK, [id]), tx.run<ReadProfile>(READ, [id])])
  return profile
}

/**
 * SQL for the account with an external id; its two forms, as sent and folded, take the place of `?`.
 * A second stored id that folds to the same value is found by its own spelling alone.
 */
export const ACCOUNT_OF_EXTERNAL_ID = `
  select fbo_account_id
  from fbo_account_profiles
  where organization_id = $1 and external_id_folded = any(?::text[])
  order by external_id_folded = (?::text[])[1] desc
  limit 1`

const HOLDER = ACCOUNT_OF_EXTERNAL_ID.replaceAll('?', '$2')

/**
 * The account that has the external id. Nothing is locked: of two that take it at once, the second
 * breaks a unique index, is judged again, and finds the first.
 */
export async function findExternalId(
  tx: OrganizationTransaction,
  externalId: string,
): Promise<string | undefined> {
  const [row] = await tx.run<{ fboAccountId: string }>(HOLDER, [externalIdForms(externalId)])
  return row?.fboAccountId
}

// An id that stays keeps its folded value: another account may have the usual one (0002).
const WRITE = `
  insert into fbo_account_profiles as profile (organization_id, fbo_account_id, external_id,
    external_id_folded, metadata, version, changed_at)
  values ($1, $2, $3, $4, $5::text::jsonb, $6, to_timestamp($7::float8 / 1000))
  on conflict (organization_id, fbo_account_id) do update
  set external_id = excluded.external_id,
    external_id_folded = case when profile.external_id = excluded.external_id
      then profile.external_id_folded else excluded.external_id_folded end,
    metadata = excluded.metadata, version = excluded.version,
    changed_at = excluded.changed_at`

/** Writes the profile of an account that this transaction has locked or inserted. */
export function writeProfile(tx: OrganizationTransaction, profile: AccountProfileRow): void {
  const { fboAccountId, externalId, metadata, version, changedAt } = profile
  void tx.run(WRITE, [
    fboAccountId,
    externalId,
    externalId && foldedValue(externalId),
    JSON.stringify(metadata),
    version,
    changedAt?.getTime() ?? null,
  ])
}
