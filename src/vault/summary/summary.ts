import { type Static, type TSchema, Type } from 'typebox'
import { instant, namedObject, recordId } from '../../domain/fields.ts'
import { EXAMPLE_IDS } from '../../domain/ids.ts'
import type { Permission } from '../../domain/permissions.ts'
import { SHIPMENT_STATUSES } from '../../domain/state-transitions.ts'
import { FBO_ACCOUNT } from '../accounts/fbo-account.ts'
import { INSURED_EXPOSURE, toInsuredExposure } from '../accounts/insured-exposure.ts'
import { ITEM_STATUSES } from '../items/inventory-item.ts'
import type { Figures } from './get-summary.store.ts'
import {
  awaiting,
  centsSum,
  count,
  objectOf,
  PENDING_REVALUATION,
  PENDING_TRANSFER,
  permitted,
  SUMMARY_DAYS,
  SUMMARY_LISTED_MAX,
  WAITING_SHIPMENT,
} from './waiting.ts'
import type { WaitingForCaller } from './waiting-for-caller.ts'

/** Figures of transfers on a day: each is created, and ends once. */
const DAY_COUNTS = {
  created: count('Transfers that were created on the day.', 4),
  completed: count('Transfers that were approved on the day.', 3),
  rejected: count('Transfers that were rejected on the day.', 1),
  cancelled: count('Transfers that were cancelled on the day.', 0),
  expired: count('Transfers that expired on the day.', 0),
}

const DAY = {
  date: Type.String({ description: 'The day, UTC.', format: 'date', examples: ['2026-11-23'] }),
  ...DAY_COUNTS,
}

const DAY_MS = 86_400_000

interface Counted {
  /** The same for each caller. */
  readonly figures: Figures
  readonly waiting: WaitingForCaller
}

/** A member of the summary: who sees it, and how it is made of what was counted. */
function figure<Schema extends TSchema>(
  permission: Permission,
  schema: Schema,
  make: (counted: Counted) => Static<Schema> | null,
) {
  return { permission, schema: permitted(permission, schema), make }
}

function countsBy<Name extends string>(names: readonly Name[], things: string, about: string) {
  const counts = names.map((name) => [name, count(`${things} that are \`${name}\`.`, 3)])
  const properties = Object.fromEntries(counts) as Record<Name, ReturnType<typeof count>>
  return objectOf(about, properties)
}

function countsOf<Name extends string>(
  names: readonly Name[],
  counts: ReadonlyMap<string, number> | undefined,
): Record<Name, number> {
  const all = names.map((name) => [name, counts?.get(name) ?? 0])
  return Object.fromEntries(all) as Record<Name, number>
}

const { fboAccountId, exposureCents, maxInsuredValueCents } = INSURED_EXPOSURE.properties
const { headroomCents, isOverMaximum } = INSURED_EXPOSURE.properties
const { firstName, lastName, businessName } = FBO_ACCOUNT.properties
const NEAR_ACCOUNT = {
  ...{ fboAccountId, firstName, lastName, businessName },
  ...{ exposureCents, maxInsuredValueCents, headroomCents, isOverMaximum },
}

