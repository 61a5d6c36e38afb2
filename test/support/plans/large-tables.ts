import type { Sql, TransactionSql } from '../vault/sql.ts'

const ROWS = 200_000
const FEWER = 50_000
/** Tables that no request may scan. */
export const LARGE = [
  'access_tokens',
  'people',
  'fbo_accounts',
  'outbound_shipments',
  'transfer_batches',
  'inventory_items',
  'inventory_movements',
  'inventory_stays',
  'inventory_item_identifiers',
  'inventory_valuations',
  'revaluations',
  'outbound_shipment_items',
  'events',
  'event_seals',
  'webhook_deliveries',
  'webhook_attempts',
  'sessions',
  'session_bearers',
  'passkeys',
  'search_texts',
  'idempotency_keys',
]

/** Fills them, three of four rows of one organization, `org_0`: the hardest for an index. */
export async function fillTables(sql: Sql): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`set local synchronous_commit = off`
    await tx`
      insert into organizations (id, name) select 'org_' || number, 'One' from generate_series(0, 1) as number`
    await tx`create temporary table numbers on commit drop as
      select number, 'org_' || (number % 4 = 0)::integer as organization_id,
        now() - number * interval '1 second' as at
      from generate_series(1, ${ROWS}::integer) as number`
    await tx`analyze numbers`
    await tx`
      insert into access_tokens (organization_id, id, token_sha256, permissions, expires_at)
      select organization_id, 'tok_' || number, sha256(('tok_' || number)::bytea), '{}', now() + interval '1 day'
      from numbers`
    await tx`
      insert into people (organization_id, id, email, name, role_ids, created_at)
      select organization_id, 'prsn_' || number, number || '@example.com', 'Ada', '{}', at
      from numbers where number <= ${FEWER}`
    await tx`
      insert into fbo_accounts (organization_id, id) select organization_id, 'fbo_' || number from numbers`
    await tx`
      insert into inventory_items (organization_id, id, fbo_account_id)
      select organization_id, 'item_' || number, 'fbo_' || (case when number % 4 = 0 then 4 else 1 end)
      from numbers`
    await tx`
      insert into outbound_shipments (organization_id, id, fbo_account_id, status, created_at,
        cancelled_at, cancellation_reason)
      select organization_id, 'ship_' || number,
        'fbo_' || (case when number % 4 = 0 then 4 when number % 5 = 0 then number else 1 end),
        (array['packing', 'inspecting', 'pending_approval', 'approved'])[1 + number / 7 % 4], at,
        case when number % 11 = 5 then at end, case when number % 11 = 5 then 'Not today' end
      from numbers`
    await tx`
      insert into transfer_batches (organization_id, id, from_fbo_account_id, to_fbo_account_id,
        status, total_items, item_ids, reasons, created_at, expires_at, decided_at)
      select organization_id, 'xfer_' || number,
        'fbo_' || (case when number % 4 = 0 then 4 when number % 5 = 0 then number else 1 end),
        'fbo_' || (case when number % 4 = 0 then 8 when number % 7 = 0 then 3 else 2 end),
        case when number % 50 = 1 then 'pending' else 'completed' end, 1,
        array['item_' || number], '{trade}', at, at + interval '14 days',
        case when number % 50 = 1 then null else at end
      from numbers`
    await tx`
      insert into outbound_shipment_items (organization_id, outbound_shipment_id, position,
        inventory_item_id)
      select organization_id, 'ship_' || number, 1, 'item_' || number
      from numbers where number <= ${FEWER}`
    await tx`
      insert into inventory_movements (organization_id, inventory_item_id, number, at, kind,
        to_fbo_account_id, to_status)
      select organization_id, 'item_' || number, 1, at, 'imported',
        'fbo_' || (case when number % 4 = 0 then 4 else 1 end), 'in_vault'
      from numbers where number <= ${FEWER}`
    await tx`
      insert into events (organization_id, number, type, occurred_at, token_id, subject_type,
        subject_id, data)
      select organization_id, row_number() over (partition by organization_id order by number),
        'transfer.created', at, 'tok_1', 'transfer', 'xfer_' || number, '{}'
      from numbers`
    await tx`
      insert into event_seals (organization_id, number, chain_hash)
      select organization_id, number, sha256('') from events where number <= ${FEWER}`
    await tx`
      insert into inventory_stays (organization_id, inventory_item_id, number, fbo_account_id,
        began_at, ended_at)
      select organization_id, 'item_' || number, 3,
        'fbo_' || (case when number % 4 = 0 then 4 when number % 7 = 0 then 3 else 2 end),
        at - interval '1 hour', at
      from numbers`
    await tx`
      insert into inventory_item_identifiers (organization_id, inventory_item_id, scheme,
        value_folded, is_present)
      select organization_id, 'item_' || number, 'serial', 'n' || number, true from numbers`
    await fillValues(tx)
    await fillWebhooks(tx)
    await fillPeople(tx)
    await fillSearch(tx)
    await tx`
      insert into idempotency_keys (organization_id, operation, key, request_sha256, status,
        headers, answer, created_at)
      select organization_id, 'createTransfer', 'key_' || number, sha256(number::text::bytea), 201,
        '{}', '{}', now() - number * interval '10 seconds'
      from numbers`
    await fillClaims(tx)
  })
  for (const table of LARGE) await sql`analyze ${sql(table)}`
  await sql`vacuum analyze outbound_shipments, search_texts`
}

