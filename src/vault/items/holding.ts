import { type Static, Type } from 'typebox'
import { type Refusal, refusalOf } from '../../domain/errors.ts'
import { cents, namedObject, type RowOf, responseMaker } from '../../domain/fields.ts'
import { INVENTORY_ITEM } from './inventory-item.ts'

const { id, status, description, activeTransferId, activeShipmentId } = INVENTORY_ITEM.properties

export const HOLDING = namedObject(
  'Holding',
  'An item that an account holds, or held at the requested moment.',
  {
    inventoryItemId: id,
    status: Type.Unsafe<Static<typeof status>>({
      ...status,
      description:
        'The status of the item at that moment; always a status that an item in the vault can ' +
        'have.',
    }),
    description,
    declaredValueCents: cents('The declared value of the item at that moment.', '1250000'),
    activeTransferId,
    activeShipmentId,
    changedAt: {
      ...INVENTORY_ITEM.properties.changedAt,
      description:
        'When the item got this status in this account: RFC 3339, UTC, milliseconds. Never after `asOf`.',
    },
  },
)

/** A row of a query for holdings; cents as decimal text. */
export type HoldingRow = RowOf<Static<typeof HOLDING>>

export const toHolding = responseMaker(HOLDING)

/** The refusal of a future moment. Only the database's clock can tell, after the account is found. */
/** In milliseconds: PostgreSQL would round what is finer, up to a movement that came after it. */
export function momentOf(asOf: string): string {
  return new Date(asOf).toISOString()
}

export function asOfInFuture(): Refusal {
  const violation = {
    pointer: '/asOf',
    in: 'query',
    code: 'invalid_parameter',
    detail: 'asOf is in the future: send a past moment, or leave asOf out to read the present.',
  } as const
  return refusalOf([violation], 'request')
}
