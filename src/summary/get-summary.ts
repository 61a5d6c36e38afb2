import { isSamePerson } from '../access-tokens/access-token.ts'
import {
  inOrganization,
  type OrganizationTransaction,
} from '../database/changes/organization-transaction.ts'
import type { Database } from '../database/database.ts'
import type { Caller } from '../domain/caller.ts'
import { SHIPMENT_STATUSES } from '../domain/shipment-statuses.ts'
import { toInsuredExposure } from '../fbo-accounts/insured-exposure.ts'
import { ITEM_STATUSES } from '../inventory-items/inventory-item.ts'
import { currentPolicy } from '../organizations/current-policy.store.ts'
import {
  accountsNearestToMaximum,
  countHeldShipments,
  oldestPendingTransfers,
  type PendingTransferRow,
  tokenHolders,
} from './get-summary.store.ts'
import { daysUntil, type KeptCounts } from './kept-counts.rules.ts'
import { currentCounts } from './kept-counts.store.ts'
import { SUMMARY_DAYS, type Summary } from './summary.ts'

/** A summary, and the event that it goes up to. */
export interface FoundSummary {
  readonly summary: Summary
  readonly number: number
}

/**
 * The figures that the caller may see, of one moment. It reads kept counts, brings them up to date
 * by the events since, and keeps them.
 */
export async function getSummary(caller: Caller, database: Database): Promise<FoundSummary> {
  return await database.run(caller, (sql) =>
    inOrganization(
      sql,
      caller.organizationId,
      async (tx) => ({ end: 'commit', value: await readSummary(caller, tx) }),
      'isolation level repeatable read',
    ),
  )
}

async function readSummary(caller: Caller, tx: OrganizationTransaction): Promise<FoundSummary> {
  const { organizationId, permissions } = caller
  const { counts, number, at } = await currentCounts(tx)
  const seesTransfers = permissions.has('transfer_batches:read')
  const seesShipments = permissions.has('outbound_shipments:read')
  const [heldShipments, pendingTransfers, accounts] = await Promise.all([
    seesShipments ? countHeldShipments(tx) : null,
    seesTransfers ? pendingOf(caller, tx, counts) : null,
    permissions.has('fbo_accounts:read') ? accountsNearestToMaximum(tx) : null,
  ])
  const summary: Summary = {
    organizationId,
    asOf: at.toISOString(),
    itemsByStatus: permissions.has('inventory_items:read')
      ? countsOf(ITEM_STATUSES, counts.items)
      : null,
    shipmentsByStatus: seesShipments ? countsOf(SHIPMENT_STATUSES, counts.shipments) : null,
    heldShipments,
    transfersByDay: seesTransfers ? daysUntil(counts, at, SUMMARY_DAYS) : null,
    pendingTransfers,
    accountsNearestToMaximum:
      accounts?.map(({ firstName, lastName, businessName, ...exposure }) => {
        return { firstName, lastName, businessName, ...toInsuredExposure(exposure) }
      }) ?? null,
  }
  return { summary, number }
}

function countsOf<Name extends string>(
  names: readonly Name[],
  counts: Readonly<Partial<Record<Name, number>>>,
): Record<Name, number> {
  const all = names.map((name) => [name, counts[name] ?? 0])
  return Object.fromEntries(all) as Record<Name, number>
}

/** What waits for a decision, and what of it the caller may approve. */
async function pendingOf(
  caller: Caller,
  tx: OrganizationTransaction,
  { pending }: Pick<KeptCounts, 'pending'>,
): Promise<Summary['pendingTransfers']> {
  const creators = Object.keys(pending)
  const own = await ownTokens(caller, tx, creators)
  const mayApproveOthers = caller.permissions.has('transfer_batches:approve')
  const sum = (ids: readonly string[]) => ids.reduce((total, id) => total + (pending[id] ?? 0), 0)
  const count = sum(creators)
  const rows = await oldestPendingTransfers(tx, mayApproveOthers ? own : [])
  const toView = ({ createdAt, expiresAt, ...row }: PendingTransferRow) => ({
    ...row,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt?.toISOString() ?? null,
    mayApprove: mayApproveOthers,
  })
  return { count, awaitingMe: mayApproveOthers ? count - sum(own) : 0, oldest: rows.map(toView) }
}

/** The tokens among the creators whose transfers four eyes keep the caller from approving. */
async function ownTokens(
  { tokenId }: Caller,
  tx: OrganizationTransaction,
  creators: readonly string[],
): Promise<string[]> {
  const [{ fourEyes }, holders] = await Promise.all([
    currentPolicy(tx),
    tokenHolders(tx, [...creators, tokenId as string]),
  ])
  const self = holders.find(({ id }) => id === tokenId)
  if (!fourEyes) return []
  return holders.filter((one) => isSamePerson(one, self)).map(({ id }) => id)
}
