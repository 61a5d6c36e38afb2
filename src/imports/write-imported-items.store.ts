import type { OrganizationTransaction } from '../database/changes/organization-transaction.ts'
import type { ImportedLines } from './import-spec.ts'
import { writeImportedIdentifiers } from './imported-identifiers.store.ts'

// The first row of each item's log, with the time of the import, as the item has it.
const LOG = `
  insert into inventory_movements (organization_id, inventory_item_id, number, at, kind,
    to_fbo_account_id, to_status, outbound_shipment_id, token_id, reason)
  select organization_id, id, 1, $5::text::timestamptz, 'imported', fields ->> 'fbo_account_id',
    case when fields ->> 'active_shipment_id' is null then fields ->> 'status'
      else 'shipment_pending' end,
    fields ->> 'active_shipment_id', $6, fields ->> 'hold_reason'
  from import_rows
  where organization_id = $1 and attempt_id = $2 and line between $3 and $4
  order by id`

/** The items of these lines that shipments claim. */
const CLAIMED = `
    from import_rows
    where organization_id = $1 and attempt_id = $2 and line between $3 and $4
      and fields ->> 'active_shipment_id' is not null`

// Behind those that a shipment lists already, in the order of the file.
const LIST = `
  insert into outbound_shipment_items (organization_id, outbound_shipment_id, position,
    inventory_item_id)
  select shipment.organization_id, shipment.id, total_items + place, item_id
  from (
    select fields ->> 'active_shipment_id' as shipment_id, id as item_id,
      row_number() over (partition by fields ->> 'active_shipment_id' order by line) as place
    ${CLAIMED}
  ) as added
  join outbound_shipments as shipment on shipment.organization_id = $1
    and shipment.id = added.shipment_id`

const RAISE_TOTALS = `
  update outbound_shipments
  set total_items = total_items + added.items
  from (
    select fields ->> 'active_shipment_id' as shipment_id, count(*)::integer as items
    ${CLAIMED}
    group by fields ->> 'active_shipment_id'
  ) as added
  where organization_id = $1 and outbound_shipments.id = shipment_id`

/** Writes the log of imported items, and lists them in the shipments that claim them. */
export async function writeImportedItems(
  tx: OrganizationTransaction,
  lines: ImportedLines,
): Promise<void> {
  const { attemptId, from, to, at, tokenId } = lines
  await tx.run(LOG, [attemptId, from, to, at, tokenId])
  await tx.run(LIST, [attemptId, from, to])
  await tx.run(RAISE_TOTALS, [attemptId, from, to])
  await writeImportedIdentifiers(tx, lines)
}
