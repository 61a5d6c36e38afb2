import { Type } from 'typebox'
import { storedText } from '../../domain/fields.ts'
import { CARRIER_TEXT_LENGTH_MAX } from '../../domain/limits.ts'
import { accountParameter, yesOrNoParameter } from '../../domain/pagination.ts'
import { SHIPMENT_STATUSES } from '../../domain/shipment-statuses.ts'
import { listOperation } from '../../http/list-operation.ts'
import { SHIPMENT_PAGES } from './list-outbound-shipments.store.ts'
import { OUTBOUND_SHIPMENT } from './outbound-shipment.ts'

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
