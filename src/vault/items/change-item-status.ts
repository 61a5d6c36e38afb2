import { currentPolicy } from '../../access/organizations/current-policy.store.ts'
import { signInRefusal } from '../../access/organizations/sign-in-refusal.ts'
import { BLOCKED_BY_EXPIRED } from '../../database/changes/change.ts'
import { unbatchedChange } from '../../database/changes/unbatched-change.ts'
import { eventOf } from '../../domain/events.ts'
import { changeRefusal, ITEM_VERBS, type ItemVerb } from './change-item-status.rules.ts'
import { lockItem } from './change-item-status.store.ts'
import { inventoryItemNotFound } from './inventory-item.ts'
import { changeItems } from './item-changes.store.ts'

interface ItemChange {
  readonly inventoryItemId: string
  readonly verb: ItemVerb
  readonly reason: string | null
}

/** Holds, releases or withdraws an item; the result is the item afterwards. */
export const CHANGE_ITEM_STATUS = unbatchedChange({
  name: 'change_item_status',
  seesExpired: true,
  lock: (tx, { inventoryItemId, verb }: ItemChange) => ({
    item: lockItem(tx, inventoryItemId),
    policy: verb === 'release' ? currentPolicy(tx) : undefined,
  }),
  judge: ({ caller, input: { verb, reason } }, { item, policy }, { nowMs, hasExpired }) => {
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
  },
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
