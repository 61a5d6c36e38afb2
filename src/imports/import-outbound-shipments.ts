import { SHIPMENT_STATUSES, SHIPPED_STATUSES } from '../domain/shipment-statuses.ts'
import { findLongAccounts } from '../outbound-shipments/page-counts/find-long-accounts.store.ts'
import { maintainPageCounts } from '../outbound-shipments/page-counts/maintain-page-counts.ts'
import { BLOCK_SIZES } from '../outbound-shipments/page-counts/shipment-blocks.ts'
import { unknownAccounts } from './check-rows.store.ts'
import type { ImportSpec } from './import-spec.ts'
import { oneOf, readId, readMilliseconds } from './read-cells.ts'

/** Files of outbound shipments: the columns are the fields of List Outbound Shipments. */
export const OUTBOUND_SHIPMENTS_IMPORT: ImportSpec = {
  name: 'outbound-shipments',
  singular: 'outbound shipment',
  plural: 'outbound shipments',
  table: 'outbound_shipments',
  permission: 'outbound_shipments:create',
  statusPermissions: {
    inspecting: ['outbound_shipments:update'],
    pending_approval: ['outbound_shipments:update'],
    approved: ['outbound_shipments:update', 'outbound_shipments:approve'],
    shipped: ['outbound_shipments:update', 'outbound_shipments:approve'],
    delivered: ['outbound_shipments:update', 'outbound_shipments:approve'],
  },
  idPrefix: 'ship',
  reservedId: 'by-tracking-number',
  event: { type: 'outbound_shipment.imported', recordsPath: '/v1/outbound-shipments' },
  creatorColumn: 'created_by_token_id',
  columns: [
    { name: 'fboAccountId', read: readId, required: true },
    { name: 'status', read: oneOf(SHIPMENT_STATUSES), default: 'packing' },
    {
      name: 'shippedAt',
      read: readMilliseconds,
      goesWith: { statuses: SHIPPED_STATUSES, isRequired: true },
    },
  ],
  fileChecks: [unknownAccounts],
  maintain: async (caller, database, signal) => {
    const accounts = await findLongAccounts(caller, database, 2 * BLOCK_SIZES.shipments)
    await maintainPageCounts(caller, database, accounts, { signal })
  },
}
