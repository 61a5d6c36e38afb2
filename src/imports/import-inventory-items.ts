import { ITEM_DESCRIPTION_LENGTH_MAX, REASON_LENGTH_MAX } from '../domain/limits.ts'
import { ITEM_STATUSES, type ItemStatus, storedStatus } from '../inventory-items/inventory-item.ts'
import { duplicateIds, existingIds, unknownAccounts } from './check-rows.store.ts'
import { centsColumn, choiceColumn, idColumn, textColumn, timeColumn } from './import-columns.ts'
import { itemRowViolations } from './import-inventory-items.rules.ts'
import {
  addToShipments,
  logImportedItems,
  unusableShipments,
} from './import-inventory-items.store.ts'
import type { ImportSpec } from './import-spec.ts'

const STATUS = {
  name: 'status',
  stored: 'status',
  default: 'in_vault',
  storedAs: (status: string) => storedStatus(status as ItemStatus),
}

/** Files of inventory items. */
export const INVENTORY_ITEMS_IMPORT: ImportSpec = {
  name: 'inventory-items',
  singular: 'inventory item',
  plural: 'inventory items',
  table: 'inventory_items',
  idPrefix: 'item',
  columns: [
    idColumn({ name: 'id', stored: 'id' }),
    idColumn({ name: 'fboAccountId', stored: 'fbo_account_id', required: true }),
    choiceColumn(STATUS, ITEM_STATUSES, {
      transfer_pending:
        'A pending transfer cannot be imported: ' +
        'import the item as in_vault and create the transfer through the API.',
    }),
    textColumn(
      { name: 'description', stored: 'description' },
      { minLength: 1, maxLength: ITEM_DESCRIPTION_LENGTH_MAX },
    ),
    centsColumn({ name: 'declaredValueCents', stored: 'declared_value_cents', default: '0' }),
    idColumn({ name: 'activeShipmentId', stored: 'active_shipment_id' }),
    textColumn(
      { name: 'holdReason', stored: 'hold_reason' },
      { minLength: 1, maxLength: REASON_LENGTH_MAX },
    ),
    timeColumn({ name: 'createdAt', stored: 'created_at' }),
  ],
  rowViolations: itemRowViolations,
  fileViolations: [duplicateIds, existingIds, unknownAccounts, unusableShipments],
  follow: {
    tables: ['inventory_movements', 'outbound_shipment_items'],
    write: async (caller, tx, lines) => {
      await logImportedItems(caller, tx, lines)
      await addToShipments(caller, tx, lines)
    },
  },
}
