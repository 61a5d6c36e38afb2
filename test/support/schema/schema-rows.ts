import type { Sql } from 'postgres'
import { BLOCK_COUNTS } from '../../../src/outbound-shipments/page-counts/shipment-blocks.ts'
import type { Records } from '../vault/records.ts'
import { NEW_ROWS_OF_PEOPLE } from './rows-of-people.ts'
import { NEW_ROWS_OF_ACCOUNTS } from './schema-rows-of-accounts.ts'
import { NEW_ROWS_OF_SEALED_LOG } from './schema-rows-of-sealed-log.ts'
import { insertSessionOf, NEW_ROWS_OF_SESSIONS } from './schema-rows-of-sessions.ts'
import { WEBHOOK_ROWS } from './webhook-rows.ts'

export type Row = Record<string, unknown>

export const HOME = 'home'
export const AWAY = 'away'
const OF_SHIPMENT = { organizationId: HOME, outboundShipmentId: 'home_ship' }

/** Two organizations with a record of each kind, named after them: `home_item`, `away_xfer`. */
export async function twoOrganizations(sql: Sql, records: Records): Promise<void> {
  for (const organizationId of [HOME, AWAY]) {
    await records.organization(organizationId)
    await records.fboAccount(organizationId, { id: `${organizationId}_one`, isPrimary: true })
    await records.fboAccount(organizationId, { id: `${organizationId}_two` })
    await records.inventoryItem(organizationId, `${organizationId}_one`, {
      id: `${organizationId}_item`,
    })
    await records.outboundShipment(organizationId, `${organizationId}_one`, {
      id: `${organizationId}_ship`,
    })
    await sql`
      insert into access_tokens (organization_id, id, token_sha256, permissions, expires_at)
      values (${organizationId}, ${`${organizationId}_tok`}, sha256(${organizationId}::bytea), '{}', now())`
    await insertSessionOf(sql, organizationId)
    await sql`
      insert into webhook_endpoints (organization_id, id, url, encrypted_secret, created_at)
      values (${organizationId}, ${`${organizationId}_hook`}, 'https://example.com', 'x', now())`
    const xfer = batch({ organizationId, id: `${organizationId}_xfer` })
    await sql`insert into transfer_batches ${sql(xfer)}`
  }
}

function batch(columns: Row): Row {
  const { organizationId = HOME } = columns
  return {
    organizationId,
    id: 'xfer_new',
    fromFboAccountId: `${organizationId}_one`,
    toFboAccountId: `${organizationId}_two`,
    totalItems: 1,
    itemIds: [`${organizationId}_item`],
    reasons: ['trade'],
    ...columns,
  }
}

