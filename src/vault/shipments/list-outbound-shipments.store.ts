import { KeysetPages } from '../../database/keyset-page.ts'
import type { PageClauses } from '../../database/keyset-text.ts'
import type { RequestDatabase } from '../../database/request-database.ts'
import type { Caller } from '../../domain/caller.ts'
import { tidiedId } from '../../domain/folding.ts'
import { NEWEST_FIRST, type Page, type PageRequest, rowsBefore } from '../../domain/pagination.ts'
import { type OutboundShipment, toShipment } from './outbound-shipment.ts'
import { findDeepPage } from './page-counts/find-deep-page.store.ts'
import {
  LISTED_COLUMNS,
  SHIPMENT_CONDITIONS,
  SHIPMENT_VALUES,
  type ShipmentFilters,
  type ShipmentValues,
} from './page-counts/shipment-filters.ts'

/** Up to here, skipping shipments costs less than finding the beginning of the page by counts. */
const OFFSET_SKIPPED_MAX = 500

interface ListedFilters extends ShipmentFilters {
  readonly held?: 'true' | 'false'
  readonly hasTracking?: 'true' | 'false'
  readonly trackingNumber?: string
}

const STATEMENT = {
  order: NEWEST_FIRST,
  rowsAre: 'values',
  select: ({ where, rows, order }: PageClauses) => `
    select ${SHIPMENT_VALUES}
    from (
      select ${LISTED_COLUMNS}
      from outbound_shipments as shipment
      where organization_id = $1 ${where}
      ${rows}
    ) as page
    ${order}`,
} as const

const PAGES = new KeysetPages<ShipmentValues, ShipmentFilters>({
  ...STATEMENT,
  isQuick: true,
  conditions: SHIPMENT_CONDITIONS,
})

/** Pages with the filters that no count of shipments has, so that no page is found by counts. */
const NARROWED_PAGES = new KeysetPages<ShipmentValues, ListedFilters>({
  ...STATEMENT,
  conditions: {
    ...SHIPMENT_CONDITIONS,
    held: (held) => isSet('held_at', held),
    hasTracking: (hasTracking) => isSet('tracking_number', hasTracking),
    trackingNumber: 'and shipment.tracking_number collate "C" = ?',
  },
})

function isSet(column: string, wanted: 'true' | 'false' | undefined): string {
  if (wanted === undefined) return ''
  return `and shipment.${column} is ${wanted === 'true' ? 'not null' : 'null'}`
}

interface ShipmentPage extends Page<OutboundShipment> {
  /** Too much had to be read one by one: the page counts need maintenance. */
  readonly needsMaintenance: boolean
}

/** One page of the caller's shipments, newest first, then by id (Spec choice N24). */
export async function listOutboundShipments(
  caller: Caller,
  database: RequestDatabase,
  sent: PageRequest & ListedFilters,
): Promise<ShipmentPage> {
  const { held, hasTracking, trackingNumber } = sent
  // A number is kept in this form.
  const request =
    trackingNumber === undefined ? sent : { ...sent, trackingNumber: tidiedId(trackingNumber) }
  const isCounted = [held, hasTracking, trackingNumber].every((filter) => filter === undefined)
  if (isCounted && rowsBefore(request) > OFFSET_SKIPPED_MAX) {
    return await listDeepPage(caller, database, request)
  }
  const pages = isCounted ? PAGES : NARROWED_PAGES
  const found = await pages.read(caller, database, request)
  // Statements follow each other on shared connections: this notices results that are mixed up.
  const isOurs = ([, , organizationId]: ShipmentValues) => organizationId === caller.organizationId
  if (!found.every(isOurs)) throw new Error("another organization's rows")
  return { ...PAGES.toPage(found.map(toShipment), request), needsMaintenance: false }
}

/** The same page found by counts: as fast on page 100,000 as on page 1. */
export async function listDeepPage(
  caller: Caller,
  database: RequestDatabase,
  request: PageRequest & ShipmentFilters,
): Promise<ShipmentPage> {
  const { found, needsMaintenance } = await findDeepPage(caller, database, request)
  return { ...PAGES.toPage(found.map(toShipment), request), needsMaintenance }
}
