import { isSamePerson } from '../access-tokens/access-token.ts'
import {
  inOrganization,
  type OrganizationTransaction,
  runStatement,
} from '../database/changes/organization-transaction.ts'
import type { Database } from '../database/database.ts'
import { liftRequestLimits } from '../database/postgres/lift-request-limits.ts'
import { isConflict } from '../database/postgres/postgres-errors.ts'
import { inTransaction } from '../database/postgres/transaction.ts'
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
import { keepByCounting, keepByEvents, readStanding } from './kept-counts.store.ts'
import { SUMMARY_DAYS, type Summary } from './summary.ts'

/** Statements of such a transaction see what was committed before the first of them. */
const ONE_MOMENT = 'isolation level repeatable read'

/** A summary, and the event that it goes up to. */
export interface FoundSummary {
  readonly summary: Summary
  readonly number: number
}

/**
 * The figures that the caller may see, of one moment: of everything that was committed before the
 * call. They are kept; where something has happened since, they are brought up to date first.
 * @throws {Refusal} `temporarily_unavailable`
 */
export async function getSummary(caller: Caller, database: Database): Promise<FoundSummary> {
  const found = await readSummary(caller, database, 'newest')
  if (found !== undefined) return found
  const { organizationId } = caller
  await database.share(`summary ${organizationId}`, 'summary', () =>
    bringUpToDate(caller, database),
  )
  return (await readSummary(caller, database, 'kept')) as FoundSummary
}

/** @returns undefined where the newest are wanted, and kept ones are older */
async function readSummary(
  caller: Caller,
  database: Database,
  wanted: 'newest' | 'kept',
): Promise<FoundSummary | undefined> {
  return await atOneMoment(caller, database, async (tx) => {
    const { at, number, counts, last } = await readStanding(tx)
    if (wanted === 'newest' && number !== last) return undefined
    if (number === null || counts === null) return undefined
    return { number, summary: await summaryOf(caller, tx, { at, counts }) }
  })
}

async function atOneMoment<T>(
  caller: Caller,
  database: Database,
  work: (tx: OrganizationTransaction) => Promise<T>,
): Promise<T> {
  const { organizationId } = caller
  return await database.run(caller, (sql) =>
    inOrganization(
      sql,
      organizationId,
      async (tx) => ({ end: 'commit', value: await work(tx) }),
      ONE_MOMENT,
    ),
  )
}

/** Keeps counts that are at least as new as this call. */
async function bringUpToDate(caller: Caller, database: Database): Promise<void> {
  let wanted: number | undefined
  for (;;) {
    const isDone = await atOneMoment(caller, database, async (tx) => {
      const standing = await readStanding(tx)
      wanted ??= standing.last
      const { number, counts } = standing
      if (number !== null && counts !== null && number >= wanted && number <= standing.last) {
        return true
      }
      return await keepByEvents(tx, standing)
    })
    if (isDone) return
    await countAgain(caller, database)
  }
}

/** Takes as long as it needs: a request may not end a count that every later one would repeat. */
async function countAgain(caller: Caller, database: Database): Promise<void> {
  const { organizationId } = caller
  const count = inTransaction(
    database.sql,
    async (sql) => {
      await liftRequestLimits(sql)
      const run: OrganizationTransaction['run'] = (text, parameters) =>
        runStatement(caller, sql, text, parameters)
      await keepByCounting({ organizationId, run })
    },
    ONE_MOMENT,
  )
  await count.catch((error) => {
    // Another process has counted meanwhile.
    if (!isConflict(error)) throw error
  })
}

async function summaryOf(
  caller: Caller,
  tx: OrganizationTransaction,
  { at, counts }: { readonly at: Date; readonly counts: KeptCounts },
): Promise<Summary> {
  const { organizationId, permissions } = caller
  const seesTransfers = permissions.has('transfer_batches:read')
  const seesShipments = permissions.has('outbound_shipments:read')
  const [heldShipments, pendingTransfers, accounts] = await Promise.all([
    seesShipments ? countHeldShipments(tx) : null,
    seesTransfers ? pendingOf(caller, tx, counts) : null,
    permissions.has('fbo_accounts:read') ? accountsNearestToMaximum(tx) : null,
  ])
  return {
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
