import { SHIPMENT_STATUSES } from '../domain/shipment-statuses.ts'
import { findLongAccounts } from '../outbound-shipments/page-counts/find-long-accounts.store.ts'
import { maintainPageCounts } from '../outbound-shipments/page-counts/maintain-page-counts.ts'
import { BLOCK_SIZES } from '../outbound-shipments/page-counts/shipment-blocks.ts'
import { duplicateIds, existingIds, unknownAccounts } from './check-rows.store.ts'
import { choiceColumn, idColumn, millisecondsColumn, timeColumn } from './import-columns.ts'
import { shipmentRowViolations } from './import-outbound-shipments.rules.ts'
import type { ImportSpec } from './import-spec.ts'

/** Files of outbound shipments: the columns are the fields of List Outbound Shipments. */
export const OUTBOUND_SHIPMENTS_IMPORT: ImportSpec = {
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
  rowViolations: shipmentRowViolations,
  fileViolations: [duplicateIds, existingIds, unknownAccounts],
  maintain: async (caller, database, signal) => {
    const accounts = await findLongAccounts(caller, database, 2 * BLOCK_SIZES.shipments)
    await maintainPageCounts(caller, database, accounts, { signal })
  },
}
