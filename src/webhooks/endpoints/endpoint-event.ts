import type { ChangeRequest } from '../../database/changes/change.ts'
import { type EventData, type EventType, eventOf, type NewEvent } from '../../domain/events.ts'

/** An event of an endpoint. Its data never has the URL, which may hold a secret. */
export function endpointEvent(
  request: Pick<ChangeRequest<unknown>, 'caller' | 'requestId'>,
  type: EventType,
  { id, occurredAt, data }: { id: string; occurredAt: Date; data: EventData },
): NewEvent {
  return eventOf(request, type, { occurredAt, subject: { type: 'webhook_endpoint', id }, data })
}
