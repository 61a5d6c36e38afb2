import { runStatement } from '../../database/changes/organization-transaction.ts'
import { foldedValue } from '../../domain/folding.ts'
import { type Identifier, identifierKey } from '../../domain/identifiers.ts'
import { hasLeft, type ItemStatus } from '../../vault/items/inventory-item.ts'
import type { CalculatedCheck } from './verification-check.store.ts'

const PAGE = 5_000

const WITH_IDENTIFIERS = `
  select id, identifiers, status,
    array(
      select scheme || ':' || value_folded
      from inventory_item_identifiers
      where organization_id = $1 and inventory_item_id = item.id
      order by 1
    ) as stored,
    exists (
      select from inventory_item_identifiers
      where organization_id = $1 and inventory_item_id = item.id and not is_present
    ) as is_free
  from inventory_items as item
  where organization_id = $1 and id > $2 and (identifiers <> '[]' or exists (
    select from inventory_item_identifiers
    where organization_id = $1 and inventory_item_id = item.id))
  order by id
  limit ${PAGE}`

interface Row {
  readonly id: string
  readonly identifiers: readonly Identifier[]
  /** As stored, without claims. */
  readonly status: ItemStatus
  /** The keys of the identifiers that find the item. */
  readonly stored: readonly string[]
  /** Whether another item may take one of them. */
  readonly isFree: boolean
}

/** Values are folded by the service, which no statement can do. */
export const ITEM_IDENTIFIER_CHECKS: readonly CalculatedCheck[] = [
  {
    name: 'item_identifiers_differ',
    explanation: 'An item is found by its identifiers; while it is in the vault, it holds them.',
    find: async function* (caller, tx, { signal }) {
      let last = ''
      for (let rows = PAGE; rows === PAGE; ) {
        signal.throwIfAborted()
        const page = await runStatement<Row>(caller, tx, WITH_IDENTIFIERS, [last])
        for (const row of page) {
          const wrong = differenceOf(row)
          if (wrong !== undefined) yield { record: row.id, wrong }
        }
        last = page.at(-1)?.id ?? last
        rows = page.length
      }
    },
  },
]

function differenceOf({ identifiers, stored, status, isFree }: Row): string | undefined {
  const own = identifiers.map(({ scheme, value }) =>
    identifierKey({ scheme, valueFolded: foldedValue(value) }),
  )
  const missing = own.find((key) => !stored.includes(key))
  if (missing !== undefined) return `is not found by its identifier ${missing}`
  const surplus = stored.find((key) => !own.includes(key))
  if (surplus !== undefined) return `is found by ${surplus}, which it does not have`
  return isFree && !hasLeft(status)
    ? 'is in the vault, but another item may take an identifier'
    : undefined
}
