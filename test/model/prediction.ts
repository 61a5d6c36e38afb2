import type { RefusalCode } from '../../src/domain/errors.ts'
import type { ModelItem, ModelToken, VaultModel } from './model-state.ts'

/** The response that the service must give. */
export interface Prediction {
  readonly status: number
  /** The code of a refusal. */
  readonly code?: RefusalCode
  /** Members of a refusal beyond those that every one has. */
  readonly members?: Readonly<Record<string, unknown>>
  /** Pointer, code and other members of each entry of a refusal's `errors`. */
  readonly errors?: readonly PredictedError[]
  /** The body of a success, with INSTANT for times that only the service knows. */
  readonly body?: (reported: Reported) => unknown
  /** Updates the model to the state of the vault afterwards. */
  readonly apply?: (reported: Reported) => void
}

export type PredictedError = readonly [pointer: string, code: string, members?: object]

/** The body of a response. */
// biome-ignore lint/suspicious/noExplicitAny: it is compared whole, and asked for ids and times
export type Reported = any

export const NO_FIELDS: Prediction = {
  status: 400,
  code: 'no_updatable_fields',
  errors: [['', 'no_updatable_fields']],
}

/** The record with that id as the caller sees it: foreign records do not exist. */
export function seen<T>(
  records: ReadonlyMap<string, T>,
  caller: ModelToken,
  id: string,
): T | undefined {
  return caller.isOutsider ? undefined : records.get(id)
}

/** The items that a claim cannot have, in the order of the request. */
export function claimErrors(
  model: VaultModel,
  accountId: string,
  itemIds: readonly string[],
): readonly PredictedError[] {
  return itemIds.flatMap((inventoryItemId, index): PredictedError[] => {
    const pointer = `/items/${index}/inventoryItemId`
    const item = model.items.get(inventoryItemId)
    if (item === undefined || item.fboAccountId !== accountId) {
      return [[pointer, 'item_not_in_source_account', { inventoryItemId }]]
    }
    if (item.status === 'in_vault') return []
    const members = { inventoryItemId, itemStatus: item.status, ...holderOf(item) }
    return [[pointer, 'item_not_in_vault', members]]
  })
}

/** The pointers to items that are named more than once. */
export function duplicateErrors(itemIds: readonly string[]): readonly PredictedError[] {
  return itemIds.flatMap((id, index): PredictedError[] =>
    itemIds.indexOf(id) === itemIds.lastIndexOf(id)
      ? []
      : [[`/items/${index}/inventoryItemId`, 'duplicate_item', { inventoryItemId: id }]],
  )
}

/** A refusal out of errors: their own code where they share it, or the first one's for a state. */
export function refused(status: 400 | 404 | 409, errors: readonly PredictedError[]): Prediction {
  const [first] = errors
  const shared = errors.every(([, code]) => code === first?.[1])
  const code = shared || status !== 400 ? first?.[1] : 'invalid_request'
  return { status, code: code as RefusalCode, errors }
}

export function holderOf({ activeTransferId, activeShipmentId }: ModelItem): object {
  if (activeTransferId !== null) return { activeTransferId }
  return activeShipmentId === null ? {} : { activeShipmentId }
}

/** Whether both count as one person: same lineage of tokens, same person, or same owner. */
export function isSamePerson(model: VaultModel, creatorId: string, approver: ModelToken): boolean {
  const creator = model.tokens.find(({ id }) => id === creatorId)
  if (creator === undefined) return false
  return (
    creator.principal === approver.principal ||
    (creator.owner !== null && creator.owner === approver.owner)
  )
}

/** When a record that was created then expires under the present policy. */
export function expiryOf({ policy }: VaultModel, createdAt: string): string | null {
  const { transferExpirySeconds: seconds } = policy
  return seconds === null ? null : new Date(Date.parse(createdAt) + seconds * 1_000).toISOString()
}

/** The refusal of a decision on a record that has ended. */
export function ended({ status }: { readonly status: string }): Prediction | undefined {
  if (status === 'pending') return undefined
  const members = { currentStatus: status, allowed: [] }
  return { status: 409, code: 'invalid_state_transition', members }
}
