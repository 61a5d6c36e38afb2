import { Type } from 'typebox'
import { KeysetPages } from '../../database/keyset-page.ts'
import { type FoundRecord, recordRead } from '../../database/record-read.ts'
import type { RequestDatabase } from '../../database/request-database.ts'
import type { Caller } from '../../domain/caller.ts'
import { EXAMPLE_IDS } from '../../domain/example-ids.ts'
import { namedObject, recordId } from '../../domain/fields.ts'
import { listOperation } from '../../http/list-operation.ts'
import { operation } from '../../http/operation.ts'
import { versionedResponse } from '../../http/operation-contract.ts'
import { readRecord } from '../../http/read-record.ts'
import type { ApprovalState } from '../approvals/approval.ts'
import { APPROVAL_STATE } from '../approvals/approvals.store.ts'
import {
  APPROVED_SHIPMENT,
  OUTBOUND_SHIPMENT_BY_ID,
  SHIPMENT_DETAILS,
  type ShipmentDetails,
  toApprovedShipment,
} from './outbound-shipment.ts'
import { DIRECTED_COLUMNS, DIRECTED_SHIPMENTS } from './shipment-directions.store.ts'

const SHIPMENT = Type.Object({
  ...SHIPMENT_DETAILS.properties,
  approvalState: Type.Unsafe<ApprovalState>({}),
})

const READ = recordRead(DIRECTED_SHIPMENTS, SHIPMENT, {
  ...DIRECTED_COLUMNS,
  approvalState: APPROVAL_STATE.outbound_shipment,
})

/** The caller's shipment with this id, cancelled or not; undefined where there is none. */
export function findOutboundShipment(
  caller: Caller,
  database: Pick<RequestDatabase, 'read'>,
  id: string,
): Promise<FoundRecord<ShipmentDetails & { readonly approvalState: ApprovalState }> | undefined> {
  return database.read(READ, caller, id)
}

export const getOutboundShipmentRoute = operation({
  operationId: 'getOutboundShipment',
  description:
    'Reads one outbound shipment, cancelled or not: its status, who approved it, why it is ' +
    'on hold, and how it was sent.',
  path: '/v1/outbound-shipments/{id}',
  permission: 'outbound_shipments:read',
  ...OUTBOUND_SHIPMENT_BY_ID,
  success: versionedResponse('The shipment.', APPROVED_SHIPMENT),
  handle: readRecord(findOutboundShipment, ({ record }) => toApprovedShipment(record)),
})

interface ShipmentItemRow {
  readonly position: number
  readonly inventoryItemId: string
}

export const SHIPMENT_ITEM_PAGES = new KeysetPages<ShipmentItemRow>({
  order: { direction: 'ascending', key: [{ name: 'position', type: 'number' }] },
  conditions: {},
  select: ({ where, rows }) => `
    select position, inventory_item_id
    from outbound_shipment_items
    where organization_id = $1 and outbound_shipment_id = $2 ${where}
    ${rows}`,
  recordTable: 'outbound_shipments',
})

const LISTED_ITEM = namedObject(
  'ListedShipmentItem',
  'An item that an outbound shipment was created with.',
  {
    position: Type.Integer({
      description: 'Position in the request; the first is 1.',
      examples: [1],
    }),
    inventoryItemId: recordId('Identifier of the item.', EXAMPLE_IDS.inventoryItem),
  },
)

export const listOutboundShipmentItemsRoute = listOperation({
  operationId: 'listOutboundShipmentItems',
  description:
    'Lists the items that one shipment was created with, in the order of the request, page ' +
    'by page.',
  path: '/v1/outbound-shipments/{id}/items',
  permission: 'outbound_shipments:read',
  ...OUTBOUND_SHIPMENT_BY_ID,
  entry: LISTED_ITEM,
  entries: 'items',
  pages: SHIPMENT_ITEM_PAGES,
  toView: (item) => item,
})
