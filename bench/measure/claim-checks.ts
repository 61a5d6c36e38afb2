import { assertConsistent } from '../../test/support/vault/consistency.ts'
import type { Sql } from '../../test/support/vault/sql.ts'
import type { ClaimRequests } from './claim-requests.ts'
import type { Claim, ClaimedOrganization } from './claimed-organization.ts'

interface StoredTransfer {
  readonly id: string
  readonly key: string
  readonly status: string
  readonly itemIds: readonly string[]
}

/** Compares an organization's records with what was acknowledged. */
export async function checkClaims(
  sql: Sql,
  { id: organizationId, claims, items, accounts }: ClaimedOrganization,
  requests: ClaimRequests,
): Promise<void> {
  const violate = (promise: string, words: string) =>
    requests.violate(promise, `${words} of ${organizationId}`)
  const transfers = await sql<StoredTransfer[]>`
    select id, idempotency_key as key, status, item_ids from transfer_batches
    where organization_id = ${organizationId}`
  const stored = new Map(transfers.map((transfer) => [transfer.id, transfer]))
  for (const claim of claims.values()) {
    const found = stored.get(claim.id)
    if (found === undefined) violate('lost', `transfer ${claim.id}`)
    else if (!isAsAcknowledged(found, claim)) {
      violate('lost', `${JSON.stringify(found)} is not ${JSON.stringify(claim)}`)
    }
  }
  for (const { id } of transfers) if (!claims.has(id)) violate('not asked for', `transfer ${id}`)
  const doubled = await sql<{ id: string; what: string }[]>`
    select item.id, 'active transfers' as what from transfer_batches
    cross join lateral unnest(item_ids) as item (id)
    where organization_id = ${organizationId} and status = 'pending'
    group by item.id having count(*) > 1
    union all
    select idempotency_key, 'transfers under a key' from transfer_batches
    where organization_id = ${organizationId} group by idempotency_key having count(*) > 1`
  for (const { id, what } of doubled) violate('doubled', `${what}: ${id}`)
  const found = await sql<{ id: string; account: string; holder: string | null }[]>`
    select id, fbo_account_id as account, active_transfer_id as holder from inventory_items
    where organization_id = ${organizationId}`
  const held = new Map<string, string>()
  for (const { id, status, itemIds } of claims.values()) {
    if (status === 'pending') for (const itemId of itemIds) held.set(itemId, id)
  }
  for (const { id, account, holder } of found) {
    if (account === items.get(id) && holder === (held.get(id) ?? null)) continue
    violate('lost', `item ${id} in ${account}, held by ${holder}, not ${held.get(id)}`)
  }
  const moved = [...claims.values()].reduce(
    (sum, { status, itemIds }) => sum + itemIds.length * (status === 'pending' ? 1 : 2),
    items.size,
  )
  const [counts] = await sql`
    select
      (select count(*)::integer from fbo_accounts where organization_id = ${organizationId})
        as accounts,
      (select count(*)::integer from inventory_movements
        where organization_id = ${organizationId}) as movements`
  const expected = { items: items.size, accounts: accounts.length, movements: moved }
  const there = JSON.stringify({ items: found.length, ...counts })
  if (there !== JSON.stringify(expected)) {
    violate('not asked for', `${there}, not ${JSON.stringify(expected)}`)
  }
  await assertConsistent(sql, organizationId).catch(({ message }) => violate('doubled', message))
}

function isAsAcknowledged({ key, status, itemIds }: StoredTransfer, claim: Claim): boolean {
  const isSame = key === claim.key && status === claim.status
  return isSame && `${itemIds.toSorted()}` === `${claim.itemIds.toSorted()}`
}
