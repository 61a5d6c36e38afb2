import type { Sql } from 'postgres'
import { isSamePerson } from '../access-tokens/access-token.ts'
import {
  inOrganization,
  type OrganizationTransaction,
  runStatement,
} from '../database/changes/organization-transaction.ts'
import type { Database } from '../database/database.ts'
import { liftRequestLimits } from '../database/postgres/lift-request-limits.ts'
import { isTimeLimit } from '../database/postgres/postgres-errors.ts'
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
import {
  type CurrentCounts,
  currentCounts,
  keepByCounting,
  keepByEvents,
  readStanding,
} from './kept-counts.store.ts'
import { SUMMARY_DAYS, type Summary } from './summary.ts'

/** Statements of such a transaction see what was committed before the first of them. */
const ONE_MOMENT = 'isolation level repeatable read'

/** Events since what is kept, or their items, that a summary reads without keeping the result. */
const UNKEPT_MAX = 50

/**
 * The figures that the caller may see, of one moment: of everything that was committed before the
 * call. Counts are kept, and the events since are added; many of them are kept first.
 * @throws {Refusal} `temporarily_unavailable`
 */
export async function getSummary(caller: Caller, database: Database): Promise<Summary> {
  for (let weightMax = UNKEPT_MAX; ; weightMax = Infinity) {
    const found = await atOneMoment(caller, database, async (tx) => {
      const current = await currentCounts(tx, await readStanding(tx))
      if (current === undefined || current.weight > weightMax) return undefined
      return await summaryOf(caller, tx, current)
    })
    if (found !== undefined) return found
    const { organizationId } = caller
    await database.share(`summary ${organizationId}`, 'summary', () => keep(caller, database))
  }
}

async function atOneMoment<T>(
  caller: Caller,
  database: Database,
  work: (tx: OrganizationTransaction) => Promise<T>,
  otherwise?: (error: unknown) => T,
): Promise<T> {
  const { organizationId } = caller
  return await database.run(caller, async (sql) => {
    const whole = async (tx: OrganizationTransaction) =>
      ({ end: 'commit', value: await work(tx) }) as const
    const done = inOrganization(sql, organizationId, whole, ONE_MOMENT)
    return await (otherwise === undefined ? done : done.catch(otherwise))
  })
}

/** Keeps the counts of now: by the events since, or by counting everything where that is better. */
async function keep(caller: Caller, database: Database): Promise<void> {
  let outdated: number | null = null
  const isKept = await atOneMoment(
    caller,
    database,
    async (tx) => {
      const standing = await readStanding(tx)
      outdated = standing.number
      const current = await currentCounts(tx, standing)
      if (current === undefined) return false
      if (current.weight > UNKEPT_MAX) await keepByEvents(tx, current)
      return true
    },
    (error) => {
      if (isTimeLimit(error)) return false
      throw error
    },
  )
  if (!isKept) await database.alone(caller, (sql) => countAgain(caller, sql, outdated))
}

/** Takes as long as it needs: a request may not end a count that every later one would repeat. */
async function countAgain(caller: Caller, pool: Sql, outdated: number | null): Promise<void> {
  const { organizationId } = caller
  await inTransaction(
    pool,
    async (sql) => {
      await liftRequestLimits(sql, 'limited')
      const run: OrganizationTransaction['run'] = (text, parameters) =>
        runStatement(caller, sql, text, parameters)
      await keepByCounting({ organizationId, run }, outdated)
    },
    ONE_MOMENT,
  )
}

async function summaryOf(
  caller: Caller,
  tx: OrganizationTransaction,
  current: CurrentCounts,
): Promise<Summary> {
  const { organizationId, permissions } = caller
  const { at, counts } = current
  const seesTransfers = permissions.has('transfer_batches:read')
  const seesShipments = permissions.has('outbound_shipments:read')
  const [heldShipments, pendingTransfers, accounts] = await Promise.all([
    seesShipments ? countHeldShipments(tx) : null,
    seesTransfers ? pendingOf(caller, tx, counts) : null,
    permissions.has('fbo_accounts:read') ? accountsNearestToMaximum(tx, current) : null,
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
