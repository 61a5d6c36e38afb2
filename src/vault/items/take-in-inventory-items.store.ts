import {
  ORGANIZATION,
  type OrganizationTransaction,
} from '../../database/changes/organization-transaction.ts'
import type { InventoryItemRow } from './inventory-item.ts'

const ACCOUNTS = `
  select id from fbo_accounts
  where organization_id = $1 and id = any($2::text[]) and erased_at is null`

/** The accounts that may take items: not erased ones. Accounts never vanish, so none is locked. */
export async function knownAccounts(
  tx: OrganizationTransaction,
  ids: ReadonlySet<string>,
): Promise<ReadonlySet<string>> {
  const rows = await tx.run<{ id: string }>(ACCOUNTS, [[...ids]])
  return new Set(rows.map(({ id }) => id))
}

const INSERT = `
  insert into inventory_items (organization_id, id, fbo_account_id, description,
    declared_value_cents, identifiers, metadata, evidence, changed_at, created_at)
  select organization_id, id, fbo_account_id, description, declared_value_cents::bigint,
    identifiers::jsonb, metadata::jsonb, evidence::jsonb,
    $9::text::timestamptz, $9::text::timestamptz
  from ${ORGANIZATION}
  cross join unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[],
    $8::text[])
    as sent (id, fbo_account_id, description, declared_value_cents, identifiers, metadata, evidence)`

const LOG = `
  insert into inventory_movements (organization_id, inventory_item_id, number, at, kind,
    to_fbo_account_id, to_status, token_id)
  select organization_id, id, movement_count, changed_at, 'taken_in', fbo_account_id, status, $3
  from inventory_items
  where organization_id = $1 and id = any($2::text[])`

/** Inserts items that were created at one moment, and the first rows of their logs. */
export function insertItems(
  tx: OrganizationTransaction,
  items: readonly InventoryItemRow[],
  tokenId: string | null,
): void {
  const ids = items.map(({ id }) => id)
  void tx.run(INSERT, [
    ids,
    items.map(({ fboAccountId }) => fboAccountId),
    items.map(({ description }) => description),
    items.map(({ declaredValueCents }) => declaredValueCents),
    items.map(({ identifiers }) => JSON.stringify(identifiers)),
    items.map(({ metadata }) => JSON.stringify(metadata)),
    items.map(({ evidence }) => JSON.stringify(evidence)),
    items[0]?.createdAt.toISOString() ?? null,
  ])
  void tx.run(LOG, [ids, tokenId])
}
