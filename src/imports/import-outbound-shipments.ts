import { SHIPMENT_STATUSES } from '../domain/shipment-statuses.ts'
import { findLongAccounts } from '../outbound-shipments/page-counts/find-long-accounts.store.ts'
import { tendShipmentBlocks } from '../outbound-shipments/page-counts/maintain-page-counts.ts'
import { BLOCK_SIZES } from '../outbound-shipments/page-counts/shipment-blocks.ts'
import { duplicateIds, existingIds, unknownAccounts } from './check-rows.store.ts'
import { choiceColumn, idColumn, millisecondsColumn, timeColumn } from './import-columns.ts'
import { shipmentRowFaults } from './import-outbound-shipments.rules.ts'
import type { ImportNoun } from './import-spec.ts'

/** Files of outbound shipments: the columns are the fields of List Outbound Shipments. */
export const OUTBOUND_SHIPMENTS_IMPORT: ImportNoun = {
  name: 'outbound-shipments',
  singular: 'outbound shipment',
  plural: 'outbound shipments',
  table: 'outbound_shipments',
  idPrefix: 'ship',
  columns: [
    idColumn({ name: 'id', stored: 'id' }),
    idColumn({ name: 'fboAccountId', stored: 'fbo_account_id', required: true }),
    choiceColumn({ name: 'status', stored: 'status', default: 'packing' }, SHIPMENT_STATUSES),
    millisecondsColumn({ name: 'shippedAt', stored: 'shipped_at' }),
    timeColumn({ name: 'createdAt', stored: 'created_at' }),
  ],
  rowFaults: shipmentRowFaults,
  fileFaults: [duplicateIds, existingIds, unknownAccounts],
  tend: async (caller, database, signal) => {
    const accounts = await findLongAccounts(caller, database, 2 * BLOCK_SIZES.shipments)
    await tendShipmentBlocks(caller, database, accounts, { signal })
  },
}
