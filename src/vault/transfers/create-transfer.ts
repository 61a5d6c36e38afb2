import {
  BLOCKED_BY_EXPIRED,
  type Change,
  type ChangeRequest,
  type DecisionTime,
  RETRY_UNBATCHED,
} from '../../database/changes/change.ts'
import { refusalOf } from '../../domain/errors.ts'
import { type LockedItem, momentOf } from '../items/item-changes.store.ts'
import { claimViolations } from '../items/item-claim.ts'
import { accountViolations } from './create-transfer.rules.ts'
import {
  type CreatedTransfer,
  type LockedForTransfers,
  lockForTransfers,
  type NewTransfer,
  writeTransfers,
} from './create-transfer.store.ts'
import { createdEvent } from './transfer-event.ts'

/** Creates batches and claims their items: all items of a batch, or none. */
export const CREATE_TRANSFER: Change<NewTransfer, LockedForTransfers, CreatedTransfer> = {
  name: 'create_transfer',
  seesExpired: true,
  batching: { weightOf: ({ items }) => items.length },
  lock: lockForTransfers,
  judge: judgeCreateTransfer,
  write: writeTransfers,
  events: (accepted) => accepted.map((one) => createdEvent(one, one.result.batch)),
}

/**
 * In published order: `fbo_account_not_found`; then for each item `item_not_in_source_account`, else
 * `item_not_in_vault`, which shipments share (`inventory-items/item-claim.ts`).
 */
function judgeCreateTransfer(
  { caller, input }: ChangeRequest<NewTransfer>,
  facts: LockedForTransfers,
  { nowMs, hasExpired }: DecisionTime,
) {
  const accounts = accountViolations(input, facts.accountIds)
  if (accounts.length > 0) return refusalOf(accounts, 'state')
  const violations = claimViolations(input.items, input.fromFboAccountId, facts.itemsById)
  const items = input.items.map(({ inventoryItemId }) => facts.itemsById.get(inventoryItemId))
  if (violations.length > 0) {
    if (facts.mode === 'skip_locked' && items.includes(undefined)) return RETRY_UNBATCHED
    if (hasExpired && items.some((item) => item?.status === 'transfer_pending'))
      return BLOCKED_BY_EXPIRED
    return refusalOf(violations, 'state')
  }
  const atMs = momentOf(nowMs, items)
  let declared = 0n
  const movementNumbers = (items as LockedItem[]).map((item) => {
    const movementCount = item.movementCount + 1
    declared += BigInt(item.declaredValueCents)
    const claim = { status: 'transfer_pending', activeTransferId: input.id } as const
    facts.itemsById.set(item.id, { ...item, ...claim, changedAtMs: atMs, movementCount })
    return movementCount
  })
  const { id, fromFboAccountId, toFboAccountId, notes = null } = input
  const { transferExpirySeconds, systemApproval } = facts.policy
  const created: CreatedTransfer = {
    batch: {
      id,
      fromFboAccountId,
      toFboAccountId,
      organizationId: caller.organizationId,
      status: 'pending',
      totalItems: items.length,
      approvedBySystem: false,
      notes,
      createdAt: new Date(atMs).toISOString(),
    },
    expiresAtMs: transferExpirySeconds === null ? null : atMs + transferExpirySeconds * 1_000,
    systemReview: systemApproval === 'off' ? 'off' : 'due',
    totalDeclaredValueCents: `${declared}`,
    movementNumbers,
  }
  return created
}
