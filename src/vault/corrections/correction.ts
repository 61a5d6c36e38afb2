import { type Static, Type } from 'typebox'
import { EXAMPLE_IDS } from '../../domain/example-ids.ts'
import {
  instant,
  namedObject,
  nullableId,
  nullableText,
  type RowOf,
  responseMaker,
} from '../../domain/fields.ts'

/** Any JSON value: that of the member. */
function memberValue(description: string, example: unknown) {
  return Type.Unsafe<unknown>({ description, examples: [example] })
}

export const CORRECTION = namedObject(
  'Correction',
  'A member of a record that was given another value.',
  {
    number: Type.Integer({
      description: "Position in the record's corrections, from 1 on and without gaps.",
      examples: [1],
    }),
    at: instant('it was corrected', '2026-11-23T09:00:00.000Z'),
    member: Type.String({
      description: 'The member of the record.',
      examples: ['maxInsuredValueCents'],
    }),
    from: memberValue(
      'The value before; null if there was none. Personal values of an erased account are null.',
      '25000000',
    ),
    to: memberValue(
      'The value after; null if there is none. Personal values of an erased account are null.',
      '40000000',
    ),
    reason: nullableText({
      description: 'The reason; null if none was given.',
      examples: ['Policy raised on renewal'],
    }),
    tokenId: nullableId(
      'The access token of the request; null if the operator of the vault or the service itself ' +
        'made the change.',
      EXAMPLE_IDS.accessToken,
    ),
    revaluationId: nullableId(
      'The revaluation of an item that a second person approved; null of all else.',
      EXAMPLE_IDS.revaluation,
    ),
  },
)

export type CorrectionRow = RowOf<Static<typeof CORRECTION>>

export const toCorrection = responseMaker(CORRECTION)
