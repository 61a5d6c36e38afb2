import type { Violation } from '../../domain/errors.ts'
import { foldedValue } from '../../domain/folding.ts'
import {
  type FoldedIdentifier,
  type Identifier,
  identifierKey,
  type PlacedIdentifier,
} from '../../domain/identifiers.ts'
import { hasLeft, type ItemStatus } from './inventory-item.ts'

/** The identifiers of an item as they are compared. */
export function foldedIdentifiers(identifiers: readonly Identifier[]): FoldedIdentifier[] {
  return identifiers.map(({ scheme, value }) => ({ scheme, valueFolded: foldedValue(value) }))
}

interface Holder {
  readonly inventoryItemId: string
  readonly status: ItemStatus
}

/** `identifier_taken` for each identifier that another item in the vault holds. */
export function takenViolations(
  placed: readonly PlacedIdentifier[],
  holders: ReadonlyMap<string, Holder>,
): Violation[] {
  return placed.flatMap((identifier) => {
    const holder = holders.get(identifierKey(identifier))
    if (holder === undefined || hasLeft(holder.status)) return []
    const { scheme, value, pointer } = identifier
    const { inventoryItemId } = holder
    const detail =
      `The item ${inventoryItemId}, which is in the vault, has the identifier ${scheme} ${value}: ` +
      'check the number, or correct that item.'
    return [{ pointer, code: 'identifier_taken' as const, detail, members: { inventoryItemId } }]
  })
}
