import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import type { Violation } from '../../domain/errors.ts'
import { namedObject, recordId } from '../../domain/fields.ts'
import { EXAMPLE_IDS } from '../../domain/ids.ts'
import { INCLUDED } from '../../domain/included-names.ts'
import {
  EVENTS_PAGE_SIZE_DEFAULT,
  EVENTS_PAGE_SIZE_MAX,
  EVENTS_WAIT_MAX,
  EVENTS_WAITING_MAX,
} from '../../domain/limits.ts'
import { operation } from '../../http/operation.ts'
import { recordResponse } from '../../http/operation-contract.ts'
import {
  EVENT,
  EVENT_BY_ID,
  EVENT_TYPE,
  eventNumber,
  OCCURRED_PARAMETERS,
  toEvent,
} from './event.ts'
import { FeedWaits } from './feed-waits.ts'
import { findEvent } from './find-events.store.ts'
import {
  BEGINNING,
  type FeedPlace,
  readEventCursor,
  readFeed,
  readLastNumber,
  writeEventCursor,
} from './read-feed.ts'

const QUERY = Type.Object(
  {
    cursor: Type.Optional(
      Type.String({
        description:
          'The `cursor` of the page before; without it, the page begins with the first event. It ' +
          'stays good for ever, whatever the filters.',
        examples: ['MSA0MiA1YzFhM2YwYg'],
      }),
    ),
    limit: Type.Optional(
      Type.Integer({
        description:
          'Events per page at most: a page ends at about 1 MB, too. A number above the maximum is ' +
          'refused.',
        minimum: 1,
        maximum: EVENTS_PAGE_SIZE_MAX,
        default: EVENTS_PAGE_SIZE_DEFAULT,
      }),
    ),
    type: Type.Optional({ ...EVENT_TYPE, description: 'Only events of this type.' }),
    subjectId: Type.Optional(
      recordId('Only events of the record with this id.', EXAMPLE_IDS.transferBatch),
    ),
    actorTokenId: Type.Optional(
      recordId('Only what was done with this access token.', EXAMPLE_IDS.accessToken),
    ),
    actorPersonId: Type.Optional(
      recordId(
        'Only what this person did, in any session and with any access token of theirs.',
        EXAMPLE_IDS.person,
      ),
    ),
    ...OCCURRED_PARAMETERS,
    wait: Type.Optional(
      Type.Integer({
        description:
          'Seconds that the request may wait for an event if there is none yet. It is answered as ' +
          `soon as there is one. At most ${EVENTS_WAITING_MAX.token} requests of a token may wait at ` +
          `the same time, and ${EVENTS_WAITING_MAX.organization} of an organization: others get 429.`,
        minimum: 0,
        maximum: EVENTS_WAIT_MAX,
        default: 0,
      }),
    ),
  },
  { additionalProperties: false },
)

const PAGINATION = namedObject('FeedPosition', 'How far the feed was read.', {
  cursor: Type.String({
    description: 'Send it with the next request; it is there on an empty page, too.',
    examples: ['MSA0MiA1YzFhM2YwYg'],
  }),
  hasMore: Type.Boolean({
    description:
      'Whether there was more to read: go on until it is false, however many events a page has. ' +
      'With filters a page can even be empty, since a request looks through a limited number of ' +
      'events.',
    examples: [false],
  }),
})

export function listEventsRoute(app: FastifyInstance): void {
  const waits = new FeedWaits()
  app.addHook('preClose', (done) => {
    waits.stop()
    done()
  })
  operation({
    operationId: 'listEvents',
    description:
      'Reads the event feed of the organization, oldest first: every change of its records, and ' +
      'who made it. It is the audit log, too: nothing is ever changed or deleted in it.\n\n' +
      'To follow it, send the `cursor` of each page with the next request. This returns every ' +
      'event exactly once, in the order in which the changes were committed: no event ever ' +
      'appears behind a place that was read. `occurredAt` can be earlier than that of the event ' +
      'before: a transfer expires at its moment, however late that is processed.',
    path: '/v1/events',
    permission: 'events:read',
    query: QUERY,
    success: {
      status: 200,
      description: 'A part of the feed.',
      body: Type.Object({ data: Type.Array(EVENT), pagination: PAGINATION, ...INCLUDED }),
    },
    expiresTransfersFirst: true,
    queryViolations: ({ query: { cursor } }) => cursorViolations(cursor),
    handle: async ({ caller, query }, _head, rawRequest) => {
      const { cursor, limit = EVENTS_PAGE_SIZE_DEFAULT, wait = 0, ...filters } = query
      const start = cursor === undefined ? BEGINNING : (readEventCursor(cursor) as FeedPlace)
      const hungUp = new AbortController()
      const { socket } = rawRequest.raw
      const hangUp = () => hungUp.abort()
      socket.once('close', hangUp)
      // The due work before took a while: the client may have hung up then.
      if (socket.destroyed) hangUp()
      const waiting = {
        read: (after: FeedPlace) => readFeed(caller, app.database, { after, limit, filters }),
        lastNumber: () => readLastNumber(caller, app.database),
        ...{ after: start, ms: wait * 1_000, hungUp: hungUp.signal, waited: {} },
      }
      rawRequest.waited = waiting.waited
      const page = await waits.until(caller, waiting).finally(() => socket.off('close', hangUp))
      return {
        data: page.rows.map(toEvent),
        pagination: { cursor: writeEventCursor(page.place), hasMore: page.hasMore },
      }
    },
  })(app)
}

function cursorViolations(cursor: unknown): Violation[] {
  // The schema refuses a repeated parameter.
  if (typeof cursor !== 'string' || readEventCursor(cursor) !== undefined) return []
  const detail =
    'cursor must come from a page of this feed: send the last one, or leave cursor out to start over.'
  return [{ pointer: '/cursor', in: 'query', code: 'invalid_parameter', detail }]
}

export const getEventRoute = operation({
  operationId: 'getEvent',
  description: 'Reads one event: what happened to which record, when, and who did it.',
  path: '/v1/events/{id}',
  permission: 'events:read',
  ...EVENT_BY_ID,
  success: recordResponse('The event.', EVENT),
  handle: async ({ caller, database, parameters: { id } }) => {
    const number = eventNumber(caller.organizationId, id)
    const row = number === undefined ? undefined : await findEvent(caller, database, number)
    return row && { data: toEvent(row) }
  },
})
