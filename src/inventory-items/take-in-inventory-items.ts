import type { Caller } from '../caller.ts'
import type { RequestDatabase } from '../database/request-database.ts'
import { refusalOf } from '../errors.ts'
import { newId } from '../ids.ts'
import type { InventoryItemRow } from './inventory-item.ts'
import { unknownAccount } from './item-claim.ts'
import { takeInItems } from './take-in-inventory-items.store.ts'

/** An item as it is sent in. */
export interface NewItem {
  readonly fboAccountId: string
  readonly description?: string | null
  /** Decimal text. */
  readonly declaredValueCents?: string
}

/** One item, or several that come in together. */
export type Intake = NewItem | { readonly items: readonly NewItem[] }

/**
 * Takes items into the vault, all of them or none, in one round trip.
 * @returns the items, in the order of the request
 * @throws {Refusal} `fbo_account_not_found`, with each place that names an unknown account
 */
export async function takeInInventoryItems(
  caller: Caller,
  database: RequestDatabase,
  intake: Intake,
): Promise<readonly InventoryItemRow[]> {
  const sent = 'items' in intake ? intake.items : [intake]
  const decision = await takeInItems(caller, database, sent.map(toEntry))
  if (decision.kind === 'taken_in') return decision.items
  const faults = decision.unknownAccounts.map((index) =>
    unknownAccount('items' in intake ? `/items/${index}/fboAccountId` : '/fboAccountId'),
  )
  throw refusalOf(faults, 'state')
}

function toEntry({ fboAccountId, description = null, declaredValueCents = '0' }: NewItem) {
  return { id: newId('item'), fboAccountId, description, declaredValueCents }
}
