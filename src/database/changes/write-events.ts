import type { NewEvent } from '../../domain/events.ts'
import { ORGANIZATION, type OrganizationTransaction } from './organization-transaction.ts'

const LOCK = `
  select pg_advisory_xact_lock(hashtextextended('events ' || id, 0))
  from organizations
  where id = $1`

// Numbered here: the trigger that numbers events looks up the last number for each row.
const INSERT = `
  insert into events (organization_id, number, type, occurred_at, token_id, system, request_id,
    subject_type, subject_id, data)
  select organization_id, last + place, type, occurred_at, token_id, system, request_id,
    subject_type, subject_id, data
  from ${ORGANIZATION}
  cross join (
    select coalesce(greatest(
      (select max(number) from events where organization_id = $1),
      (select max(number) from event_seals where organization_id = $1)
    ), 0) as last
  ) as numbers
  cross join jsonb_to_recordset($2::jsonb -> 'events') as written (place integer, type text,
    occurred_at timestamptz, token_id text, system text, request_id text, subject_type text,
    subject_id text, data jsonb)`

/**
 * Writes events of changes that this transaction makes, and numbers them in their order. Send it
 * last, right before COMMIT: from then on, the organization's other changes wait for their numbers.
 * @throws at once where an event cannot be written, so that nothing is committed without it
 */
export function writeEvents(
  tx: Pick<OrganizationTransaction, 'run'>,
  events: readonly NewEvent[],
): Promise<unknown> {
  if (events.length === 0) return Promise.resolve()
  const rows = events.map(rowOf)
  // A statement of its own, so that the next one sees what the last holder of the lock committed.
  const locked = tx.run(LOCK, [])
  return Promise.all([locked, tx.run(INSERT, [{ events: rows }])])
}

function rowOf(event: NewEvent, index: number) {
  const { type, occurredAt, tokenId, system, requestId, subject, data } = event
  return {
    place: index + 1,
    type,
    occurred_at: occurredAt.toISOString(),
    token_id: tokenId,
    system: tokenId === null ? (system ?? 'command_line') : null,
    request_id: requestId,
    subject_type: subject.type,
    subject_id: subject.id,
    data,
  }
}
