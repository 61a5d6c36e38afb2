import { type Static, Type } from 'typebox'
import { EXAMPLE_IDS } from '../../domain/example-ids.ts'
import {
  cents,
  IN_MINOR_UNITS,
  instant,
  namedObject,
  nullableId,
  nullableText,
  type RowOf,
  recordId,
  responseMaker,
} from '../../domain/fields.ts'
import { CENTS_SUM_PATTERN } from '../../domain/limits.ts'

/** Changes of the holdings of an account, or of their value. */
export const LINE_KINDS = [
  'imported',
  'taken_in',
  'transferred_in',
  'transferred_out',
  'shipped',
  'withdrawn',
  'revalued',
] as const

export type LineKind = (typeof LINE_KINDS)[number]

/** A change of a value: `-1250000` for an item that left. */
export function valueChange(description: string, example: string) {
  return Type.String({
    description: `${description} ${IN_MINOR_UNITS}: a whole number, as a string, negative for a decrease.`,
    pattern: CENTS_SUM_PATTERN,
    examples: [example],
  })
}

export const STATEMENT_LINE = namedObject(
  'StatementLine',
  'One change of what an account holds, or of its value. The opening and all lines make the closing.',
  {
    at: instant('it happened', '2026-11-21T09:15:00.000Z'),
    kind: Type.Enum([...LINE_KINDS], {
      description:
        'What happened: the item came (`imported`, `taken_in`, `transferred_in`), left ' +
        '(`transferred_out`, `shipped`, `withdrawn`), or got another value (`revalued`).',
      examples: ['transferred_in'],
    }),
    inventoryItemId: recordId('The item.', EXAMPLE_IDS.inventoryItem),
    description: nullableText({
      description: 'Description of the item, as it is now; null if there is none.',
      examples: ['Submariner 5513, 1967'],
    }),
    itemsChange: Type.Integer({
      description: '1 if the item came, -1 if it left, 0 if its value changed.',
      minimum: -1,
      maximum: 1,
      examples: [1],
    }),
    valueChangeCents: valueChange('The change of the value of what the account holds.', '1250000'),
    valueCents: cents(
      'The declared value of the item then; of a `revalued` one, from then on.',
      '1250000',
    ),
    otherFboAccountId: nullableId(
      'The other account of the transfer; null if there was none.',
      EXAMPLE_IDS.otherFboAccount,
    ),
    transferBatchId: nullableId(
      'The transfer that moved the item; null if none did.',
      EXAMPLE_IDS.transferBatch,
    ),
    outboundShipmentId: nullableId(
      'The shipment that the item left with; null if there was none.',
      EXAMPLE_IDS.outboundShipment,
    ),
    revaluationId: nullableId(
      'The revaluation that a second person approved; null if there was none.',
      EXAMPLE_IDS.revaluation,
    ),
    tokenId: nullableId(
      'The access token of the request; null if the system or the operator of the vault made ' +
        'the change.',
      EXAMPLE_IDS.accessToken,
    ),
    reason: nullableText({
      description: 'The reason; null if none was given.',
      examples: ['New appraisal'],
    }),
  },
)

/** A row of a query for lines; cents as decimal text. */
export interface StatementLineRow extends RowOf<Static<typeof STATEMENT_LINE>> {
  readonly step: number
  readonly number: number
}

export const toStatementLine = responseMaker(STATEMENT_LINE)
