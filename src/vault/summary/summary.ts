import { type Static, Type } from 'typebox'
import { EXAMPLE_IDS } from '../../domain/example-ids.ts'
import { instant, namedObject, recordId } from '../../domain/fields.ts'
import { SHIPMENT_STATUSES, type ShipmentStatus } from '../../domain/shipment-statuses.ts'
import { FBO_ACCOUNT } from '../accounts/fbo-account.ts'
import { INSURED_EXPOSURE } from '../accounts/insured-exposure.ts'
import { ITEM_STATUSES, type ItemStatus } from '../items/inventory-item.ts'
import { TRANSFER_STATUSES } from '../transfers/transfer-batch.ts'
import {
  centsSum,
  count,
  listWithPermission,
  nullWithout,
  SUMMARY_DAYS,
  SUMMARY_LISTED_MAX,
  withPermission,
} from './summary-fields.ts'
import { awaiting, PENDING_REVALUATION, PENDING_TRANSFER, WAITING_SHIPMENT } from './waiting.ts'

/** Figures of transfers on a day: each is created, and ends once. */
export const TRANSFER_OUTCOMES = TRANSFER_STATUSES.filter((status) => status !== 'pending')

export type TransferOutcome = (typeof TRANSFER_OUTCOMES)[number]

function countsBy<Name extends string>(names: readonly Name[], things: string) {
  const counts = names.map((name) => [name, count(`${things} that are \`${name}\`.`, 3)])
  return Object.fromEntries(counts) as Record<Name, ReturnType<typeof count>>
}

const { fboAccountId, exposureCents, maxInsuredValueCents } = INSURED_EXPOSURE.properties
const { headroomCents, isOverMaximum } = INSURED_EXPOSURE.properties
const { firstName, lastName, businessName } = FBO_ACCOUNT.properties

export const SUMMARY = namedObject('Summary', "The figures of the organization's records.", {
  organizationId: recordId('The organization.', EXAMPLE_IDS.organization),
  asOf: instant('the figures were read', '2026-11-23T09:15:00.000Z'),
  itemsByStatus: withPermission<Record<ItemStatus, ReturnType<typeof count>>>(
    'inventory_items:read',
    countsBy(ITEM_STATUSES, 'Items'),
    'The number of items by status.',
  ),
  shipmentsByStatus: withPermission<Record<ShipmentStatus, ReturnType<typeof count>>>(
    'outbound_shipments:read',
    countsBy(SHIPMENT_STATUSES, 'Shipments'),
    'The number of shipments by status, without cancelled ones.',
  ),
  heldShipments: Type.Unsafe<number | null>({
    type: ['integer', 'null'],
    minimum: 0,
    description: `The number of shipments on hold. ${nullWithout('outbound_shipments:read')}`,
    examples: [1],
  }),
  transfersByDay: listWithPermission(
    'transfer_batches:read',
    {
      date: Type.String({
        description: 'The day, UTC.',
        format: 'date',
        examples: ['2026-11-23'],
      }),
      created: count('Transfers that were created on the day.', 4),
      completed: count('Transfers that were approved on the day.', 3),
      rejected: count('Transfers that were rejected on the day.', 1),
      cancelled: count('Transfers that were cancelled on the day.', 0),
      expired: count('Transfers that expired on the day.', 0),
    },
    `What happened to transfers on each of the last ${SUMMARY_DAYS} days, oldest first, today last.`,
  ),
  pendingTransfers: withPermission(
    'transfer_batches:read',
    {
      count: count('Pending transfers.', 7),
      awaitingMe: count('Pending transfers with `mayApprove`.', 5),
      oldest: Type.Array(PENDING_TRANSFER, {
        maxItems: SUMMARY_LISTED_MAX,
        description:
          `At most ${SUMMARY_LISTED_MAX}, oldest first: those with \`mayApprove\`; all of them if ` +
          'the token lacks `transfer_batches:approve`.',
      }),
    },
    'The transfers that wait for a decision.',
  ),
  accountsNearestToMaximum: listWithPermission(
    'fbo_accounts:read',
    {
      fboAccountId,
      firstName,
      lastName,
      businessName,
      exposureCents,
      maxInsuredValueCents,
      headroomCents,
      isOverMaximum,
    },
    `At most ${SUMMARY_LISTED_MAX} accounts, those first whose insured exposure is the largest ` +
      'part of their maximum. Accounts without exposure are left out.',
  ),
  expiringTransfers: withPermission(
    'transfer_batches:read',
    {
      count: count('Pending transfers that expire within 24 hours.', 1),
      soonest: Type.Array(PENDING_TRANSFER, {
        maxItems: SUMMARY_LISTED_MAX,
        description: `At most ${SUMMARY_LISTED_MAX} of them, the first to expire first.`,
      }),
    },
    'The pending transfers that expire within 24 hours, also those of others.',
  ),
  pendingShipments: awaiting(WAITING_SHIPMENT, {
    reading: 'outbound_shipments:read',
    approving: 'outbound_shipments:approve',
    records: 'Shipments',
  }),
  longestHeldShipments: Type.Unsafe<Static<typeof WAITING_SHIPMENT>[] | null>({
    type: ['array', 'null'],
    items: WAITING_SHIPMENT,
    maxItems: SUMMARY_LISTED_MAX,
    description:
      `At most ${SUMMARY_LISTED_MAX} shipments on hold, the longest first. ` +
      nullWithout('outbound_shipments:read'),
  }),
  pendingRevaluations: awaiting(PENDING_REVALUATION, {
    reading: 'inventory_items:read',
    approving: 'revaluations:approve',
    records: 'Revaluations',
  }),
  vaultValue: withPermission(
    'inventory_items:read',
    {
      declaredValueCents: centsSum('The declared value of the items in the vault.', '17500000'),
      thirtyDaysAgoCents: centsSum(
        `The same ${SUMMARY_DAYS} days before, with the items and values of then.`,
        '16200000',
      ),
    },
    'The declared value of what is in the vault.',
  ),
  medianDecisionSeconds: Type.Unsafe<number | null>({
    type: ['integer', 'null'],
    minimum: 0,
    description:
      'The median time from the creation of a transfer to its approval or rejection by a person, ' +
      `of the last ${SUMMARY_DAYS} days; null without any. ${nullWithout('transfer_batches:read')}`,
    examples: [5400],
  }),
})

export type Summary = Static<typeof SUMMARY>
