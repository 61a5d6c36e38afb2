import { type FoundRecord, recordRead } from '../database/batching/record-read.ts'
import type { RequestDatabase } from '../database/request-database.ts'
import type { Caller } from '../domain/caller.ts'
import { SHIPMENT_DETAILS, type ShipmentDetails } from './outbound-shipment.ts'
import { DIRECTED_COLUMNS, DIRECTED_SHIPMENTS } from './shipment-directions.store.ts'

const READ = recordRead(
  'get_outbound_shipment',
  DIRECTED_SHIPMENTS,
  SHIPMENT_DETAILS,
  DIRECTED_COLUMNS,
)

/** The caller's shipment with this id, cancelled or not; undefined where there is none. */
export function findOutboundShipment(
  caller: Caller,
  database: Pick<RequestDatabase, 'read'>,
  id: string,
): Promise<FoundRecord<ShipmentDetails> | undefined> {
  return database.read(READ, caller, id)
}
