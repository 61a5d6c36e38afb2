import { ITEM_DESCRIPTION_LENGTH_MAX, REASON_LENGTH_MAX } from '../domain/limits.ts'
import { ITEM_STATUSES, type ItemStatus, storedStatus } from '../inventory-items/inventory-item.ts'
import { unknownAccounts } from './check-rows.store.ts'
import {
  addToShipments,
  logImportedItems,
  unusableShipments,
} from './import-inventory-items.store.ts'
import type { ImportSpec, ReadCell } from './import-spec.ts'
import { invalidValue, oneOf, readCents, readId, textBy } from './read-cells.ts'

const readKnownStatus = oneOf(ITEM_STATUSES.filter((status) => status !== 'transfer_pending'))

const readStatus: ReadCell = (cell) =>
  cell === 'transfer_pending'
    ? invalidValue(
        'cannot be transfer_pending: import the item as in_vault and create the transfer through the API.',
      )
    : readKnownStatus(cell)

/** Files of inventory items. */
export const INVENTORY_ITEMS_IMPORT: ImportSpec = {
  name: 'inventory-items',
  singular: 'inventory item',
  plural: 'inventory items',
  table: 'inventory_items',
  permission: 'inventory_items:create',
  statusPermissions: {
    on_hold: ['inventory_items:update'],
    withdrawn: ['inventory_items:update'],
    shipment_pending: ['outbound_shipments:create'],
    shipped: ['outbound_shipments:update', 'outbound_shipments:approve'],
    delivered: ['outbound_shipments:update', 'outbound_shipments:approve'],
  },
  idPrefix: 'item',
  event: { type: 'inventory_item.imported', recordsPath: '/v1/inventory-items' },
  amount: 'declaredValueCents',
  momentColumn: 'changed_at',
  columns: [
    { name: 'fboAccountId', read: readId, required: true },
    {
      name: 'status',
      read: readStatus,
      default: 'in_vault',
      storedAs: (status) => storedStatus(status as ItemStatus),
    },
    {
      name: 'description',
      read: textBy({ minLength: 1, maxLength: ITEM_DESCRIPTION_LENGTH_MAX }),
    },
    { name: 'declaredValueCents', read: readCents, default: '0' },
    {
      name: 'activeShipmentId',
      read: readId,
      goesWith: { statuses: ['shipment_pending'], isRequired: true },
    },
    {
      // Not required: older books may not say why an item is on hold.
      name: 'holdReason',
      read: textBy({ minLength: 1, maxLength: REASON_LENGTH_MAX }),
      goesWith: { statuses: ['on_hold'], isRequired: false },
    },
  ],
  fileChecks: [unknownAccounts, unusableShipments],
  follow: {
    tables: ['inventory_movements', 'outbound_shipment_items'],
    write: async (caller, tx, lines) => {
      await logImportedItems(caller, tx, lines)
      await addToShipments(caller, tx, lines)
    },
  },
}
