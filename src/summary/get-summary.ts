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
import type { CachedFigures } from './cached-figures.ts'
import { countFigures, type Figures, tokenHolders } from './get-summary.store.ts'
import { SUMMARY_DAYS, SUMMARY_LISTED_MAX, type Summary, TRANSFER_OUTCOMES } from './summary.ts'

/** Statements of such a transaction see what was committed before the first of them. */
const ONE_MOMENT = 'isolation level repeatable read'
const DAY_MS = 86_400_000
const DAY_COUNTS = ['created', ...TRANSFER_OUTCOMES] as const
const NO_COUNTS: ReadonlyMap<(typeof DAY_COUNTS)[number], number> = new Map()

/**
 * The figures that the caller may see, all of the moment `asOf`.
 * @throws {Refusal} `temporarily_unavailable`, also where a count takes longer than a statement may
 */
export async function getSummary(
  caller: Caller,
  { database, cached }: { database: Database; cached: CachedFigures<Figures> },
): Promise<Summary> {
  const { organizationId, permissions } = caller
  const figures = await cached.find(organizationId, () =>
    readTogether(caller, database, countFigures, ONE_MOMENT),
  )
  const seesTransfers = permissions.has('transfer_batches:read')
  const seesShipments = permissions.has('outbound_shipments:read')
  return {
    organizationId,
    asOf: figures.at.toISOString(),
    itemsByStatus: permissions.has('inventory_items:read')
      ? countsOf(ITEM_STATUSES, figures.items)
      : null,
    shipmentsByStatus: seesShipments ? countsOf(SHIPMENT_STATUSES, figures.shipments) : null,
    heldShipments: seesShipments ? figures.heldShipments : null,
    transfersByDay: seesTransfers ? daysOf(figures) : null,
    pendingTransfers: seesTransfers ? await pendingOf(caller, database, figures) : null,
    accountsNearestToMaximum: permissions.has('fbo_accounts:read')
      ? figures.accounts.map(({ firstName, lastName, businessName, ...exposure }) => {
          return { firstName, lastName, businessName, ...toInsuredExposure(exposure) }
        })
      : null,
  }
}

async function readTogether<T>(
  caller: Caller,
  database: Database,
  work: (tx: OrganizationTransaction) => Promise<T>,
  mode?: string,
): Promise<T> {
  const { organizationId } = caller
  return await database.run(caller, (sql) => {
    const whole = async (tx: OrganizationTransaction) =>
      ({ end: 'commit', value: await work(tx) }) as const
    return inOrganization(sql, organizationId, whole, mode)
  })
}

function countsOf<Name extends string>(
  names: readonly Name[],
  counts: ReadonlyMap<Name, number>,
): Record<Name, number> {
  const all = names.map((name) => [name, counts.get(name) ?? 0])
  return Object.fromEntries(all) as Record<Name, number>
}

/** The last days, oldest first, also those without transfers. */
function daysOf({ at, days }: Figures): NonNullable<Summary['transfersByDay']> {
  return Array.from({ length: SUMMARY_DAYS }, (_, index) => {
    const before = (SUMMARY_DAYS - 1 - index) * DAY_MS
    const date = new Date(at.getTime() - before).toISOString().slice(0, 10)
    const counts = days.get(date) ?? NO_COUNTS
    return { date, ...countsOf(DAY_COUNTS, counts) }
  })
}

/** The transfers that wait for a decision, and those of them that the caller may approve. */
async function pendingOf(
  caller: Caller,
  database: Database,
  { pending }: Figures,
): Promise<Summary['pendingTransfers']> {
  const mayApproveOthers = caller.permissions.has('transfer_batches:approve')
  const listed =
    mayApproveOthers && pending.length > 0
      ? await readTogether(caller, database, (tx) => approvable(caller, tx, pending))
      : pending
  const sum = (of: Figures['pending']) => of.reduce((total, { count }) => total + count, 0)
  const oldest = listed
    .flatMap((ofCreator) => ofCreator.oldest)
    .sort((one, other) => order(one) - order(other) || (one.id < other.id ? -1 : 1))
    .slice(0, SUMMARY_LISTED_MAX)
  return {
    count: sum(pending),
    awaitingMe: mayApproveOthers ? sum(listed) : 0,
    oldest: oldest.map(({ createdAt, expiresAt, ...row }) => ({
      ...row,
      createdAt: createdAt.toISOString(),
      expiresAt: expiresAt?.toISOString() ?? null,
      mayApprove: mayApproveOthers,
    })),
  }
}

function order({ createdAt }: { createdAt: Date }): number {
  return createdAt.getTime()
}

/** The transfers that the caller did not create, under four eyes, and did not approve before. */
async function approvable(
  { tokenId }: Caller,
  tx: OrganizationTransaction,
  pending: Figures['pending'],
): Promise<Figures['pending']> {
  const tokens = pending.flatMap(({ creatorId, approverIds }) => [creatorId ?? [], approverIds])
  const [{ fourEyes }, holders] = await Promise.all([
    currentPolicy(tx),
    tokenHolders(tx, [...new Set([...tokens.flat(), tokenId as string])]),
  ])
  const self = holders.find(({ id }) => id === tokenId)
  const own = new Set(holders.filter((one) => isSamePerson(one, self)).map(({ id }) => id))
  return pending.filter(({ creatorId, approverIds }) => {
    const isBarred = fourEyes && creatorId !== null && own.has(creatorId)
    return !isBarred && !approverIds.some((id) => own.has(id))
  })
}
