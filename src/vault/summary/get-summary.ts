import { hash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { currentPolicy } from '../../access/organizations/current-policy.store.ts'
import { isSamePerson } from '../../access/tokens/access-token.ts'
import {
  inOrganization,
  type OrganizationTransaction,
} from '../../database/changes/organization-transaction.ts'
import type { Database } from '../../database/database.ts'
import type { Caller } from '../../domain/caller.ts'
import { responseMaker } from '../../domain/fields.ts'
import type { Permission } from '../../domain/permissions.ts'
import { SHIPMENT_STATUSES } from '../../domain/shipment-statuses.ts'
import { operation } from '../../http/operation.ts'
import { versionedResponse } from '../../http/operation-contract.ts'
import { toInsuredExposure } from '../accounts/insured-exposure.ts'
import { ITEM_STATUSES } from '../items/inventory-item.ts'
import { countFigures, type Figures, tokenHolders } from './get-summary.store.ts'
import { SUMMARY, type Summary, TRANSFER_OUTCOMES } from './summary.ts'
import { SUMMARY_DAYS, SUMMARY_LISTED_MAX } from './summary-fields.ts'
import { CachedFigures } from './vault-value.ts'
import type { WaitingGroup, WaitingRecords } from './waiting.store.ts'
import {
  PENDING_REVALUATION,
  PENDING_TRANSFER,
  WAITING_SHIPMENT,
  type WaitingRows,
} from './waiting.ts'

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
    readTogether(caller, database.slow, countFigures, ONE_MOMENT),
  )
  const seesTransfers = permissions.has('transfer_batches:read')
  const seesShipments = permissions.has('outbound_shipments:read')
  const seesItems = permissions.has('inventory_items:read')
  const of = await waitingFor(caller, database, figures)
  return {
    organizationId,
    asOf: figures.at.toISOString(),
    itemsByStatus: seesItems ? countsOf(ITEM_STATUSES, figures.items) : null,
    shipmentsByStatus: seesShipments ? countsOf(SHIPMENT_STATUSES, figures.shipments) : null,
    heldShipments: seesShipments ? figures.heldShipments : null,
    transfersByDay: seesTransfers ? daysOf(figures) : null,
    pendingTransfers: seesTransfers ? of.awaiting('transfers', 'transfer_batches:approve') : null,
    accountsNearestToMaximum: permissions.has('fbo_accounts:read')
      ? figures.accounts.map(({ firstName, lastName, businessName, ...exposure }) => {
          return { firstName, lastName, businessName, ...toInsuredExposure(exposure) }
        })
      : null,
    expiringTransfers: seesTransfers
      ? {
          count: sum(figures.waiting.expiringTransfers),
          soonest: of.listed('expiringTransfers', 'transfer_batches:approve'),
        }
      : null,
    pendingShipments: seesShipments ? of.awaiting('shipments', 'outbound_shipments:approve') : null,
    longestHeldShipments: seesShipments ? of.listed('heldShipments') : null,
    pendingRevaluations: seesItems ? of.awaiting('revaluations', 'revaluations:approve') : null,
    vaultValue: seesItems ? figures.vaultValue : null,
    medianDecisionSeconds: seesTransfers ? figures.medianDecisionSeconds : null,
  }
}

