import { currentPolicy } from '../../access/organizations/organization-policy.ts'
import { signInRefusal } from '../../access/organizations/sign-in-refusal.ts'
import { BLOCKED_BY_EXPIRED } from '../../database/changes/change.ts'
import type { Refusal } from '../../domain/errors.ts'
import { eventOf } from '../../domain/events.ts'
import { optionalReasonBody, reasonBody } from '../../domain/fields.ts'
import { illegalTransition } from '../../domain/state-transitions.ts'
import { change } from '../../http/change.ts'
import { type OperationContract, recordResponse } from '../../http/operation-contract.ts'
import {
  INVENTORY_ITEM,
  INVENTORY_ITEM_BY_ID,
  ITEM,
  type ItemStatus,
  inventoryItemNotFound,
  toInventoryItem,
} from './inventory-item.ts'
import type { MovementKind } from './inventory-movement.ts'
import { changeItems } from './item-changes.store.ts'
import { holderOf, type ItemState } from './item-claim.ts'

/** The effect of each verb on an item, and the only status in which the item takes it. */
const ITEM_VERBS = {
  hold: { from: 'in_vault', to: 'on_hold', kind: 'held' },
  release: { from: 'on_hold', to: 'in_vault', kind: 'released' },
  withdraw: { from: 'in_vault', to: 'withdrawn', kind: 'withdrawn' },
} as const satisfies Record<string, { from: ItemStatus; to: ItemStatus; kind: MovementKind }>

export type ItemVerb = keyof typeof ITEM_VERBS

/** Why the item does not take the verb: `invalid_state_transition`; undefined where it does. */
function changeRefusal(
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

type Published = 'operationId' | 'description' | 'bodyIsOptional'

interface VerbContract extends Pick<OperationContract, Published> {
  readonly verb: ItemVerb
  readonly body: ReturnType<typeof reasonBody | typeof optionalReasonBody>
  readonly response: string
}

/** Holds, releases or withdraws an item; the result is the item afterwards. */
function verbOperation({ verb, response, ...contract }: VerbContract) {
  const { from, to, kind } = ITEM_VERBS[verb]
  return change({
    ...contract,
    path: `/v1/inventory-items/{id}/${verb}`,
    permission: 'inventory_items:update',
    ...INVENTORY_ITEM_BY_ID,
    success: recordResponse(response, INVENTORY_ITEM),
    refusals: [
      ...(verb === 'release' ? (['sign_in_required'] as const) : []),
      'invalid_state_transition',
    ],
    seesExpired: true,
    lock: (tx, { id }) => ({
      item: ITEM.lock(tx, id),
      policy: verb === 'release' ? currentPolicy(tx) : undefined,
    }),
    judge: ({ caller, input: { body } }, { item, policy }, { nowMs, hasExpired }) => {
      if (item === undefined) return inventoryItemNotFound()
      const tooOld = policy && signInRefusal(caller, policy, nowMs)
      if (tooOld !== undefined) return tooOld
      const refusal = changeRefusal(verb, item)
      // A claim that has expired is ended first, and the verb is judged again.
      if (refusal !== undefined)
        return hasExpired && item.status === 'transfer_pending' ? BLOCKED_BY_EXPIRED : refusal
      return {
        ...item,
        status: to,
        holdReason: to === 'on_hold' ? (body.reason ?? null) : null,
        changedAt: new Date(Math.max(nowMs, item.changedAt.getTime())),
      }
    },
    write: (tx, { caller, input, result }) => {
      changeItems(tx, {
        itemIds: [result.id],
        kind,
        atMs: result.changedAt.getTime(),
        fromStatus: from,
        toStatus: to,
        tokenId: caller.tokenId,
        reason: input.body.reason ?? null,
      })
    },
    events: (one) => {
      const { id, fboAccountId, changedAt } = one.result
      return eventOf(one, `inventory_item.${kind}`, {
        occurredAt: changedAt,
        subject: { type: 'inventory_item', id },
        data: { fboAccountId, statusBefore: from, statusAfter: to },
      })
    },
    respond: (row) => ({ body: { data: toInventoryItem(row) } }),
  })
}

export const holdInventoryItemRoute = verbOperation({
  operationId: 'holdInventoryItem',
  description:
    'Puts an item that is `in_vault` on hold. Until it is released, nothing can claim or withdraw ' +
    'it. It stays in its account.',
  verb: 'hold',
  body: reasonBody('Why the item is held.', 'Ownership disputed'),
  response: 'The item, `on_hold`.',
})

const releaseInventoryItemRoute = verbOperation({
  operationId: 'releaseInventoryItem',
  description: 'Ends the hold of an item: it is `in_vault` again, in the same account.',
  verb: 'release',
  body: optionalReasonBody('Why the hold ends.', 'Ownership confirmed'),
  bodyIsOptional: true,
  response: 'The item, `in_vault`.',
})

const withdrawInventoryItemRoute = verbOperation({
  operationId: 'withdrawInventoryItem',
  description:
    'Records that an `in_vault` item leaves the vault permanently, without a shipment. ' +
    'Release an item on hold first. A withdrawn item and its history stay readable.',
  verb: 'withdraw',
  body: reasonBody('Why the item is withdrawn.', 'Collected by the owner'),
  response: 'The item, `withdrawn`.',
})

export const changeItemStatusRoutes = {
  hold: holdInventoryItemRoute,
  release: releaseInventoryItemRoute,
  withdraw: withdrawInventoryItemRoute,
}
