import {
  BLOCKED_BY_EXPIRED,
  type ChangeRequest,
  type DecisionTime,
  unbatched,
} from '../database/changes/change.ts'
import { eventOf } from '../domain/events.ts'
import { currentPolicy } from '../organizations/current-policy.store.ts'
import type { OrganizationPolicyRow } from '../organizations/organization-policy.ts'
import { signInRefusal } from '../organizations/sign-in-refusal.ts'
import { changeRefusal, ITEM_VERBS, type ItemVerb } from './change-item-status.rules.ts'
import { lockItem } from './change-item-status.store.ts'
import { type InventoryItemRow, inventoryItemNotFound } from './inventory-item.ts'
import { changeItems } from './item-changes.store.ts'

interface ItemChange {
  readonly inventoryItemId: string
  readonly verb: ItemVerb
  readonly reason: string | null
}

interface LockedItemAndPolicy {
  readonly item: InventoryItemRow | undefined
  /** Only for a release. */
  readonly policy: OrganizationPolicyRow | undefined
}

/** Holds, releases or withdraws an item; the result is the item afterwards. */
export const CHANGE_ITEM_STATUS = unbatched<ItemChange, LockedItemAndPolicy, InventoryItemRow>({
  name: 'change_item_status',
  lock: async (tx, { inventoryItemId, verb }) => {
    const [item, policy] = await Promise.all([
      lockItem(tx, inventoryItemId),
      verb === 'release' ? currentPolicy(tx) : undefined,
    ])
    return { item, policy }
  },
  judge: judgeChangeItemStatus,
  write: (tx, { caller, input, result }) => {
    const { from, to, kind } = ITEM_VERBS[input.verb]
    changeItems(tx, {
      itemIds: [result.id],
      kind,
      atMs: result.changedAt.getTime(),
      fromStatus: from,
      toStatus: to,
      tokenId: caller.tokenId,
      reason: input.reason,
    })
  },
  events: (one) => {
    const { from, to, kind } = ITEM_VERBS[one.input.verb]
    const { id, fboAccountId, changedAt } = one.result
    return eventOf(one, `inventory_item.${kind}`, {
      occurredAt: changedAt,
      subject: { type: 'inventory_item', id },
      data: { fboAccountId, statusBefore: from, statusAfter: to },
    })
  },
})

function judgeChangeItemStatus(
  { caller, input: { verb, reason } }: ChangeRequest<ItemChange>,
  { item, policy }: LockedItemAndPolicy,
  { nowMs, hasExpired }: DecisionTime,
) {
  if (item === undefined) return inventoryItemNotFound()
  const tooOld = policy && signInRefusal(caller, policy, nowMs)
  if (tooOld !== undefined) return tooOld
  const refusal = changeRefusal(verb, item)
  // A claim that has expired is ended first, and the verb is judged again.
  if (refusal !== undefined)
    return hasExpired && item.status === 'transfer_pending' ? BLOCKED_BY_EXPIRED : refusal
  const { to } = ITEM_VERBS[verb]
  return {
    ...item,
    status: to,
    holdReason: to === 'on_hold' ? reason : null,
    changedAt: new Date(Math.max(nowMs, item.changedAt.getTime())),
  }
}
