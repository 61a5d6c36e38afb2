import { type Static, Type } from 'typebox'
import type { Violation } from '../../domain/errors.ts'
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
import { EXAMPLE_IDS } from '../../domain/ids.ts'
import { CENTS_SUM_PATTERN } from '../../domain/limits.ts'

/** The query parameters of a period: from its beginning up to its end, which is not in it. */
export const PERIOD_PARAMETERS = {
  from: Type.Optional(
    Type.String({
      description:
        'The beginning of the period (RFC 3339), which is part of it. Default: before everything.',
      format: 'date-time',
      examples: ['2026-11-01T00:00:00.000Z'],
    }),
  ),
  to: Type.Optional(
    Type.String({
      description:
        'The end of the period (RFC 3339), which is not part of it, so that the next period begins ' +
        'there. Default: none. A period that is not over shows what happened so far.',
      format: 'date-time',
      examples: ['2026-12-01T00:00:00.000Z'],
    }),
  ),
}

export interface Period {
  readonly from?: string | undefined
  readonly to?: string | undefined
}

// Nothing is recorded outside these years, and the places of stays have room for no more.
const FIRST_MS = Date.UTC(1970, 0)
const LAST_MS = Date.UTC(2100, 0)

/** The first whole millisecond from an instant on: moments of records are whole ones. */
function millisecondsFrom(instant: string): number {
  const hasMore = /\.\d{3}\d*[1-9]/.test(instant)
  return Date.parse(instant) + (hasMore ? 1 : 0)
}

/** The instant in UTC as responses show it; null without one. */
export function periodEnd(instant: string | undefined): string | null {
  return instant === undefined ? null : new Date(millisecondsFrom(instant)).toISOString()
}

/** The parameters `$3` and `$4` of a statement: both ends of the period. */
export function periodValues({ from, to }: Period): [string, string] {
  const within = (instant: string | undefined, otherwise: number) => {
    const ms = instant === undefined ? otherwise : millisecondsFrom(instant)
    return new Date(Math.min(Math.max(ms, FIRST_MS), LAST_MS)).toISOString()
  }
  return [within(from, FIRST_MS), within(to, LAST_MS)]
}

/** A period has at least one moment. */
export function periodViolations({ from, to }: Period): Violation[] {
  if (typeof from !== 'string' || typeof to !== 'string') return []
  if (!(millisecondsFrom(from) >= millisecondsFrom(to))) return []
  const detail = 'to must be after from: the period begins at from, and ends before to.'
  return [{ pointer: '/to', in: 'query', code: 'invalid_parameter', detail }]
}

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