/** A row of each table that breaks no rule, but for the columns that are given. */
export const NEW_ROWS: Readonly<Record<string, (columns: Row) => Row>> = {
  ...NEW_ROWS_OF_SEALED_LOG,
  ...NEW_ROWS_OF_SESSIONS,
  organizations: (columns) => ({ id: 'org_new', name: 'New', ...columns }),
  access_token_organizations: (columns) => ({
    tokenSha256: Buffer.alloc(32, 9),
    organizationId: HOME,
    ...columns,
  }),
  access_tokens: (columns) => ({
    organizationId: HOME,
    id: 'tok_new',
    tokenSha256: Buffer.alloc(32, 7),
    permissions: [],
    expiresAt: new Date(),
    ...columns,
  }),
  ...NEW_ROWS_OF_ACCOUNTS,
  ...NEW_ROWS_OF_PEOPLE,
  transfer_batches: batch,
  outbound_shipments: (columns) => ({
    organizationId: HOME,
    id: 'ship_new',
    fboAccountId: 'home_one',
    ...columns,
  }),
  inventory_items: (columns) => ({
    organizationId: HOME,
    id: 'item_new',
    fboAccountId: 'home_one',
    ...columns,
  }),
  inventory_item_identifiers: (columns) => ({
    organizationId: HOME,
    inventoryItemId: 'home_item',
    scheme: 'psa_cert',
    valueFolded: '42118903',
    isPresent: true,
    ...columns,
  }),
  outbound_shipment_items: (columns) => ({
    ...OF_SHIPMENT,
    position: 1,
    inventoryItemId: 'home_item',
    ...columns,
  }),
  outbound_shipment_directions: (columns) => ({ ...OF_SHIPMENT, ...columns }),
  outbound_shipment_blocks: (columns) => ({
    organizationId: HOME,
    fboAccountId: '',
    level: 1,
    createdAt: new Date(0),
    id: 'home_ship',
    ...Object.fromEntries(BLOCK_COUNTS.map(({ column }) => [column, 0])),
    ...columns,
  }),
  outbound_shipment_block_changes: (columns) => ({
    organizationId: HOME,
    fboAccountId: '',
    number: 1,
    createdAt: new Date(0),
    id: 'home_ship',
    status: 'packing',
    cancelled: false,
    shipments: 1,
    ...columns,
  }),
  idempotency_keys: (columns) => ({
    organizationId: HOME,
    operation: 'createTransfer',
    key: 'new',
    requestSha256: Buffer.alloc(32),
    status: 201,
    headers: {},
    answer: '{}',
    ...columns,
  }),
  organization_policies: (columns) => ({ organizationId: HOME, version: 1, ...columns }),
  events: (columns) => ({
    organizationId: HOME,
    number: '1000',
    type: 'fbo_account.updated',
    occurredAt: new Date('2026-01-01'),
    tokenId: 'home_tok',
    system: null,
    requestId: null,
    subjectType: 'fbo_account',
    subjectId: 'home_one',
    data: {},
    ...columns,
  }),
  imports: (columns) => ({
    organizationId: HOME,
    id: 'imp_new',
    kind: 'fbo-accounts',
    attemptId: 'imp_attempt',
    ...columns,
  }),
  import_rows: (columns) => ({
    organizationId: HOME,
    attemptId: 'imp_attempt',
    line: 2,
    fields: {},
    ...columns,
  }),
  search_texts: (columns) => ({
    organizationId: HOME,
    recordType: 'fbo_account',
    recordId: 'fbo_nobody',
    words: ' ada',
    ...columns,
  }),
  search_progress: (columns) => ({
    organizationId: HOME,
    eventNumber: 1,
    typesLeft: [],
    ...columns,
  }),
  event_seals: (columns) => ({
    organizationId: HOME,
    number: '1000',
    chainHash: Buffer.alloc(32),
    ...columns,
  }),
  ...WEBHOOK_ROWS,
  inventory_stays: (columns) => ({
    organizationId: HOME,
    inventoryItemId: 'home_item',
    number: 2,
    fboAccountId: 'home_one',
    beganAt: new Date('2026-01-01'),
    endedAt: new Date('2026-01-02'),
    ...columns,
  }),
  revaluations: (columns) => ({
    organizationId: HOME,
    id: 'reval_new',
    reason: 'Entered wrong',
    totalItems: 1,
    itemIds: ['home_item'],
    fromValuesCents: ['100'],
    toValuesCents: ['200'],
    createdAt: new Date('2026-01-01'),
    ...columns,
  }),
  inventory_valuations: (columns) => ({
    organizationId: HOME,
    inventoryItemId: 'home_item',
    number: 1,
    at: new Date('2026-01-01'),
    fromValueCents: '100',
    toValueCents: '200',
    reason: 'Entered wrong',
    ...columns,
  }),
  command_runs: (columns) => ({
    command: 'verify',
    at: new Date('2026-01-01T00:00:00Z'),
    violations: 0,
    ...columns,
  }),
  // The first one came with the item.
  inventory_movements: (columns) => ({
    organizationId: HOME,
    inventoryItemId: 'home_item',
    number: 2,
    at: new Date(),
    kind: 'held',
    fromFboAccountId: 'home_one',
    fromStatus: 'in_vault',
    toFboAccountId: 'home_one',
    toStatus: 'on_hold',
    ...columns,
  }),
}

/** Runs the work and rolls it back, so that each rule is tried on the same records. */
export async function undone(sql: Sql, work: (tx: Sql) => Promise<void>): Promise<void> {
  const done = sql.begin(async (tx) => {
    await work(tx as unknown as Sql)
    throw new Error('undone')
  })
  await done.catch((error) => {
    if (error.message !== 'undone') throw error
  })
}
