import { optionalReasonBody, reasonBody } from '../../domain/fields.ts'
import { changeOperation } from '../../http/change-operation.ts'
import { type OperationContract, recordResponse } from '../../http/operation-contract.ts'
import type { ItemVerb } from './change-item-status.rules.ts'
import { CHANGE_ITEM_STATUS } from './change-item-status.ts'
import { INVENTORY_ITEM, INVENTORY_ITEM_BY_ID, toInventoryItem } from './inventory-item.ts'

type Published = 'operationId' | 'description' | 'bodyIsOptional'

interface VerbContract extends Pick<OperationContract, Published> {
  readonly verb: ItemVerb
  readonly body: ReturnType<typeof reasonBody | typeof optionalReasonBody>
  readonly response: string
}

function verbOperation({ verb, response, ...contract }: VerbContract) {
  return changeOperation({
    ...contract,
    path: `/v1/inventory-items/{id}/${verb}`,
    permission: 'inventory_items:update',
    ...INVENTORY_ITEM_BY_ID,
    success: recordResponse(response, INVENTORY_ITEM),
    refusals: [
      ...(verb === 'release' ? (['sign_in_required'] as const) : []),
      'invalid_state_transition',
    ],
    change: CHANGE_ITEM_STATUS,
    input: ({ parameters, body }) => ({
      inventoryItemId: parameters.id,
      verb,
      reason: body.reason ?? null,
    }),
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

export const releaseInventoryItemRoute = verbOperation({
  operationId: 'releaseInventoryItem',
  description: 'Ends the hold of an item: it is `in_vault` again, in the same account.',
  verb: 'release',
  body: optionalReasonBody('Why the hold ends.', 'Ownership confirmed'),
  bodyIsOptional: true,
  response: 'The item, `in_vault`.',
})

export const withdrawInventoryItemRoute = verbOperation({
  operationId: 'withdrawInventoryItem',
  description:
    'Records that an `in_vault` item leaves the vault permanently, without a shipment. ' +
    'Release an item on hold first. A withdrawn item and its history stay readable.',
  verb: 'withdraw',
  body: reasonBody('Why the item is withdrawn.', 'Collected by the owner'),
  response: 'The item, `withdrawn`.',
})

export const changeItemStatusRoutes = [
  holdInventoryItemRoute,
  releaseInventoryItemRoute,
  withdrawInventoryItemRoute,
]
