import { operation } from '../../http/operation.ts'
import { recordResponse } from '../../http/operation-contract.ts'
import { EVENT, EVENT_BY_ID, eventNumber, toEvent } from './event.ts'
import { findEvent } from './find-events.store.ts'

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
