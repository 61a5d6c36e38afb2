import { type Static, Type } from 'typebox'
import { IN_MINOR_UNITS, namedObject, nullableInstant, recordId } from '../../domain/fields.ts'
import { EXAMPLE_IDS } from '../../domain/ids.ts'
import { CENTS_SUM_PATTERN } from '../../domain/limits.ts'
import {
  EVENT_CHECKPOINT,
  type EventCheckpoint,
  type EventCheckpointRow,
  toEventCheckpoint,
} from '../../history/sealed-log/event-checkpoint.ts'
import { LINE_KINDS, type Period, periodEnd, valueChange } from './statement-line.ts'

const BALANCE = Type.Object(
  {
    items: Type.Integer({ description: 'The number of items held.', minimum: 0, examples: [12] }),
    valueCents: Type.String({
      description:
        `The sum of their declared values then. ${IN_MINOR_UNITS}: a whole number, as a string. ` +
        'It can have more digits than an amount.',
      pattern: CENTS_SUM_PATTERN,
      examples: ['17500000'],
    }),
  },
  { additionalProperties: false },
)

export const STATEMENT = namedObject(
  'Statement',
  'What an account held at the beginning and at the end of a period, and the sums of what changed.',
  {
    fboAccountId: recordId('The account.', EXAMPLE_IDS.fboAccount),
    currency: Type.String({
      description: 'The currency of every amount of the organization (ISO 4217).',
      pattern: '^[A-Z]{3}$',
      examples: ['USD'],
    }),
    from: nullableInstant('the period begins', '2026-11-01T00:00:00.000Z'),
    to: nullableInstant('the period ends', '2026-12-01T00:00:00.000Z'),
    opening: { ...BALANCE, description: 'The holdings right before `from`.' },
    changes: Type.Array(
      Type.Object(
        {
          kind: Type.Enum([...LINE_KINDS], {
            description: 'The kind of the lines.',
            examples: ['taken_in'],
          }),
          lines: Type.Integer({ description: 'Their number.', minimum: 0, examples: [3] }),
          itemsChange: Type.Integer({ description: 'Their items.', examples: [3] }),
          valueChangeCents: valueChange('Their change of the value.', '4500000'),
        },
        { additionalProperties: false },
      ),
      { description: 'The lines of the period by kind, each kind once.' },
    ),
    shipments: Type.Integer({
      description: 'The number of shipments that items left with.',
      minimum: 0,
      examples: [1],
    }),
    closing: {
      ...BALANCE,
      description: 'The holdings right before `to`, or now: the opening and all changes.',
    },
    checkpoint: Type.Unsafe<EventCheckpoint | null>({
      anyOf: [EVENT_CHECKPOINT, { type: 'null' }],
      description:
        'The newest checkpoint of the sealed log; null if there is none, or if the token lacks ' +
        '`events:read`.',
    }),
    isProven: Type.Boolean({
      description:
        'Whether the newest checkpoint is over every event that happened before `to`, so far. If not, ' +
        'one is within the hour, or after Create Event Checkpoint.',
      examples: [true],
    }),
  },
)

export type Statement = Static<typeof STATEMENT>

/** The row of a query for a statement; cents as decimal text. */
export interface StatementRow
  extends Pick<Statement, 'fboAccountId' | 'currency' | 'shipments' | 'isProven'> {
  readonly openingItems: number
  readonly openingCents: string
  readonly closingItems: number
  readonly closingCents: string
  /** Sums of the kinds that have lines. */
  readonly sums: Statement['changes']
  readonly checkpoint: EventCheckpointRow | null
}

export function toStatement(row: StatementRow, { from, to }: Period): Statement {
  const sums = new Map(row.sums.map((sum) => [sum.kind, sum]))
  return {
    fboAccountId: row.fboAccountId,
    currency: row.currency,
    from: periodEnd(from),
    to: periodEnd(to),
    opening: { items: row.openingItems, valueCents: row.openingCents },
    changes: LINE_KINDS.map(
      (kind) => sums.get(kind) ?? { kind, lines: 0, itemsChange: 0, valueChangeCents: '0' },
    ),
    shipments: row.shipments,
    closing: { items: row.closingItems, valueCents: row.closingCents },
    checkpoint: row.checkpoint && toEventCheckpoint(row.checkpoint),
    isProven: row.isProven,
  }
}
