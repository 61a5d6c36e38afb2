import type { ChangeRequest } from '../database/changes/change.ts'
import { type EventData, eventOf, type NewEvent } from '../domain/events.ts'

/** The event of a passkey, without its name. */
export function passkeyEvent(
  request: Pick<ChangeRequest<unknown>, 'caller' | 'requestId'>,
  type: 'passkey.registered' | 'passkey.removed',
  { id, at, data }: { readonly id: string; readonly at: Date; readonly data: EventData },
): NewEvent {
  return eventOf(request, type, { occurredAt: at, subject: { type: 'passkey', id }, data })
}