async function readTogether<T>(
  caller: Caller,
  run: Database['slow'],
  work: (tx: OrganizationTransaction) => Promise<T>,
  mode?: string,
): Promise<T> {
  const { organizationId } = caller
  return await run(caller, (sql) => {
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

const APPROVING = [
  'transfer_batches:approve',
  'outbound_shipments:approve',
  'revaluations:approve',
] as const
type Kind = keyof WaitingRows

const VIEWS = {
  transfers: responseMaker(PENDING_TRANSFER),
  expiringTransfers: responseMaker(PENDING_TRANSFER),
  shipments: responseMaker(WAITING_SHIPMENT),
  heldShipments: responseMaker(WAITING_SHIPMENT),
  revaluations: responseMaker(PENDING_REVALUATION),
}

const sum = (groups: readonly { readonly count: number }[]) =>
  groups.reduce((total, { count }) => total + count, 0)

/** The records that wait, as the caller may see and approve them. */
async function waitingFor(caller: Caller, database: Database, { waiting }: Figures) {
  const mayApprove = await approvable(caller, database, waiting)
  const hidden = {
    ...(!caller.permissions.has('inventory_items:read') && { declaredValueCents: null }),
    ...(!caller.permissions.has('fbo_accounts:read') && { destinationExposure: null }),
  }
  const list = <K extends Kind>(
    kind: K,
    groups: readonly WaitingGroup<WaitingRows[K]>[],
    permission: Permission | undefined,
  ) => {
    const may = permission !== undefined && caller.permissions.has(permission)
    const toView = VIEWS[kind] as (row: object) => ReturnType<(typeof VIEWS)[K]>
    return groups
      .flatMap((group) =>
        group.first.map((row) => ({ ...row, mayApprove: may && mayApprove(group) })),
      )
      .sort((one, other) => +one.orderedAt - +other.orderedAt || (one.id < other.id ? -1 : 1))
      .slice(0, SUMMARY_LISTED_MAX)
      .map((row) => toView({ ...row, ...hidden }))
  }
  return {
    listed: <K extends Kind>(kind: K, permission?: Permission) =>
      list(kind, waiting[kind], permission),
    awaiting: <K extends Kind>(kind: K, permission: Permission) => {
      const may = caller.permissions.has(permission)
      const all: readonly WaitingGroup<WaitingRows[K]>[] = waiting[kind]
      const mine = may ? all.filter(mayApprove) : []
      const oldest = list(kind, may ? mine : all, permission)
      return { count: sum(all), awaitingMe: sum(mine), oldest }
    },
  }
}

/** Whether four eyes let the caller approve records of a group, which it did not approve before. */
async function approvable(
  caller: Caller,
  database: Database,
  waiting: WaitingRecords,
): Promise<(group: WaitingGroup<unknown>) => boolean> {
  const tokenIds = new Set<string>(
    Object.values(waiting).flatMap((groups: readonly WaitingGroup<unknown>[]) =>
      groups.flatMap(({ authorIds, approverIds }) => [...authorIds, ...approverIds]),
    ),
  )
  const mayApproveAny = APPROVING.some((permission) => caller.permissions.has(permission))
  if (!mayApproveAny || !Object.values(waiting).some(({ length }) => length > 0)) return () => false
  const { tokenId } = caller
  const [{ fourEyes }, holders] = await readTogether(caller, database.run, (tx) =>
    Promise.all([currentPolicy(tx), tokenHolders(tx, [...tokenIds.add(tokenId as string)])]),
  )
  const self = holders.find(({ id }) => id === tokenId)
  const own = new Set(holders.filter((one) => isSamePerson(one, self)).map(({ id }) => id))
  return ({ authorIds, approverIds }) =>
    !(fourEyes && authorIds.some((id) => own.has(id))) && !approverIds.some((id) => own.has(id))
}

export function getSummaryRoute(app: FastifyInstance): void {
  const cached = new CachedFigures<Figures>()
  operation({
    operationId: 'getSummary',
    description:
      'Reads the figures of the organization in one request: items and shipments by status, ' +
      'transfers by day, what waits for a decision or is on hold, the value in the vault, and the ' +
      'accounts nearest to their insured maximum. Each member is null where the token lacks its permission.\n\n' +
      'The figures are those of one moment, `asOf`, and at most as old as 20 times what their count ' +
      'took, or two seconds if that is longer: with a million items, some 20 seconds.\n\n' +
      'The `ETag` is another one as soon as a figure is; `asOf` alone does not change it. To follow ' +
      'the figures, send it as `If-None-Match`.',
    path: '/v1/summary',
    permission: null,
    success: versionedResponse('The figures.', SUMMARY),
    expiresTransfersFirst: true,
    handle: async ({ caller }, head) => {
      const summary = await getSummary(caller, { database: app.database, cached })
      const { asOf: _, ...figures } = summary
      const digest = hash('sha256', JSON.stringify(figures)).slice(0, 32)
      head.header('ETag', `W/"${digest}"`)
      return { data: summary }
    },
  })(app)
}