/** A valuation of each of a part of the items; of the revaluations, one of fifty is pending. */
async function fillValues(tx: TransactionSql): Promise<void> {
  await tx`
    insert into inventory_valuations (organization_id, inventory_item_id, number, at,
      from_value_cents, to_value_cents, reason)
    select organization_id, 'item_' || number, 1, at, 1, 0, 'Appraised'
    from numbers where number <= ${FEWER}`
  await tx`
    insert into revaluations (organization_id, id, status, reason, total_items, item_ids,
      from_values_cents, to_values_cents, created_at, decided_at)
    select organization_id, 'reval_' || number,
      case when number % 50 = 1 then 'pending' else 'approved' end, 'Appraised', 1,
      array['item_' || number], '{1}', '{0}', at, case when number % 50 = 1 then null else at end
    from numbers`
}

/** An endpoint of each organization; of its deliveries, one of fifty is pending, one failed. */
async function fillWebhooks(tx: TransactionSql): Promise<void> {
  await tx`
    insert into webhook_endpoints (organization_id, id, url, encrypted_secret, created_at)
    select id, 'hook_1', 'https://example.com', 'x', now() from organizations`
  await tx`
    insert into webhook_endpoint_health (organization_id, endpoint_id, position)
    select id, 'hook_1', ${FEWER} from organizations`
  await tx`
    insert into webhook_deliveries (organization_id, endpoint_id, event_number, status, attempts,
      next_attempt_at, created_at, ended_at)
    select organization_id, 'hook_1', number,
      case number % 50 when 1 then 'pending' when 2 then 'failed' else 'delivered' end, 1,
      case when number % 50 = 1 then at end, at, case when number % 50 = 1 then null else at end
    from numbers where number <= ${FEWER}`
  await tx`
    insert into webhook_attempts (organization_id, endpoint_id, event_number, number, at, status,
      duration_ms)
    select organization_id, 'hook_1', number, 1, at, 204, 40
    from numbers where number <= ${FEWER}`
}

/** A session and a passkey of each person. */
async function fillPeople(tx: TransactionSql): Promise<void> {
  await tx`
    insert into sessions (organization_id, id, secret_sha256, access_token_id, person_id,
      created_at, last_used_at, expires_at, address)
    select organization_id, 'sess_' || substr(id, 6), sha256(id::bytea), 'tok_' || substr(id, 6), id,
      created_at, now(), now() + interval '1 day', '192.0.2.1'
    from people`
  await tx`
    insert into session_bearers (organization_id, token_sha256, session_id, expires_at)
    select organization_id, sha256(id::bytea), id, now() + interval '10 minutes' from sessions`
  await tx`
    insert into passkeys (organization_id, id, person_id, credential_id, public_key, algorithm,
      rp_id, name, transports, sign_count, created_at)
    select organization_id, 'pkey_' || substr(id, 6), id, 'credential_' || id, '\\x00', -7,
      'localhost', 'Key', '{}', 0, created_at
    from people`
  await tx`update access_tokens set role_id = 'desk' where id like 'tok_%7'`
  await tx`
    update access_tokens set person_id = 'prsn_' || substr(id, 5)
    where id in (select access_token_id from sessions)`
}

/** Words of few accounts and shipments: reading all of a type must not be worth it for them. */
async function fillSearch(tx: TransactionSql): Promise<void> {
  await tx`
    insert into search_texts (organization_id, record_type, record_id, words)
    select organization_id, 'inventory_item', id, ' penny black ' || id from inventory_items
    where id like '%0'
    union all
    select organization_id, 'fbo_account', id, ' ada lindqvist ' || id from fbo_accounts
    where id like '%00'
    union all
    select organization_id, 'transfer_batch', id, ' spring rebalancing ' || id
    from transfer_batches where id like '%0'
    union all
    select organization_id, 'outbound_shipment', id, ' bx ' || id from outbound_shipments
    where id like '%00'`
}

/** Pending batches have their items, and so have two shipments; a revaluation is to be decided. */
async function fillClaims(tx: TransactionSql): Promise<void> {
  await tx`
    update inventory_items set active_transfer_id = 'xfer_' || substr(id, 6)
    where id in (select item_ids[1] from transfer_batches where status = 'pending')`
  await tx`update outbound_shipments set total_items = 1 where id in ('ship_18', 'ship_22')`
  await tx`
    update inventory_items set active_shipment_id = 'ship_' || substr(id, 6)
    where id in ('item_18', 'item_22')`
  await tx`
    insert into revaluations (organization_id, id, reason, total_items, item_ids,
      from_values_cents, to_values_cents, created_at)
    values ('org_0', 'reval_new', 'Why', 1, '{item_26}', '{0}', '{7}', now())`
}
