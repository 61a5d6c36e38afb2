import type { ItemStatus } from '../../inventory-items/inventory-item.ts'
import type { InventoryMovementRow } from '../../inventory-items/inventory-movement.ts'

/** A row of the movement log. */
export interface SyntheticMovement extends Omit<InventoryMovementRow, 'tokenId'> {
  readonly inventoryItemId: string
}

/** What happened to an item after it was taken in; the account, where the step changes it. */
export type LogStep = Pick<SyntheticMovement, 'kind' | 'at'> &
  Partial<
    Pick<SyntheticMovement, 'toFboAccountId' | 'transferBatchId' | 'outboundShipmentId' | 'reason'>
  >

interface Intake {
  readonly id: string
  readonly fboAccountId: string
  readonly createdAt: Date
}

/** The log of an item, its intake first; each movement starts where the one before ended. */
export function logOf(
  { id, fboAccountId, createdAt }: Intake,
  steps: readonly LogStep[],
): SyntheticMovement[] {
  const log: SyntheticMovement[] = []
  for (const step of [{ kind: 'taken_in', at: createdAt } as const, ...steps]) {
    const before = log.at(-1)
    log.push({
      inventoryItemId: id,
      number: log.length + 1,
      fromFboAccountId: before?.toFboAccountId ?? null,
      fromStatus: before?.toStatus ?? null,
      toFboAccountId: before?.toFboAccountId ?? fboAccountId,
      toStatus: statusAfter(step.kind),
      transferBatchId: null,
      outboundShipmentId: null,
      reason: null,
      ...step,
    })
  }
  return log
}

/** The columns of an item's row that follow from its log. */
export function stateAfter(log: readonly SyntheticMovement[]) {
  const last = log.at(-1) as SyntheticMovement
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

const STATUS_AFTER: Readonly<Record<string, ItemStatus>> = {
  transfer_created: 'transfer_pending',
  held: 'on_hold',
  withdrawn: 'withdrawn',
  shipment_shipped: 'shipped',
  shipment_delivered: 'delivered',
  shipment_cancelled: 'in_vault',
}

function statusAfter(kind: SyntheticMovement['kind']): ItemStatus {
  const unlessListed = kind.startsWith('shipment_') ? 'shipment_pending' : 'in_vault'
  return STATUS_AFTER[kind] ?? unlessListed
}
