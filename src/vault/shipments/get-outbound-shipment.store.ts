import { Type } from 'typebox'
import { type FoundRecord, recordRead } from '../../database/record-read.ts'
import type { RequestDatabase } from '../../database/request-database.ts'
import type { Caller } from '../../domain/caller.ts'
import type { ApprovalState } from '../approvals/approval.ts'
import { APPROVAL_STATE } from '../approvals/approvals.store.ts'
import { SHIPMENT_DETAILS, type ShipmentDetails } from './outbound-shipment.ts'
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
