import type { OrganizationTransaction } from '../../database/changes/organization-transaction.ts'
import { hasLeft, type InventoryItemRow } from './inventory-item.ts'
import { foldedIdentifiers } from './item-identifiers.rules.ts'
import { type IdentifierHolder, insertIdentifiers } from './item-identifiers.store.ts'

const WRITE = `
  update inventory_items
  set description = $3, identifiers = $4::text::jsonb, metadata = $5::text::jsonb,
    evidence = $6::text::jsonb, correction_count = correction_count + 1
  where organization_id = $1 and id = $2`

/** Writes what can be corrected of an item that this transaction has locked. */
export function writeItem(tx: OrganizationTransaction, item: InventoryItemRow): void {
  void tx.run(WRITE, [
    item.id,
    item.description,
    JSON.stringify(item.identifiers),
    JSON.stringify(item.metadata),
    JSON.stringify(item.evidence),
  ])
}

const DELETE = `
  delete from inventory_item_identifiers where organization_id = $1 and inventory_item_id = $2`

/** Writes the identifiers that find an item. One that has left the vault holds none of them. */
export function replaceIdentifiers(
  tx: OrganizationTransaction,
  { id, status, identifiers }: InventoryItemRow,
  holders: ReadonlyMap<string, IdentifierHolder>,
): void {
  void tx.run(DELETE, [id])
  const isPresent = !hasLeft(status)
  insertIdentifiers(
    tx,
    foldedIdentifiers(identifiers).map((one) => ({ ...one, inventoryItemId: id, isPresent })),
    holders,
  )
}
