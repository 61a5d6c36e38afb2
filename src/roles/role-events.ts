import type { ChangeRequest } from '../database/changes/change.ts'
import { type EventData, type EventType, eventOf, type NewEvent } from '../domain/events.ts'
import type { RoleRow } from './role.ts'

/** An event of a role, by the request that changed it. */
export function roleEvent(
  request: Pick<ChangeRequest<unknown>, 'caller' | 'requestId'>,
  type: EventType,
  { role, at, data }: { role: RoleRow; at: Date; data: EventData },
): NewEvent {
  return eventOf(request, type, { occurredAt: at, subject: { type: 'role', id: role.id }, data })
}
