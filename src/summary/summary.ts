import Type, { type Static, type TProperties } from 'typebox'
import { EXAMPLE_IDS } from '../domain/example-ids.ts'
import { instant, namedObject, recordId } from '../domain/fields.ts'
import type { Permission } from '../domain/permissions.ts'
import { SHIPMENT_STATUSES, type ShipmentStatus } from '../domain/shipment-statuses.ts'
import { FBO_ACCOUNT } from '../fbo-accounts/fbo-account.ts'
import { INSURED_EXPOSURE } from '../fbo-accounts/insured-exposure.ts'
import { ITEM_STATUSES, type ItemStatus } from '../inventory-items/inventory-item.ts'
import { TRANSFER_DETAILS, TRANSFER_STATUSES } from '../transfers/transfer-batch.ts'

/** Days of `transfersByDay`. */
export const SUMMARY_DAYS = 30

/** Pending transfers, and accounts, that a summary lists. */
export const SUMMARY_LISTED_MAX = 10

/** Figures of transfers on a day: each is created, and ends once. */
export const TRANSFER_OUTCOMES = TRANSFER_STATUSES.filter((status) => status !== 'pending')

export type TransferOutcome = (typeof TRANSFER_OUTCOMES)[number]

function count(description: string, example: number) {
  return Type.Integer({ minimum: 0, description, examples: [example] })
}

/** A member that is null where the token lacks the permission. */
function withPermission<Properties extends TProperties>(
  permission: Permission,
  properties: Properties,
  description: string,
) {
  const object = Type.Object(properties, { additionalProperties: false })
  return Type.Unsafe<Static<typeof object> | null>({
    ...object,
    type: ['object', 'null'],
    description: `${description} ${nullWithout(permission)}`,
  })
}

function listWithPermission<Properties extends TProperties>(
  permission: Permission,
  properties: Properties,
  description: string,
) {
  const object = Type.Object(properties, { additionalProperties: false })
  return Type.Unsafe<Static<typeof object>[] | null>({
    type: ['array', 'null'],
    items: object,
    description: `${description} ${nullWithout(permission)}`,
  })
}

function nullWithout(permission: Permission): string {
  return `Null if the token lacks \`${permission}\`.`
}

function countsBy<Name extends string>(names: readonly Name[], things: string) {
  const counts = names.map((name) => [name, count(`${things} that are \`${name}\`.`, 3)])
  return Object.fromEntries(counts) as Record<Name, ReturnType<typeof count>>
}

const { id, fromFboAccountId, toFboAccountId, totalItems, createdAt } = TRANSFER_DETAILS.properties
const { expiresAt, createdByTokenId, review } = TRANSFER_DETAILS.properties

const PENDING_TRANSFER = namedObject('PendingTransfer', 'A transfer that waits for a decision.', {
  id,
  fromFboAccountId,
  toFboAccountId,
  totalItems,
  createdAt,
  expiresAt,
  createdByTokenId,
  review,
  mayApprove: Type.Boolean({
    description:
      'Whether the token has `transfer_batches:approve`, four eyes allow it this transfer, and its ' +
      'holder did not approve it yet. Approve Transfer can still refuse: with ' +
      '`insured_value_exceeded`, for one, or, with `fourEyes` off, because several people must ' +
      'approve what the caller created.',
    examples: [true],
  }),
})

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
})

export type Summary = Static<typeof SUMMARY>
