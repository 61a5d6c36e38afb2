import type { Caller } from '../caller.ts'
import type { OrNulls } from '../database/or-nulls.ts'
import type { RequestDatabase } from '../database/request-database.ts'
import { INVENTORY_ITEM_COLUMNS, type InventoryItemRow } from './inventory-item.ts'

/** An item to take in, with the id that it gets. */
export interface IntakeEntry {
  readonly id: string
  readonly fboAccountId: string
  readonly description: string | null
  /** Decimal text. */
  readonly declaredValueCents: string
}

/** What became of an intake: the items in the order of the entries, or what refused it. */
export type IntakeDecision =
  | { readonly kind: 'taken_in'; readonly items: readonly InventoryItemRow[] }
  /** Where in the entries accounts are named that the organization does not have; from 0. */
  | { readonly kind: 'refused'; readonly unknownAccounts: readonly number[] }

/** One row per entry: its item, the columns null where any entry's account is unknown. */
type EntryRow = OrNulls<InventoryItemRow> & {
  readonly isKnown: boolean
}

/**
 * Takes items in, all of them or none, in one statement: judge, insert, log.
 *
 * It locks nothing but what the foreign keys lock: the accounts against being deleted. The items
 * and the first rows of their logs have one moment in common.
 */
export async function takeInItems(
  caller: Caller,
  database: RequestDatabase,
  entries: readonly IntakeEntry[],
): Promise<IntakeDecision> {
  const { organizationId, tokenId } = caller
  const rows = await database.decide(
    caller,
    (sql) => sql<EntryRow[]>`
      with entry as materialized (
        select entry.*, fbo_accounts.id is not null as is_known
        from unnest(${entries.map(({ id }) => id)}::text[],
          ${entries.map(({ fboAccountId }) => fboAccountId)}::text[],
          ${entries.map(({ description }) => description)}::text[],
          ${entries.map(({ declaredValueCents }) => declaredValueCents)}::text[])
          with ordinality as entry (id, fbo_account_id, description, declared_value_cents, position)
        left join fbo_accounts on fbo_accounts.organization_id = ${organizationId}
          and fbo_accounts.id = entry.fbo_account_id
      ),
      intake as materialized (
        select bool_and(is_known) as is_possible, date_trunc('milliseconds', clock_timestamp()) as at
        from entry
      ),
      item as (
        insert into inventory_items (organization_id, id, fbo_account_id, description,
          declared_value_cents, changed_at, created_at)
        select ${organizationId}, id, fbo_account_id, description, declared_value_cents::bigint,
          at, at
        from entry, intake
        where is_possible
        returning ${sql(INVENTORY_ITEM_COLUMNS)}, movement_count
      ),
      logged as (
        insert into inventory_movements (organization_id, inventory_item_id, number, at, kind,
          to_fbo_account_id, to_status, token_id)
        select organization_id, id, movement_count, changed_at, 'taken_in', fbo_account_id, status,
          ${tokenId}
        from item
      )
      select ${sql(INVENTORY_ITEM_COLUMNS.map((column) => `item.${column}`))}, is_known
      from entry left join item on item.id = entry.id
      order by position`,
  )
  const items = rows.flatMap(({ isKnown: _, ...item }) => (item.id === null ? [] : [item]))
  if (items.length === entries.length) return { kind: 'taken_in', items }
  const unknownAccounts = rows.flatMap(({ isKnown }, index) => (isKnown ? [] : [index]))
  return { kind: 'refused', unknownAccounts }
}
