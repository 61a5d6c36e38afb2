import Type, { type Static } from 'typebox'
import { INVENTORY_ITEM } from './inventory-item.ts'

const { id, status, declaredValueCents, activeTransferId, activeShipmentId } =
  INVENTORY_ITEM.properties

export const HOLDING = Type.Object(
  {
    inventoryItemId: id,
    status: Type.Unsafe<Static<typeof status>>({
      ...status,
      description:
        'The status of the item at that moment; always a status that an item in the vault can ' +
        'have.',
    }),
    declaredValueCents,
    activeTransferId,
    activeShipmentId,
    changedAt: Type.String({
      ...INVENTORY_ITEM.properties.changedAt,
      description:
        'When the item got this status in this account: RFC 3339, UTC, milliseconds. Never after `asOf`.',
    }),
  },
  {
    title: 'Holding',
    description: 'An item that an account holds, or held at the requested moment.',
    additionalProperties: false,
  },
)

export type Holding = Static<typeof HOLDING>

/** A row of a query for holdings, column names in camel case; cents as decimal text. */
export interface HoldingRow extends Omit<Holding, 'changedAt'> {
  readonly changedAt: Date
}

export function toHolding(row: HoldingRow): Holding {
  return { ...row, changedAt: row.changedAt.toISOString() }
}
