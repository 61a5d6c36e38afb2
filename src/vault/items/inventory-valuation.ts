import { type Static, Type } from 'typebox'
import { EXAMPLE_IDS } from '../../domain/example-ids.ts'
import {
  cents,
  columnsOf,
  instant,
  namedObject,
  nullableId,
  type RowOf,
  reasonMember,
  responseMaker,
} from '../../domain/fields.ts'

export const INVENTORY_VALUATION = namedObject(
  'InventoryValuation',
  'One change of the declared value of one item. Valuations are never changed or deleted.',
  {
    number: Type.Integer({
      description: 'Position in the valuations of the item, from 1 on and without gaps.',
      examples: [1],
    }),
    at: instant('the value changed', '2026-11-21T09:15:00.000Z'),
    fromValueCents: cents('The declared value before.', '1250000'),
    toValueCents: cents('The declared value from then on.', '1500000'),
    reason: reasonMember('Why the value was changed.', 'New appraisal'),
    tokenId: nullableId(
      'The access token of the request; null if the operator of the vault made the change.',
      EXAMPLE_IDS.accessToken,
    ),
    revaluationId: nullableId(
      'The revaluation that a second person approved; null if none was needed.',
      EXAMPLE_IDS.revaluation,
    ),
  },
)

/** A row of `inventory_valuations`; cents as decimal text. */
export type InventoryValuationRow = RowOf<Static<typeof INVENTORY_VALUATION>>

export const INVENTORY_VALUATION_COLUMNS = columnsOf(INVENTORY_VALUATION)

export const toInventoryValuation = responseMaker(INVENTORY_VALUATION)
