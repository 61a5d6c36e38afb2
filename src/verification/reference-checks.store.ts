import { runStatement } from '../database/changes/organization-transaction.ts'
import type { CalculatedCheck, Finding, VerificationCheck } from './verification-check.store.ts'

// The schema lists these references as not enforced: a transaction names only records that it has
// locked, read or inserted, and nothing deletes them.

interface References {
  readonly table: string
  /** The column with the id of the record that a violation is reported of. */
  readonly id: string
  /** By check: the column that refers, and the table that it refers to. */
  readonly columns: Readonly<Record<string, readonly [column: string, parent: string]>>
}

const REFERENCES: readonly References[] = [
  {
    table: 'access_tokens',
    id: 'id',
    columns: { token_person_missing: ['person_id', 'people'] },
  },
  {
    table: 'people',
    id: 'id',
    columns: { person_inviter_missing: ['created_by_token_id', 'access_tokens'] },
  },
  {
    table: 'fbo_accounts',
    id: 'id',
    columns: { account_changer_missing: ['changed_by_token_id', 'access_tokens'] },
  },
  {
    table: 'fbo_account_profiles',
    id: 'fbo_account_id',
    columns: { profile_account_missing: ['fbo_account_id', 'fbo_accounts'] },
  },
  {
    table: 'inventory_items',
    id: 'id',
    columns: {
      item_account_missing: ['fbo_account_id', 'fbo_accounts'],
      item_transfer_missing: ['active_transfer_id', 'transfer_batches'],
      item_shipment_missing: ['active_shipment_id', 'outbound_shipments'],
    },
  },
  {
    table: 'inventory_item_identifiers',
    id: 'inventory_item_id',
    columns: { identifier_item_missing: ['inventory_item_id', 'inventory_items'] },
  },
  {
    table: 'transfer_batches',
    id: 'id',
    columns: {
      transfer_source_missing: ['from_fbo_account_id', 'fbo_accounts'],
      transfer_destination_missing: ['to_fbo_account_id', 'fbo_accounts'],
      transfer_creator_missing: ['created_by_token_id', 'access_tokens'],
      transfer_decider_missing: ['decided_by_token_id', 'access_tokens'],
      transfer_item_missing: ['item_ids', 'inventory_items'],
    },
  },
  {
    table: 'outbound_shipment_items',
    id: 'outbound_shipment_id',
    columns: {
      shipment_missing: ['outbound_shipment_id', 'outbound_shipments'],
      shipment_item_missing: ['inventory_item_id', 'inventory_items'],
    },
  },
  {
    table: 'corrections',
    id: 'subject_id',
    columns: { correction_token_missing: ['token_id', 'access_tokens'] },
  },
  {
    table: 'approvals',
    id: 'subject_id',
    columns: { approval_token_missing: ['token_id', 'access_tokens'] },
  },
  {
    table: 'outbound_shipment_directions',
    id: 'outbound_shipment_id',
    columns: { directed_shipment_missing: ['outbound_shipment_id', 'outbound_shipments'] },
  },
  {
    table: 'inventory_movements',
    id: 'inventory_item_id',
    columns: {
      movement_item_missing: ['inventory_item_id', 'inventory_items'],
      movement_source_missing: ['from_fbo_account_id', 'fbo_accounts'],
      movement_destination_missing: ['to_fbo_account_id', 'fbo_accounts'],
      movement_transfer_missing: ['transfer_batch_id', 'transfer_batches'],
      movement_shipment_missing: ['outbound_shipment_id', 'outbound_shipments'],
      movement_token_missing: ['token_id', 'access_tokens'],
    },
  },
  {
    table: 'inventory_valuations',
    id: 'inventory_item_id',
    columns: {
      valuation_item_missing: ['inventory_item_id', 'inventory_items'],
      valuation_token_missing: ['token_id', 'access_tokens'],
      valuation_revaluation_missing: ['revaluation_id', 'revaluations'],
    },
  },
  {
    table: 'revaluations',
    id: 'id',
    columns: {
      revaluation_item_missing: ['item_ids', 'inventory_items'],
      revaluation_requester_missing: ['requested_by_token_id', 'access_tokens'],
      revaluation_decider_missing: ['decided_by_token_id', 'access_tokens'],
    },
  },
  {
    table: 'passkeys',
    id: 'id',
    columns: {
      passkey_person_missing: ['person_id', 'people'],
      passkey_remover_missing: ['removed_by_token_id', 'access_tokens'],
    },
  },
]

function checksOf({ table, id, columns }: References): VerificationCheck[] {
  return Object.entries(columns).map(([name, [column, parent]]) => ({
    name,
    explanation: `Each id in ${table}.${column} exists in ${parent}.`,
    findings: `
      select record, named, format('${column} names %s, which is not in ${parent}', named) as wrong
      from (
        select ${id} as record, ${column === 'item_ids' ? 'unnest(item_ids)' : column} as named
        from ${table} where organization_id = $1
      ) as child
      where named is not null and not exists (
        select from ${parent} where organization_id = $1 and id = named)`,
    order: 'record, named',
  }))
}

// In a cluster the hashes are on the coordinator alone, which is read a moment before the nodes: a
// token of the last minute may be missing there.
const TOKENS_WITHOUT_ORGANIZATION = `
  with live as materialized (
    select id, token_sha256
    from access_tokens
    where organization_id = $1 and revoked_at is null and expires_at > now()
      and created_at < now() - interval '1 minute'
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
  ...REFERENCES.flatMap(checksOf),
  {
    name: 'token_organization_missing',
    explanation: 'The hash of each usable token leads to its organization.',
    find: async function* (caller, tx) {
      yield* await runStatement<Finding>(caller, tx, TOKENS_WITHOUT_ORGANIZATION)
    },
  },
]
