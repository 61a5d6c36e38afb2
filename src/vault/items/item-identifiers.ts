import {
  ORGANIZATION,
  type OrganizationTransaction,
} from '../../database/changes/organization-transaction.ts'
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

interface ItemIdentifier extends FoldedIdentifier {
  readonly inventoryItemId: string
}

export interface IdentifierHolder extends ItemIdentifier {
  /** As stored, without claims. */
  readonly status: ItemStatus
}

// `lateral` with a limit: the unique index is used whatever the planner knows of the table.
const HOLDERS = `
  select sent.scheme, sent.value_folded, held.inventory_item_id,
    item.status
  from unnest($2::text[], $3::text[]) as sent (scheme, value_folded)
  cross join lateral (
    select inventory_item_id
    from inventory_item_identifiers
    where organization_id = $1 and scheme = sent.scheme and value_folded = sent.value_folded
      and is_present
    limit 1
  ) as held
  join inventory_items as item on item.organization_id = $1 and item.id = held.inventory_item_id`

/**
 * The items that hold these identifiers, by key. Nothing is locked: of two items that take an
 * identifier at the same time, the second breaks `inventory_item_identifiers_present` once the
 * first is committed, and its change is judged again (`isConflict`). An item that has left never
 * comes back.
 */
export async function identifierHolders(
  tx: OrganizationTransaction,
  identifiers: readonly FoldedIdentifier[],
): Promise<ReadonlyMap<string, IdentifierHolder>> {
  if (identifiers.length === 0) return new Map()
  const rows = await tx.run<IdentifierHolder>(HOLDERS, columns(identifiers))
  return new Map(rows.map((row) => [identifierKey(row), row]))
}

const RELEASE = `
  update inventory_item_identifiers as held
  set is_present = false
  from unnest($2::text[], $3::text[], $4::text[]) as gone (scheme, value_folded, item_id)
  where organization_id = $1 and inventory_item_id = gone.item_id and held.scheme = gone.scheme
    and held.value_folded = gone.value_folded`

// In one order for all: of two that insert the same identifiers, the second waits, and no circle
// closes.
const INSERT = `
  insert into inventory_item_identifiers (organization_id, scheme, value_folded, inventory_item_id,
    is_present)
  select organization_id, scheme, value_folded, item_id, is_present::boolean
  from ${ORGANIZATION}
  cross join unnest($2::text[], $3::text[], $4::text[], $5::text[])
    as sent (scheme, value_folded, item_id, is_present)
  order by scheme, value_folded`

/**
 * Writes identifiers of items.
 * @param holders those of `identifierHolders`
 */
export function insertIdentifiers(
  tx: OrganizationTransaction,
  identifiers: readonly (ItemIdentifier & { readonly isPresent: boolean })[],
  holders: ReadonlyMap<string, IdentifierHolder>,
): void {
  if (identifiers.length === 0) return
  const gone = identifiers.flatMap((one) => {
    const holder = one.isPresent ? holders.get(identifierKey(one)) : undefined
    return holder !== undefined && hasLeft(holder.status) ? [holder] : []
  })
  const itemIds = (of: readonly ItemIdentifier[]) => of.map((one) => one.inventoryItemId)
  if (gone.length > 0) void tx.run(RELEASE, [...columns(gone), itemIds(gone)])
  const isPresent = identifiers.map((one) => String(one.isPresent))
  void tx.run(INSERT, [...columns(identifiers), itemIds(identifiers), isPresent])
}

function columns(identifiers: readonly FoldedIdentifier[]): [string[], string[]] {
  return [
    identifiers.map(({ scheme }) => scheme),
    identifiers.map(({ valueFolded }) => valueFolded),
  ]
}
