import type { Sql } from 'postgres'
import { eventId } from '../../../src/events/event.ts'
import type { Everything } from '../vault/everything.ts'
import type { Corruption } from './corruption.ts'

/** The event that a checkpoint names: all events are sealed. */
export const SIGNED_EVENT = 7

/** Of the sealed log. */
export function ofEvents(sql: Sql, { organizationId }: Everything): Corruption[] {
  const event = (number: number) => eventId(organizationId, number)
  const which = (number: number) => sql`organization_id = ${organizationId} and number = ${number}`
  return [
    [
      'an event that is gone, and its seal',
      () => [
        sql`delete from event_seals where ${which(5)}`,
        sql`delete from events where ${which(5)}`,
      ],
      ['event_missing', event(5)],
    ],
    [
      'a seal that is gone',
      () => [sql`delete from event_seals where ${which(5)}`],
      ['event_unsealed', event(5)],
    ],
    [
      'what an event says',
      () => [sql`update events set data = data || '{"version": 9}' where ${which(5)}`],
      ['event_differs_from_seal', event(5)],
    ],
    [
      'a seal',
      () => [sql`update event_seals set chain_hash = sha256('') where ${which(5)}`],
      ['event_differs_from_seal', event(5)],
      ['event_differs_from_seal', event(6)],
    ],
    [
      'the hash of a checkpoint',
      () => [
        sql`
        update event_checkpoints set chain_hash = sha256('') where sequence = ${SIGNED_EVENT}`,
      ],
      ['event_checkpoint_differs', event(SIGNED_EVENT)],
      ['event_checkpoint_signature', event(SIGNED_EVENT)],
    ],
    [
      'the time of a checkpoint',
      () => [
        sql`
        update event_checkpoints set at = at + interval '1 hour' where sequence = ${SIGNED_EVENT}`,
      ],
      ['event_checkpoint_signature', event(SIGNED_EVENT)],
    ],
    [
      'the newest events; the seal of one stays',
      () => [
        sql`
        delete from events
        where organization_id = ${organizationId} and number > ${SIGNED_EVENT}`,
        sql`
        delete from event_seals
        where organization_id = ${organizationId} and number > ${SIGNED_EVENT + 1}`,
      ],
      ['event_seal_without_event', event(SIGNED_EVENT + 1)],
    ],
    [
      'the newest events, and their seals',
      () => [
        sql`
        delete from event_seals
        where organization_id = ${organizationId} and number >= ${SIGNED_EVENT}`,
        sql`
        delete from events
        where organization_id = ${organizationId} and number >= ${SIGNED_EVENT}`,
      ],
      ['event_checkpoint_differs', event(SIGNED_EVENT)],
    ],
  ]
}
