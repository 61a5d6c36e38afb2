import { Type } from 'typebox'
import { KeysetPages } from '../../database/keyset-page.ts'
import { instantOf } from '../../database/postgres/values.ts'
import { findById } from '../../database/record.ts'
import type { Caller } from '../../domain/caller.ts'
import { namedObject, recordId, storedText } from '../../domain/fields.ts'
import { tidiedId } from '../../domain/folding.ts'
import { EXAMPLE_IDS } from '../../domain/ids.ts'
import { CARRIER_TEXT_LENGTH_MAX } from '../../domain/limits.ts'
import {
  accountParameter,
  type FiltersOf,
  NEWEST_FIRST,
  yesOrNoParameter,
} from '../../domain/pagination.ts'
import { SHIPMENT_STATUSES, type ShipmentStatus } from '../../domain/state-transitions.ts'
import { listOperation } from '../../http/list-operation.ts'
import { operation } from '../../http/operation.ts'
import { versionedResponse } from '../../http/operation-contract.ts'
import { readRecord } from '../../http/read-record.ts'
import type { ApprovalState } from '../approvals/approval.ts'
import { APPROVAL_STATE } from '../approvals/approvals.store.ts'
import {
  APPROVED_SHIPMENT,
  OUTBOUND_SHIPMENT,
  OUTBOUND_SHIPMENT_BY_ID,
  type OutboundShipment,
  type ShipmentDetailsRow,
  toApprovedShipment,
} from './outbound-shipment.ts'
import { DIRECTED_COLUMNS, DIRECTED_SHIPMENTS } from './shipment-directions.store.ts'

const FILTERS = {
  status: Type.Optional(
    Type.Enum([...SHIPMENT_STATUSES], { description: 'Only shipments with this status.' }),
  ),
  fboAccountId: accountParameter(
    'Only shipments of this FBO account; none if the account is unknown.',
  ),
  cancelled: yesOrNoParameter('`true`: only cancelled shipments; `false`: only the others.', {
    default: 'false',
  }),
  held: yesOrNoParameter('`true`: only shipments on hold; `false`: only the others.', {
    examples: ['true'],
  }),
  hasTracking: yesOrNoParameter(
    '`true`: only shipments with a tracking number; `false`: only the others.',
    { examples: ['false'] },
  ),
  trackingNumber: Type.Optional(
    storedText(
      'Only shipments with this tracking number. Case counts, and so do spaces, but for those at ' +
        'its ends and doubled ones.',
      { maxLength: CARRIER_TEXT_LENGTH_MAX, example: 'BX 4417 2203 SE' },
    ),
  ),
}

type ShipmentValues = readonly [
  id: string,
  fboAccountId: string,
  organizationId: string,
  status: ShipmentStatus,
  shippedAt: number | null,
  createdAt: string,
]

/** Newest first, then by id (Spec choice N24). */
export const SHIPMENT_PAGES = new KeysetPages<OutboundShipment, FiltersOf<typeof FILTERS>>({
  order: NEWEST_FIRST,
  conditions: {
    cancelled: (cancelled) => isSet('cancelled_at', cancelled ?? 'false'),
    fboAccountId: 'and shipment.fbo_account_id = ?',
    // A literal, not a parameter: so the plan of each status rests on how frequent that status is.
    // An unknown one never gets into a text.
    status: (status) =>
      status === undefined
        ? ''
        : `and shipment.status = '${SHIPMENT_STATUSES[SHIPMENT_STATUSES.indexOf(status)]}'`,
    held: (held) => isSet('held_at', held),
    hasTracking: (hasTracking) => isSet('tracking_number', hasTracking),
    trackingNumber: 'and shipment.tracking_number collate "C" = ?',
  },
  forms: { trackingNumber: tidiedId },
  // The subquery skips in an index, which has all its columns; only rows of the page are computed.
  select: ({ where, rows, order }) => `
    select page.id, page.fbo_account_id, page.organization_id, page.status,
      (extract(epoch from page.shipped_at) * 1000)::float8 as shipped,
      page.created_at::text as created
    from (
      select id, fbo_account_id, organization_id, status, shipped_at, created_at
      from outbound_shipments as shipment
      where organization_id = $1 ${where}
      ${rows}
    ) as page
    ${order}`,
  fromValues: toShipment,
  isQuick: ({ held, hasTracking, trackingNumber }) =>
    [held, hasTracking, trackingNumber].every((filter) => filter === undefined),
})

function isSet(column: string, wanted: 'true' | 'false' | undefined): string {
  if (wanted === undefined) return ''
  return `and shipment.${column} is ${wanted === 'true' ? 'not null' : 'null'}`
}

function toShipment(values: ShipmentValues, caller: Caller): OutboundShipment {
  const [id, fboAccountId, organizationId, status, shippedAt, createdAt] = values
  // Statements follow each other on shared connections: this notices results that are mixed up.
  if (organizationId !== caller.organizationId) throw new Error("another organization's rows")
  return { id, fboAccountId, organizationId, status, shippedAt, createdAt: instantOf(createdAt) }
}

export const listOutboundShipmentsRoute = listOperation({
  operationId: 'listOutboundShipments',
  description:
    'Lists outbound shipments of the organization, newest first, page by page, without ' +
    'cancelled ones, which `cancelled=true` lists.',
  path: '/v1/outbound-shipments',
  permission: 'outbound_shipments:read',
  filters: FILTERS,
  whatMayChange:
    'A shipment that is cancelled in the meantime may or may not be returned. With ' +
    '`status`, `held` or `hasTracking`, the same applies to a shipment that changes in that.',
  entry: OUTBOUND_SHIPMENT,
  entries: 'shipments',
  pages: SHIPMENT_PAGES,
  toView: (shipment) => shipment,
})

/** The caller's shipment, cancelled or not. */
export const findOutboundShipment = findById<
  ShipmentDetailsRow & { readonly approvalState: ApprovalState }
>(`
  select ${DIRECTED_COLUMNS}, ${APPROVAL_STATE.outbound_shipment} as approval_state
  from ${DIRECTED_SHIPMENTS}
  where organization_id = $1 and id = $2`)

export const getOutboundShipmentRoute = operation({
  operationId: 'getOutboundShipment',
  description:
    'Reads one outbound shipment, cancelled or not: its status, who approved it, why it is ' +
    'on hold, and how it was sent.',
  path: '/v1/outbound-shipments/{id}',
  permission: 'outbound_shipments:read',
  ...OUTBOUND_SHIPMENT_BY_ID,
  success: versionedResponse('The shipment.', APPROVED_SHIPMENT),
  handle: readRecord(findOutboundShipment, toApprovedShipment),
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
