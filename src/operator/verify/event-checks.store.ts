import type { VerificationCheck } from './verification-check.store.ts'

// The sealed log: events without a gap, and a seal for each but the newest.

/** The id of an event, as `eventId` makes it. */
const idOf = (number: string) =>
  `'evt_' || ${number} || '_' ||
      left(encode(sha256(convert_to($1::text || ' ' || ${number}, 'UTF8')), 'hex'), 16)`

/** The record of a violation is the event, also of one that is missing. */
export const EVENT_CHECKS: readonly VerificationCheck[] = [
  {
    name: 'event_missing',
    explanation: 'The events of an organization are numbered from 1 on, without gaps.',
    findings: `
      select ${idOf('before + 1')} as record, before + 1 as number,
        case when number = before + 2 then format('is missing before event %s', number)
          else format('is missing, and all up to event %s', number) end as wrong
      from (
        select number, lag(number, 1, 0::bigint) over (order by number) as before
        from events where organization_id = $1
      ) as event
      where number > before + 1`,
    order: 'number',
  },
  {
    name: 'event_unsealed',
    explanation: 'Every event before a sealed one is sealed.',
    findings: `
      select ${idOf('event.number')} as record, event.number,
        format('is not sealed, but event %s behind it is', last) as wrong
      from events as event
      cross join (
        select max(number) as last from event_seals where organization_id = $1
      ) as sealed
      where event.organization_id = $1 and event.number < last and not exists (
        select from event_seals as seal
        where seal.organization_id = $1 and seal.number = event.number)`,
    order: 'number',
  },
  {
    name: 'event_seal_without_event',
    explanation: 'Every seal is that of an event.',
    findings: `
      select ${idOf('seal.number')} as record, seal.number,
        'is sealed, but is not there' as wrong
      from event_seals as seal
      where seal.organization_id = $1 and not exists (
        select from events as event
        where event.organization_id = $1 and event.number = seal.number)`,
    order: 'number',
  },
]
