import { hash } from 'node:crypto'
import { type Static, Type } from 'typebox'
import type { OrganizationMode } from '../../domain/caller.ts'
import { unknownRecord } from '../../domain/errors.ts'
import { SUBJECT_TYPES, SYSTEM_ACTORS, type SystemActor } from '../../domain/event-members.ts'
import { EVENT_DATA, EVENT_TYPES, type EventType } from '../../domain/events.ts'
import {
  byId,
  instant,
  namedObject,
  nullableId,
  nullableText,
  PERSON_OF_TOKEN,
  recordId,
} from '../../domain/fields.ts'
import { EXAMPLE_IDS } from '../../domain/ids.ts'
import { instantParameter } from '../../domain/pagination.ts'
import { publishedEvent } from './published-event.ts'

const EVENT_TYPE_NAMES = Object.keys(EVENT_TYPES) as EventType[]

const typeLines = EVENT_TYPE_NAMES.map((name) => `\`${name}\`: ${EVENT_TYPES[name]}`)
const actorLines = Object.entries(SYSTEM_ACTORS).map(([name, why]) => `\`${name}\` (${why})`)

export const EVENT_TYPE = Type.Enum(EVENT_TYPE_NAMES, {
  description: `What happened. ${typeLines.join(' ')}`,
  examples: ['transfer.completed'],
})

/** Parameters of a request for the events of a span of time. */
export const OCCURRED_PARAMETERS = {
  occurredFrom: instantParameter(
    'Only events that occurred at or after this instant (RFC 3339).',
    '2026-11-21T00:00:00.000Z',
  ),
  occurredBefore: instantParameter(
    'Only events that occurred before this instant (RFC 3339).',
    '2026-11-22T00:00:00.000Z',
  ),
}

const MEMBERS = {
  id: recordId('Identifier of the event.', EXAMPLE_IDS.event),
  type: EVENT_TYPE,
  occurredAt: instant('it happened', '2026-11-21T10:02:00.000Z'),
  organizationId: recordId('The organization.', EXAMPLE_IDS.organization),
  mode: Type.Optional(
    Type.Enum(['test'], {
      description: '`test` in the events of a test organization; those of a live one have no mode.',
      examples: ['test'],
    }),
  ),
  actor: Type.Object(
    {
      tokenId: nullableId(
        'The access token of the request; null if there was none.',
        EXAMPLE_IDS.accessToken,
      ),
      owner: nullableText({
        description: 'The owner of that token; null if it has none.',
        examples: ['Ada Lindqvist'],
      }),
      person: PERSON_OF_TOKEN,
      system: Type.Unsafe<SystemActor | null>({
        type: ['string', 'null'],
        enum: [...Object.keys(SYSTEM_ACTORS), null],
        description: `Why the service acted without a token: ${actorLines.join(', ')}; null otherwise.`,
        examples: [null],
      }),
    },
    { description: 'Who did it.', additionalProperties: false },
  ),
  requestId: nullableText({
    description: 'The id of the request in the logs (`X-Request-Id`); null if there was none.',
    examples: ['1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed'],
  }),
  subject: Type.Object(
    {
      type: Type.Enum([...SUBJECT_TYPES], {
        description: 'The type of the record.',
        examples: ['transfer'],
      }),
      id: recordId('Identifier of the record.', EXAMPLE_IDS.transferBatch),
    },
    { description: 'The record that changed.', additionalProperties: false },
  ),
  data: Type.Object(EVENT_DATA, {
    description:
      'What changed: ids, states and counts, and no personal data. Which members are there ' +
      'depends on `type`.',
    additionalProperties: true,
    examples: [
      {
        version: 2,
        statusBefore: 'pending',
        statusAfter: 'completed',
        approvedBySystem: false,
        fromFboAccountId: EXAMPLE_IDS.fboAccount,
        toFboAccountId: EXAMPLE_IDS.otherFboAccount,
        totalItems: 2,
        itemsPath: `/v1/transfers/${EXAMPLE_IDS.transferBatch}/items`,
      },
    ],
  }),
  sequence: Type.Unsafe<number | null>({
    type: ['integer', 'null'],
    minimum: 1,
    description:
      "The event's place in the sealed log of its organization, from 1 on and without gaps; null " +
      'until it is sealed.',
    examples: [42],
  }),
  chainHash: Type.Unsafe<string | null>({
    type: ['string', 'null'],
    pattern: '^[0-9a-f]{64}$',
    description:
      'SHA-256 over the hash before it and this event without `actor.owner` and `actor.person`, in hexadecimal digits; null until it is sealed.',
    examples: ['9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'],
  }),
}

/** As it is serialized; it is published as one schema for each type. */
export const EVENT = namedObject(
  'Event',
  'A change of a record: what happened, when, and who did it.',
  MEMBERS,
  { 'x-published-as': publishedEvent(MEMBERS) },
)

export type Event = Static<typeof EVENT>

/** A row of `events` with the owner of its token and its seal, in camel case. */
export interface EventRow {
  readonly organizationId: string
  readonly mode: OrganizationMode
  readonly number: number
  readonly type: EventType
  readonly occurredAt: Date
  readonly tokenId: string | null
  readonly owner: string | null
  readonly personId: string | null
  readonly personName: string | null
  readonly system: SystemActor | null
  readonly requestId: string | null
  readonly subjectType: Event['subject']['type']
  readonly subjectId: string
  /** JSON, as it was written. */
  readonly data: string
  /** In hexadecimal digits; null until it is sealed. */
  readonly chainHash: string | null
}

export function toEvent(row: EventRow): Event {
  const { organizationId, number, type, tokenId, owner, system, requestId } = row
  return {
    id: eventId(organizationId, number),
    type,
    occurredAt: row.occurredAt.toISOString(),
    organizationId,
    ...(row.mode === 'test' && { mode: row.mode }),
    actor: { tokenId, owner, person: personOf(row), system },
    requestId,
    subject: { type: row.subjectType, id: row.subjectId },
    data: JSON.parse(row.data),
    sequence: row.chainHash === null ? null : number,
    chainHash: row.chainHash,
  }
}

function personOf({ personId, personName }: Pick<EventRow, 'personId' | 'personName'>) {
  return personId === null ? null : { id: personId, name: personName as string }
}

/**
 * The id of the event with that number: it holds the number, by which the event is found, and a
 * digest that distinguishes it from events of other organizations.
 */
export function eventId(organizationId: string, number: number): string {
  const digest = hash('sha256', `${organizationId} ${number}`, 'hex')
  return `evt_${number}_${digest.slice(0, 16)}`
}

/** The number of the organization's event with this id; undefined if it can have none. */
export function eventNumber(organizationId: string, id: string): number | undefined {
  const number = Number(/^evt_([1-9]\d{0,14})_/.exec(id)?.[1])
  return Number.isInteger(number) && eventId(organizationId, number) === id ? number : undefined
}

export const eventNotFound = unknownRecord('event_not_found', 'event')
export const EVENT_BY_ID = byId(EVENT, eventNotFound)
