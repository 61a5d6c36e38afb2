import { type Static, type TObject, type TProperties, type TSchema, Type } from 'typebox'
import { IN_MINOR_UNITS, namedObject, nullableText } from '../../domain/fields.ts'
import { CENTS_SUM_PATTERN } from '../../domain/limits.ts'
import type { Permission } from '../../domain/permissions.ts'
import { INSURED_EXPOSURE } from '../accounts/insured-exposure.ts'
import { REVALUATION } from '../revaluations/revaluation.ts'
import { SHIPMENT_DETAILS } from '../shipments/outbound-shipment.ts'
import { TRANSFER_DETAILS } from '../transfers/transfer-batch.ts'

/** Days of `transfersByDay`. */
export const SUMMARY_DAYS = 30

/** Pending transfers, and accounts, that a summary lists. */
export const SUMMARY_LISTED_MAX = 10

export function count(description: string, example: number) {
  return Type.Integer({ minimum: 0, description, examples: [example] })
}

export function objectOf<Properties extends TProperties>(
  description: string,
  properties: Properties,
) {
  return Type.Object(properties, { additionalProperties: false, description })
}

/** The schema of a member that is null where the token lacks the permission. */
export function permitted<Schema extends TSchema>(permission: Permission, schema: Schema) {
  const { type, description } = schema as unknown as Readonly<Record<string, string>>
  return Type.Unsafe<Static<Schema> | null>({
    ...schema,
    type: [type, 'null'],
    description: `${description} ${nullWithout(permission)}`,
  })
}

function nullWithout(permission: Permission): string {
  return `Null if the token lacks \`${permission}\`.`
}

/** A sum, which can be more than the cents of one record. */
export function centsSum(description: string, example: string) {
  return Type.String({
    description: `${description} ${IN_MINOR_UNITS}: a decimal whole number, as a string.`,
    pattern: CENTS_SUM_PATTERN,
    examples: [example],
  })
}

// The records that wait for somebody, as a summary lists them.

const { id, fromFboAccountId, toFboAccountId, totalItems, createdAt } = TRANSFER_DETAILS.properties
const { expiresAt, createdByTokenId, review } = TRANSFER_DETAILS.properties

const declaredValueCents = nullableText({
  description:
    'Declared value of its items as it is now. ' +
    `${IN_MINOR_UNITS}: a decimal whole number, as a string. ` +
    nullWithout('inventory_items:read'),
  pattern: CENTS_SUM_PATTERN,
  examples: ['5000000'],
})

export const PENDING_TRANSFER = namedObject(
  'PendingTransfer',
  'A transfer that waits for a decision.',
  {
    id,
    fromFboAccountId,
    toFboAccountId,
    totalItems,
    createdAt,
    expiresAt,
    createdByTokenId,
    review,
    declaredValueCents,
    destinationExposure: permitted(
      'fbo_accounts:read',
      objectOf(
        'The insured exposure of `toFboAccountId`, with this and all other pending transfers into it.',
        INSURED_EXPOSURE.properties,
      ),
    ),
    mayApprove: Type.Boolean({
      description:
        'Whether the token has `transfer_batches:approve`, four eyes allow it this transfer, and its ' +
        'holder did not approve it yet. Approve Transfer can still refuse: with ' +
        '`insured_value_exceeded`, for one, or, with `fourEyes` off, because several people must ' +
        'approve what the caller created.',
      examples: [true],
    }),
  },
)

const SHIPMENT = SHIPMENT_DETAILS.properties

function mayApproveAs(permission: Permission, operation: string) {
  return Type.Boolean({
    description:
      `Whether the token has \`${permission}\`, four eyes allow it this record, and its holder did ` +
      `not approve it yet. ${operation} can still refuse.`,
    examples: [true],
  })
}

export const WAITING_SHIPMENT = namedObject(
  'WaitingShipment',
  'A shipment that waits for its approval, or that is on hold.',
  {
    id: SHIPMENT.id,
    fboAccountId: SHIPMENT.fboAccountId,
    totalItems: SHIPMENT.totalItems,
    createdAt: SHIPMENT.createdAt,
    createdByTokenId: SHIPMENT.createdByTokenId,
    heldAt: SHIPMENT.heldAt,
    holdReason: SHIPMENT.holdReason,
    declaredValueCents,
    countryCode: nullableText({
      description: 'ISO 3166 code of the country that it goes to; null without a recipient.',
      examples: ['SE'],
    }),
    insuredValueCents: SHIPMENT.insuredValueCents,
    mayApprove: mayApproveAs('outbound_shipments:approve', 'Approve Outbound Shipment'),
  },
)

const REVALUED = REVALUATION.properties

export const PENDING_REVALUATION = namedObject(
  'PendingRevaluation',
  'A revaluation that waits for a decision.',
  {
    id: REVALUED.id,
    totalItems: REVALUED.totalItems,
    reason: REVALUED.reason,
    createdAt: REVALUED.createdAt,
    expiresAt: REVALUED.expiresAt,
    requestedByTokenId: REVALUED.requestedByTokenId,
    fromValueCents: centsSum('The values that the request found, added up.', '5000000'),
    toValueCents: centsSum('The values that it asks for, added up.', '6000000'),
    mayApprove: mayApproveAs('revaluations:approve', 'Approve Revaluation'),
  },
)

/** The records of a type that wait for an approval. */
export function awaiting<Entry extends TObject>(
  entry: Entry,
  approving: Permission,
  words: { readonly all: string; readonly count: string; readonly mine: string },
) {
  return objectOf(words.all, {
    count: count(words.count, 7),
    awaitingMe: count(`${words.mine} with \`mayApprove\`.`, 5),
    oldest: Type.Array(entry, {
      maxItems: SUMMARY_LISTED_MAX,
      description:
        `At most ${SUMMARY_LISTED_MAX}, oldest first: those with \`mayApprove\`; all of them if ` +
        `the token lacks \`${approving}\`.`,
    }),
  })
}