export const FIGURES = {
  itemsByStatus: figure(
    'inventory_items:read',
    countsBy(ITEM_STATUSES, 'Items', 'The number of items by status.'),
    ({ figures }) => countsOf(ITEM_STATUSES, figures.items),
  ),
  shipmentsByStatus: figure(
    'outbound_shipments:read',
    countsBy(
      SHIPMENT_STATUSES,
      'Shipments',
      'The number of shipments by status, without cancelled ones.',
    ),
    ({ figures }) => countsOf(SHIPMENT_STATUSES, figures.shipments),
  ),
  heldShipments: figure(
    'outbound_shipments:read',
    count('The number of shipments on hold.', 1),
    ({ figures }) => figures.heldShipments,
  ),
  transfersByDay: figure(
    'transfer_batches:read',
    Type.Array(Type.Object(DAY, { additionalProperties: false }), {
      description: `What happened to transfers on each of the last ${SUMMARY_DAYS} days, oldest first, today last.`,
    }),
    ({ figures: { at, days } }) =>
      Array.from({ length: SUMMARY_DAYS }, (_, index) => {
        const before = (SUMMARY_DAYS - 1 - index) * DAY_MS
        const date = new Date(at.getTime() - before).toISOString().slice(0, 10)
        const names = Object.keys(DAY_COUNTS) as (keyof typeof DAY_COUNTS)[]
        return { date, ...countsOf(names, days.get(date)) }
      }),
  ),
  pendingTransfers: figure(
    'transfer_batches:read',
    awaiting(PENDING_TRANSFER, 'transfer_batches:approve', {
      all: 'The transfers that wait for a decision.',
      count: 'Pending transfers.',
      mine: 'Pending transfers',
    }),
    ({ waiting }) => waiting.awaiting('transfers', 'transfer_batches:approve'),
  ),
  accountsNearestToMaximum: figure(
    'fbo_accounts:read',
    Type.Array(Type.Object(NEAR_ACCOUNT, { additionalProperties: false }), {
      description:
        `At most ${SUMMARY_LISTED_MAX} accounts, those first whose insured exposure is the largest ` +
        'part of their maximum. Accounts without exposure are left out.',
    }),
    ({ figures }) =>
      figures.accounts.map(({ firstName, lastName, businessName, ...exposure }) => {
        return { firstName, lastName, businessName, ...toInsuredExposure(exposure) }
      }),
  ),
  expiringTransfers: figure(
    'transfer_batches:read',
    objectOf('The pending transfers that expire within 24 hours, also those of others.', {
      count: count('Pending transfers that expire within 24 hours.', 1),
      soonest: Type.Array(PENDING_TRANSFER, {
        maxItems: SUMMARY_LISTED_MAX,
        description: `At most ${SUMMARY_LISTED_MAX} of them, the first to expire first.`,
      }),
    }),
    ({ waiting }) => {
      const { count, listed } = waiting.all('expiringTransfers', 'transfer_batches:approve')
      return { count, soonest: listed }
    },
  ),
  pendingShipments: figure(
    'outbound_shipments:read',
    awaiting(WAITING_SHIPMENT, 'outbound_shipments:approve', {
      all: 'Shipments that wait for an approval.',
      count: 'Shipments that wait.',
      mine: 'Those',
    }),
    ({ waiting }) => waiting.awaiting('shipments', 'outbound_shipments:approve'),
  ),
  longestHeldShipments: figure(
    'outbound_shipments:read',
    Type.Array(WAITING_SHIPMENT, {
      maxItems: SUMMARY_LISTED_MAX,
      description: `At most ${SUMMARY_LISTED_MAX} shipments on hold, the longest first.`,
    }),
    ({ waiting }) => waiting.all('heldShipments').listed,
  ),
  pendingRevaluations: figure(
    'inventory_items:read',
    awaiting(PENDING_REVALUATION, 'revaluations:approve', {
      all: 'Revaluations that wait for an approval.',
      count: 'Revaluations that wait.',
      mine: 'Those',
    }),
    ({ waiting }) => waiting.awaiting('revaluations', 'revaluations:approve'),
  ),
  vaultValue: figure(
    'inventory_items:read',
    objectOf('The declared value of what is in the vault.', {
      declaredValueCents: centsSum('The declared value of the items in the vault.', '17500000'),
      thirtyDaysAgoCents: centsSum(
        `The same ${SUMMARY_DAYS} days before, with the items and values of then.`,
        '16200000',
      ),
    }),
    ({ figures }) => figures.vaultValue,
  ),
  medianDecisionSeconds: figure(
    'transfer_batches:read',
    count(
      'The median time from the creation of a transfer to its approval or rejection by a person, ' +
        `of the last ${SUMMARY_DAYS} days; null without any.`,
      5400,
    ),
    ({ figures }) => figures.medianDecisionSeconds,
  ),
}

type Members = { [Name in keyof typeof FIGURES]: (typeof FIGURES)[Name]['schema'] }

const MEMBERS = Object.fromEntries(
  Object.entries(FIGURES).map(([name, { schema }]) => [name, schema]),
) as Members

export const SUMMARY = namedObject('Summary', "The figures of the organization's records.", {
  organizationId: recordId('The organization.', EXAMPLE_IDS.organization),
  asOf: instant('the figures were read', '2026-11-23T09:15:00.000Z'),
  ...MEMBERS,
})

export type Summary = Static<typeof SUMMARY>
