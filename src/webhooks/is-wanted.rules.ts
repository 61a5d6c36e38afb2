import type { EventType } from '../domain/events.ts'

/** What decides which events an endpoint gets. */
export interface Subscription {
  readonly id: string
  /** Null: all types. */
  readonly types: readonly string[] | null
}

/** What of an event decides who gets it. */
export interface OfferedEvent {
  readonly type: string
  readonly subjectId: string
}

/** Its event goes to the endpoint that is tested, whatever its types, and to no other. */
export const TEST_EVENT_TYPE: EventType = 'webhook_endpoint.tested'

/** Whether the event is delivered to the endpoint. `IS_WANTED` says the same in SQL. */
export function isWanted({ id, types }: Subscription, { type, subjectId }: OfferedEvent): boolean {
  if (type === TEST_EVENT_TYPE) return subjectId === id
  return types === null || types.includes(type)
}
