import { VIOLATIONS_LISTED_MAX } from '../domain/limits.ts'
import type { VerificationCheck } from './verification-check.ts'

// What the database itself does not check: a transaction names records that it has locked, read or
// inserted, and nothing deletes them. The schema lists these references as not enforced.

type Parent =
  | 'access_tokens'
  | 'fbo_accounts'
  | 'inventory_items'
  | 'outbound_shipments'
  | 'transfer_batches'

/** The check, the table, the column with the record's id, the column that names, what it names. */
type Reference = readonly [check: string, table: string, id: string, column: string, Parent]

const BATCHES = 'transfer_batches'
const ITEMS = 'inventory_items'
const LISTED = 'outbound_shipment_items'
const MOVEMENTS = 'inventory_movements'

const REFERENCES: readonly Reference[] = [
  ['account_changer_missing', 'fbo_accounts', 'id', 'changed_by_token_id', 'access_tokens'],
  ['item_account_missing', ITEMS, 'id', 'fbo_account_id', 'fbo_accounts'],
  ['item_transfer_missing', ITEMS, 'id', 'active_transfer_id', 'transfer_batches'],
  ['item_shipment_missing', ITEMS, 'id', 'active_shipment_id', 'outbound_shipments'],
  ['transfer_source_missing', BATCHES, 'id', 'from_fbo_account_id', 'fbo_accounts'],
  ['transfer_destination_missing', BATCHES, 'id', 'to_fbo_account_id', 'fbo_accounts'],
  ['transfer_creator_missing', BATCHES, 'id', 'created_by_token_id', 'access_tokens'],
  ['transfer_decider_missing', BATCHES, 'id', 'decided_by_token_id', 'access_tokens'],
  ['transfer_item_missing', BATCHES, 'id', 'item_ids', 'inventory_items'],
  [
    'shipment_missing',
    LISTED,
    'outbound_shipment_id',
    'outbound_shipment_id',
    'outbound_shipments',
  ],
  ['shipment_item_missing', LISTED, 'outbound_shipment_id', 'inventory_item_id', 'inventory_items'],
  ['movement_item_missing', MOVEMENTS, 'inventory_item_id', 'inventory_item_id', 'inventory_items'],
  [
    'movement_source_missing',
    MOVEMENTS,
    'inventory_item_id',
    'from_fbo_account_id',
    'fbo_accounts',
  ],
  [
    'movement_destination_missing',
    MOVEMENTS,
    'inventory_item_id',
    'to_fbo_account_id',
    'fbo_accounts',
  ],
  [
    'movement_transfer_missing',
    MOVEMENTS,
    'inventory_item_id',
    'transfer_batch_id',
    'transfer_batches',
  ],
  [
    'movement_shipment_missing',
    MOVEMENTS,
    'inventory_item_id',
    'outbound_shipment_id',
    'outbound_shipments',
  ],
  ['movement_token_missing', MOVEMENTS, 'inventory_item_id', 'token_id', 'access_tokens'],
]

const missing = ([, table, id, column, parent]: Reference) => `
  select record, count(*) over ()::integer as total,
    format('${column} names %s, which is not in ${parent}', named) as wrong
  from (
    select ${id} as record, ${column === 'item_ids' ? 'unnest(item_ids)' : column} as named
    from ${table} where organization_id = $1
  ) as child
  where named is not null and not exists (
    select from ${parent} where organization_id = $1 and id = named)
  order by record, named limit ${VIOLATIONS_LISTED_MAX}`

// Of a cluster, the hashes are on the coordinator alone. It is seen a moment before the nodes: a
// token of the last minute may be newer.
const TOKENS_NOT_NOTED = `
  with live as materialized (
    select id, token_sha256
    from access_tokens
    where organization_id = $1 and revoked_at is null and expires_at > now()
      and created_at < now() - interval '1 minute'
  )
  select id as record, count(*) over ()::integer as total,
    'cannot be used, its hash is not known: revoke it, and issue another one' as wrong
  from live
  where token_sha256 not in (
    select token_sha256
    from access_token_organizations
    where token_sha256 = any(array(select token_sha256 from live))
  )
  order by id limit ${VIOLATIONS_LISTED_MAX}`

export const REFERENCE_CHECKS: readonly VerificationCheck[] = [
  ...REFERENCES.map((reference): VerificationCheck => {
    const [name, table, , column, parent] = reference
    return {
      name,
      explanation: `Each ${column} of ${table} is a record of ${parent}.`,
      violations: missing(reference),
    }
  }),
  {
    name: 'token_organization_missing',
    explanation: 'The organization of each token that can be used is found by its hash.',
    violations: TOKENS_NOT_NOTED,
  },
]
