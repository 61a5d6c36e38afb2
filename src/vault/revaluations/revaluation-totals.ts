import { type Static, Type } from 'typebox'
import { IN_MINOR_UNITS, namedObject } from '../../domain/fields.ts'
import { CENTS_SUM_PATTERN } from '../../domain/limits.ts'
import type { Revalued } from './revalued.ts'

const sum = (when: string, example: string) =>
  Type.String({
    description: `Sum of the declared values of all items of the request ${when}. ${IN_MINOR_UNITS}.`,
    pattern: CENTS_SUM_PATTERN,
    examples: [example],
  })

export const REVALUATION_TOTALS = namedObject(
  'RevaluationTotals',
  'What a revaluation of several items changes in all.',
  {
    revaluedItems: Type.Integer({
      description: 'Number of items that get another value.',
      examples: [1],
    }),
    fromValueCents: sum('before', '1250000'),
    toValueCents: sum('after', '1500000'),
  },
)

export function totalsOf({ items, valuations }: Revalued): Static<typeof REVALUATION_TOTALS> {
  const to = items.reduce((total, item) => total + BigInt(item.declaredValueCents), 0n)
  const change = valuations.reduce(
    (total, { fromValueCents, toValueCents }) =>
      total + BigInt(toValueCents) - BigInt(fromValueCents),
    0n,
  )
  return {
    revaluedItems: valuations.length,
    fromValueCents: String(to - change),
    toValueCents: String(to),
  }
}
