import type { Refusal } from '../../domain/errors.ts'
import { illegalTransition } from '../../domain/state-transitions.ts'
import type { ItemStatus } from './inventory-item.ts'
import type { MovementKind } from './inventory-movement.ts'
import { holderOf, type ItemState } from './item-claim.ts'

/** The effect of each verb on an item, and the only status in which the item takes it. */
export const ITEM_VERBS = {
  hold: { from: 'in_vault', to: 'on_hold', kind: 'held' },
  release: { from: 'on_hold', to: 'in_vault', kind: 'released' },
  withdraw: { from: 'in_vault', to: 'withdrawn', kind: 'withdrawn' },
} as const satisfies Record<string, { from: ItemStatus; to: ItemStatus; kind: MovementKind }>

export type ItemVerb = keyof typeof ITEM_VERBS

/** Why the item does not take the verb: `invalid_state_transition`; undefined where it does. */
export function changeRefusal(
  verb: ItemVerb,
  item: Pick<ItemState, 'status' | 'activeTransferId' | 'activeShipmentId'>,
): Refusal | undefined {
  if (item.status === ITEM_VERBS[verb].from) return undefined
  const holder = holderOf(item)
  const [heldBy] = Object.values(holder)
  return illegalTransition({
    recordType: 'item',
    verb,
    currentStatus: item.status,
    allowed: verbsOf(item.status),
    members: holder,
    ...(heldBy === undefined ? {} : { because: `held by ${heldBy}` }),
  })
}

function verbsOf(status: ItemStatus): string[] {
  return Object.entries(ITEM_VERBS).flatMap(([verb, { from }]) => (from === status ? [verb] : []))
}
