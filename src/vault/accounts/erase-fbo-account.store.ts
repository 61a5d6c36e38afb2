import { blankResponses } from '../../database/changes/idempotency-keys.ts'
import type { OrganizationTransaction } from '../../database/changes/organization-transaction.ts'
import { ACCOUNT_USES_LISTED_MAX } from '../../domain/limits.ts'
import { SHIPMENT_STATUSES } from '../../domain/state-transitions.ts'
import { FBO_ACCOUNT_COLUMNS, type FboAccountRow } from './fbo-account.ts'
import { PROFILE_MEMBERS } from './fbo-account-profile.ts'

interface Records {
  /** The first by id, at most `ACCOUNT_USES_LISTED_MAX`. */
  readonly ids: readonly string[]
  readonly total: number
}

/** Records that need to know whose an account is. */
export interface AccountUse {
  /** Items of the account that are in the vault. */
  readonly items: Records
  /** Pending transfers from the account or to it. */
  readonly transfers: Records
  /** Shipments of the account that are neither delivered nor cancelled. */
  readonly shipments: Records
}

export interface ErasableAccountRow extends FboAccountRow {
  readonly erasedAt: Date | null
  readonly erasureReason: string | null
}

/** An account under its lock, and what keeps it from being erased. */
export interface LockedForErasure {
  readonly account: ErasableAccountRow | undefined
  readonly use: AccountUse
  /** Shipments of the account that have personal data. */
  readonly personalShipmentIds: readonly string[]
}

const LOCK = `
  select ${FBO_ACCOUNT_COLUMNS}, erased_at, erasure_reason
  from fbo_accounts
  where organization_id = $1 and id = $2
  for no key update`

const firstOf = (found: string) => `
  select id, count(*) over ()::integer as total
  from (${found}) as found
  order by id limit ${ACCOUNT_USES_LISTED_MAX}`

// A claim is in the vault, too: the stored status of a claimed item is in_vault.
const ITEMS = firstOf(`
    select id
    from inventory_items
    where organization_id = $1 and fbo_account_id = $2 and status in ('in_vault', 'on_hold')`)

// The accounts of a batch differ, so none is found twice.
const TRANSFERS = firstOf(`
    select id
    from transfer_batches
    where organization_id = $1 and from_fbo_account_id = $2 and status = 'pending'
    union all
    select id
    from transfer_batches
    where organization_id = $1 and to_fbo_account_id = $2 and status = 'pending'`)

const OPEN = SHIPMENT_STATUSES.filter((status) => status !== 'delivered')
const SHIPMENTS = firstOf(`
    select id
    from outbound_shipments
    where organization_id = $1 and fbo_account_id = $2 and cancelled_at is null
      and status in (${OPEN.map((status) => `'${status}'`).join(', ')})`)

// Two lists, each with its index. Behind the lock: what directs a shipment locks the account, too.
const PERSONAL_SHIPMENTS = `
  select outbound_shipment_id as id
  from outbound_shipment_directions
  where organization_id = $1 and (recipient is not null or metadata <> '{}')
    and outbound_shipment_id = any(array(
      select id
      from outbound_shipments
      where organization_id = $1 and fbo_account_id = $2 and cancelled_at is null
      union all
      select id
      from outbound_shipments
      where organization_id = $1 and fbo_account_id = $2 and cancelled_at is not null))`

interface FoundRow {
  readonly id: string
  readonly total: number
}

/**
 * Locks the account until the transaction ends, and reads what is in it. An update that waits for
 * the lock sees an erased account. What claims or moves items locks no account: it may commit while
 * the erasure does, as if it had come after it.
 */
export async function lockForErasure(
  tx: OrganizationTransaction,
  id: string,
): Promise<LockedForErasure> {
  const [[account], items, transfers, shipments, personal] = await Promise.all([
    tx.run<ErasableAccountRow>(LOCK, [id]),
    tx.run<FoundRow>(ITEMS, [id]),
    tx.run<FoundRow>(TRANSFERS, [id]),
    tx.run<FoundRow>(SHIPMENTS, [id]),
    tx.run<{ id: string }>(PERSONAL_SHIPMENTS, [id]),
  ])
  const use = { items: named(items), transfers: named(transfers), shipments: named(shipments) }
  return { account, use, personalShipmentIds: personal.map((row) => row.id) }
}

function named(rows: readonly FoundRow[]): AccountUse['items'] {
  return { ids: rows.map((row) => row.id), total: rows[0]?.total ?? 0 }
}

const ERASE = `
  update fbo_accounts
  set version = version + 1, first_name = null, last_name = null, email = null, phone = null,
    business_name = null, is_primary = false, erased_at = $3::text::timestamptz,
    erasure_reason = $4, changed_by_token_id = $5, changed_by_request_id = $6
  where organization_id = $1 and id = $2`

const CLEAR_DIRECTIONS = `
  update outbound_shipment_directions
  set recipient = null, metadata = '{}', salt = null
  where organization_id = $1 and outbound_shipment_id = any($2::text[])`

// A client that has a version with a recipient must not be told that it is still current.
const RAISE_VERSIONS = `
  update outbound_shipments
  set version = version + 1
  where organization_id = $1 and id = any($2::text[])`

// Words of recipients alone are in capitals.
const FORGET_RECIPIENTS = `
  update search_texts
  set words = regexp_replace(words, '[A-Z]+ ', '', 'g')
  where organization_id = $1 and record_type = 'outbound_shipment' and record_id = any($2::text[])`

/** Clears recipients and metadata of shipments, also in the stored responses and searches. */
export function eraseShipments(tx: OrganizationTransaction, ids: readonly string[]): void {
  if (ids.length === 0) return
  const locations = ids.map((id) => `/v1/outbound-shipments/${id}`)
  blankResponses(tx, { operation: 'createOutboundShipment', locations })
  void tx.run(RAISE_VERSIONS, [ids])
  void tx.run(CLEAR_DIRECTIONS, [ids])
  void tx.run(FORGET_RECIPIENTS, [ids])
}

/**
 * Clears the contact details of an account that this transaction has locked, and those in the
 * stored response of its creation.
 */
export function eraseAccount(
  tx: OrganizationTransaction,
  { id, erasedAt, erasureReason }: ErasableAccountRow,
  by: { readonly tokenId: string | null; readonly requestId: string | null },
): void {
  blankResponses(tx, { operation: 'createFboAccount', locations: [`/v1/fbo-accounts/${id}`] })
  const at = erasedAt?.toISOString() ?? null
  void tx.run(ERASE, [id, at, erasureReason, by.tokenId, by.requestId])
}

const PROFILE = `
  update fbo_account_profiles
  set external_id = null, external_id_folded = null, metadata = '{}', version = version + 1,
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
