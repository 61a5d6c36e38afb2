import type { TransactionSql } from 'postgres'
import { ORGANIZATION, runStatement } from '../database/changes/organization-transaction.ts'
import type { Caller } from '../domain/caller.ts'
import { ENDED_STAYS } from '../inventory-items/ended-stays.store.ts'
import { storedStatus } from '../inventory-items/inventory-item.ts'
import type { Organization } from '../organizations/organization.ts'
import type { DemoVault } from './demo-vault.ts'

const INSERT_ORGANIZATION = `
  insert into organizations (id, name, created_at)
  values ($1, $2, $3)
  on conflict (id) do nothing
  returning id`

/** Opens the vault to the caller's organization, unless it is open to it already. */
export async function insertDemoOrganization(
  caller: Caller,
  tx: TransactionSql,
  { name, createdAt }: Organization,
): Promise<'inserted' | 'kept'> {
  const rows = await runStatement(caller, tx, INSERT_ORGANIZATION, [name, createdAt])
  return rows.length === 1 ? 'inserted' : 'kept'
}

/**
 * Stores the records of the caller's organization, a statement per table. Each takes its rows as
 * one JSON text: 5,000 items with a dozen columns are close to the 65,535 parameters that a
 * statement can have.
 */
export async function insertDemoRecords(
  caller: Caller,
  tx: TransactionSql,
  vault: DemoVault,
): Promise<void> {
  const insert = (text: string, records: readonly object[]) =>
    runStatement(caller, tx, text, [JSON.stringify(records)])
  const items = vault.items.map((item) => ({ ...item, storedStatus: storedStatus(item.status) }))
  await insert(INSERT_ACCOUNTS, vault.accounts)
  await insert(INSERT_TRANSFER_BATCHES, vault.batches)
  await insert(INSERT_SHIPMENTS, vault.shipments)
  await insert(INSERT_ITEMS, items)
  await insert(INSERT_MOVEMENTS, vault.movements)
  await runStatement(caller, tx, INSERT_STAYS)
  await insert(INSERT_SHIPMENT_ITEMS, vault.shipmentItems)
}

const INSERT_ACCOUNTS = `
  insert into fbo_accounts (organization_id, id, first_name, last_name, email, phone,
    business_name, max_insured_value_cents, is_primary, created_at)
  select organization_id, id, "firstName", "lastName", email, phone, "businessName",
    "maxInsuredValueCents", "isPrimary", "createdAt"
  from ${ORGANIZATION} cross join json_to_recordset($2::text::json) as account (id text,
    "firstName" text, "lastName" text, email text, phone text, "businessName" text,
    "maxInsuredValueCents" bigint, "isPrimary" boolean, "createdAt" timestamptz)`

const INSERT_TRANSFER_BATCHES = `
  insert into transfer_batches (organization_id, id, from_fbo_account_id, to_fbo_account_id,
    status, total_items, item_ids, reasons, approved_by_system, notes, created_at,
    expires_at, decided_at, decision_reason, system_review)
  select organization_id, id, "fromFboAccountId", "toFboAccountId", status, "totalItems",
    "itemIds", reasons, "approvedBySystem", notes, "createdAt", "expiresAt", "decidedAt",
    "decisionReason",
    case when "approvedBySystem" then 'passed' else 'off' end
  from ${ORGANIZATION} cross join json_to_recordset($2::text::json) as batch (id text,
    "fromFboAccountId" text, "toFboAccountId" text, status text, "totalItems" integer,
    "itemIds" text[], reasons text[], "approvedBySystem" boolean, notes text,
    "createdAt" timestamptz, "expiresAt" timestamptz, "decidedAt" timestamptz,
    "decisionReason" text)`

const INSERT_SHIPMENTS = `
  insert into outbound_shipments (organization_id, id, fbo_account_id, status, shipped_at,
    created_at, total_items, notes, approved_at, held_at, hold_reason, carrier, service,
    tracking_number, delivered_at)
  select organization_id, id, "fboAccountId", status, "shippedAt", "createdAt", "totalItems",
    notes, "approvedAt", "heldAt", "holdReason", carrier, service, "trackingNumber", "deliveredAt"
  from ${ORGANIZATION} cross join json_to_recordset($2::text::json) as shipment (id text,
    "fboAccountId" text, status text, "shippedAt" timestamptz, "createdAt" timestamptz,
    "totalItems" integer, notes text, "approvedAt" timestamptz, "heldAt" timestamptz,
    "holdReason" text, carrier text, service text, "trackingNumber" text,
    "deliveredAt" timestamptz)`

const INSERT_ITEMS = `
  insert into inventory_items (organization_id, id, fbo_account_id, status, description,
    declared_value_cents, active_transfer_id, active_shipment_id, hold_reason, movement_count,
    changed_at, created_at)
  select organization_id, id, "fboAccountId", "storedStatus", description, "declaredValueCents",
    "activeTransferId", "activeShipmentId", "holdReason", "movementCount", "changedAt", "createdAt"
  from ${ORGANIZATION} cross join json_to_recordset($2::text::json) as item (id text,
    "fboAccountId" text, "storedStatus" text, description text, "declaredValueCents" bigint,
    "activeTransferId" text, "activeShipmentId" text, "holdReason" text, "movementCount" integer,
    "changedAt" timestamptz, "createdAt" timestamptz)`

const INSERT_MOVEMENTS = `
  insert into inventory_movements (organization_id, inventory_item_id, number, at, kind,
    from_fbo_account_id, from_status, to_fbo_account_id, to_status, transfer_batch_id,
    outbound_shipment_id, reason)
  select organization_id, "inventoryItemId", number, at, kind, "fromFboAccountId", "fromStatus",
    "toFboAccountId", "toStatus", "transferBatchId", "outboundShipmentId", reason
  from ${ORGANIZATION} cross join json_to_recordset($2::text::json) as movement (
    "inventoryItemId" text, number integer, at timestamptz, kind text, "fromFboAccountId" text,
    "fromStatus" text, "toFboAccountId" text, "toStatus" text, "transferBatchId" text,
    "outboundShipmentId" text, reason text)`

const INSERT_STAYS = `
  insert into inventory_stays (organization_id, inventory_item_id, number, fbo_account_id,
    began_at, ended_at)
  select organization_id, inventory_item_id, number, fbo_account_id, began_at, ended_at
  from ${ENDED_STAYS} as stay`

const INSERT_SHIPMENT_ITEMS = `
  insert into outbound_shipment_items (organization_id, outbound_shipment_id, position,
    inventory_item_id)
  select organization_id, "outboundShipmentId", position, "inventoryItemId"
  from ${ORGANIZATION} cross join json_to_recordset($2::text::json) as item (
    "outboundShipmentId" text, position integer, "inventoryItemId" text)`
