import type { ItemStatus } from '../inventory-items/inventory-item.ts'
import type { InventoryMovementRow, MovementKind } from '../inventory-items/inventory-movement.ts'

/** One row of the movement log. */
export interface DemoMovement extends Omit<InventoryMovementRow, 'tokenId'> {
  readonly inventoryItemId: string
}

/** What happened to an item after it was taken in. */
export interface LogStep {
  readonly kind: Exclude<MovementKind, 'imported' | 'taken_in'>
  readonly at: Date
  /** The account it goes to, where it changes. */
  readonly toFboAccountId?: string
  readonly transferBatchId?: string
  readonly outboundShipmentId?: string
  readonly reason?: string | null
}

export interface Intake {
  readonly id: string
  readonly fboAccountId: string
  readonly createdAt: Date
}

/** What an item is after all that happened to it, as its row says. */
export interface LoggedState {
  readonly fboAccountId: string
  readonly status: ItemStatus
  readonly activeTransferId: string | null
  readonly activeShipmentId: string | null
  readonly holdReason: string | null
  readonly movementCount: number
  readonly changedAt: Date
}

const STATUS_AFTER: Record<LogStep['kind'], ItemStatus> = {
  transfer_created: 'transfer_pending',
  transfer_completed: 'in_vault',
  transfer_rejected: 'in_vault',
  transfer_cancelled: 'in_vault',
  transfer_expired: 'in_vault',
  held: 'on_hold',
  released: 'in_vault',
  withdrawn: 'withdrawn',
  shipment_created: 'shipment_pending',
  shipment_inspecting: 'shipment_pending',
  shipment_submitted: 'shipment_pending',
  shipment_approved: 'shipment_pending',
  shipment_returned_to_packing: 'shipment_pending',
  shipment_held: 'shipment_pending',
  shipment_released: 'shipment_pending',
  shipment_shipped: 'shipped',
  shipment_delivered: 'delivered',
  shipment_cancelled: 'in_vault',
}

/** The log of an item, its intake first, each movement from where the one before led to. */
export function logOf({ id, fboAccountId, createdAt }: Intake, steps: readonly LogStep[]) {
  const log: DemoMovement[] = [
    {
      inventoryItemId: id,
      number: 1,
      at: createdAt,
      kind: 'taken_in',
      fromFboAccountId: null,
      fromStatus: null,
      toFboAccountId: fboAccountId,
      toStatus: 'in_vault',
      transferBatchId: null,
      outboundShipmentId: null,
      reason: null,
    },
  ]
  for (const step of steps) {
    const before = log.at(-1) as DemoMovement
    log.push({
      inventoryItemId: id,
      number: before.number + 1,
      at: step.at,
      kind: step.kind,
      fromFboAccountId: before.toFboAccountId,
      fromStatus: before.toStatus,
      toFboAccountId: step.toFboAccountId ?? before.toFboAccountId,
      toStatus: STATUS_AFTER[step.kind],
      transferBatchId: step.transferBatchId ?? null,
      outboundShipmentId: step.outboundShipmentId ?? null,
      reason: step.reason ?? null,
    })
  }
  return log
}

/** Where the last movement of a log left the item. */
export function stateAfter(log: readonly DemoMovement[]): LoggedState {
  const last = log.at(-1) as DemoMovement
  return {
    fboAccountId: last.toFboAccountId,
    status: last.toStatus,
    activeTransferId: last.toStatus === 'transfer_pending' ? last.transferBatchId : null,
    activeShipmentId: last.toStatus === 'shipment_pending' ? last.outboundShipmentId : null,
    holdReason: last.toStatus === 'on_hold' ? last.reason : null,
    movementCount: log.length,
    changedAt: last.at,
  }
}
