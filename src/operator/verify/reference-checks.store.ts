import { runStatement } from '../../database/changes/organization-transaction.ts'
import type { CalculatedCheck, Finding, VerificationCheck } from './verification-check.store.ts'

// The schema lists these references as not enforced: a transaction names only records that it has
// locked, read or inserted, and nothing deletes them.

/** By check: the table and the column that refer, and the table that they refer to. */
const REFERENCES = {
  token_person_missing: ['access_tokens', 'person_id', 'people'],
  person_inviter_missing: ['people', 'created_by_token_id', 'access_tokens'],
  account_changer_missing: ['fbo_accounts', 'changed_by_token_id', 'access_tokens'],
  profile_account_missing: ['fbo_account_profiles', 'fbo_account_id', 'fbo_accounts'],
  item_account_missing: ['inventory_items', 'fbo_account_id', 'fbo_accounts'],
  item_transfer_missing: ['inventory_items', 'active_transfer_id', 'transfer_batches'],
  item_shipment_missing: ['inventory_items', 'active_shipment_id', 'outbound_shipments'],
  identifier_item_missing: ['inventory_item_identifiers', 'inventory_item_id', 'inventory_items'],
  transfer_source_missing: ['transfer_batches', 'from_fbo_account_id', 'fbo_accounts'],
  transfer_destination_missing: ['transfer_batches', 'to_fbo_account_id', 'fbo_accounts'],
  transfer_creator_missing: ['transfer_batches', 'created_by_token_id', 'access_tokens'],
  transfer_decider_missing: ['transfer_batches', 'decided_by_token_id', 'access_tokens'],
  transfer_item_missing: ['transfer_batches', 'item_ids', 'inventory_items'],
  shipment_missing: ['outbound_shipment_items', 'outbound_shipment_id', 'outbound_shipments'],
  shipment_item_missing: ['outbound_shipment_items', 'inventory_item_id', 'inventory_items'],
  correction_token_missing: ['corrections', 'token_id', 'access_tokens'],
  approval_token_missing: ['approvals', 'token_id', 'access_tokens'],
  directed_shipment_missing: [
    'outbound_shipment_directions',
    'outbound_shipment_id',
    'outbound_shipments',
  ],
  movement_item_missing: ['inventory_movements', 'inventory_item_id', 'inventory_items'],
  movement_source_missing: ['inventory_movements', 'from_fbo_account_id', 'fbo_accounts'],
  movement_destination_missing: ['inventory_movements', 'to_fbo_account_id', 'fbo_accounts'],
  movement_transfer_missing: ['inventory_movements', 'transfer_batch_id', 'transfer_batches'],
  movement_shipment_missing: ['inventory_movements', 'outbound_shipment_id', 'outbound_shipments'],
  movement_token_missing: ['inventory_movements', 'token_id', 'access_tokens'],
  valuation_item_missing: ['inventory_valuations', 'inventory_item_id', 'inventory_items'],
  valuation_token_missing: ['inventory_valuations', 'token_id', 'access_tokens'],
  valuation_revaluation_missing: ['inventory_valuations', 'revaluation_id', 'revaluations'],
  revaluation_item_missing: ['revaluations', 'item_ids', 'inventory_items'],
  revaluation_requester_missing: ['revaluations', 'requested_by_token_id', 'access_tokens'],
  revaluation_decider_missing: ['revaluations', 'decided_by_token_id', 'access_tokens'],
  passkey_person_missing: ['passkeys', 'person_id', 'people'],
  passkey_remover_missing: ['passkeys', 'removed_by_token_id', 'access_tokens'],
} as const

/** The column with the id of the record that a violation is reported of; `id` by default. */
const RECORDS: Partial<Record<(typeof REFERENCES)[keyof typeof REFERENCES][0], string>> = {
  fbo_account_profiles: 'fbo_account_id',
  inventory_item_identifiers: 'inventory_item_id',
  outbound_shipment_items: 'outbound_shipment_id',
  corrections: 'subject_id',
  approvals: 'subject_id',
  outbound_shipment_directions: 'outbound_shipment_id',
  inventory_movements: 'inventory_item_id',
  inventory_valuations: 'inventory_item_id',
}

const REFERENCE_EXISTS = Object.entries(REFERENCES).map(
  ([name, [table, column, parent]]): VerificationCheck => ({
    name,
    explanation: `Each id in ${table}.${column} exists in ${parent}.`,
    findings: `
      select record, named, format('${column} names %s, which is not in ${parent}', named) as wrong
      from (
        select ${RECORDS[table] ?? 'id'} as record,
          ${column === 'item_ids' ? 'unnest(item_ids)' : column} as named
        from ${table} where organization_id = $1
      ) as child
      where named is not null and not exists (
        select from ${parent} where organization_id = $1 and id = named)`,
    order: 'record, named',
  }),
)

// In a vault on several servers, the hashes are read a moment before everything else: a
// token of the last minute may be missing there. The token of a person's session is found by the
// session; its hash is of nothing that anybody has.
const TOKENS_WITHOUT_ORGANIZATION = `
  with live as materialized (
    select id, token_sha256
    from access_tokens
    where organization_id = $1 and session_id is null and revoked_at is null
      and expires_at > now() and created_at < now() - interval '1 minute'
  )
  select id as record,
    'cannot be used, because its hash is not known: revoke it and issue another token' as wrong
  from live
  where token_sha256 not in (
    select token_sha256
    from access_token_organizations
    where token_sha256 = any(array(select token_sha256 from live))
  )
  order by id`

export const REFERENCE_CHECKS: readonly (VerificationCheck | CalculatedCheck)[] = [
  ...REFERENCE_EXISTS,
  {
    name: 'token_organization_missing',
    explanation: 'The hash of each usable token leads to its organization.',
    find: async function* (caller, tx) {
      yield* await runStatement<Finding>(caller, tx, TOKENS_WITHOUT_ORGANIZATION)
    },
  },
]
