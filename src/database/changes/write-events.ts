import type { NewEvent } from '../../domain/events.ts'
import {
  ORGANIZATION,
  type OrganizationTransaction,
  overSentRows,
} from './organization-transaction.ts'

const LOCK = `
  select pg_advisory_xact_lock(hashtextextended('events ' || id, 0))
  from organizations
  where id = $1`

const COLUMNS = ['type', 'token_id', 'system', 'request_id', 'subject_type', 'subject_id']

// Numbered here: the trigger that numbers events looks up the last number for each row.
const insert = overSentRows(
  [...COLUMNS, 'occurred_at', 'data'],
  (sent) => `
  insert into events (organization_id, number, ${COLUMNS.join(', ')}, occurred_at, data)
  select organization_id, last + place, ${COLUMNS.join(', ')}, occurred_at::timestamptz, data::jsonb
  from ${ORGANIZATION}
  cross join (
    select coalesce(greatest(
      (select max(number) from events where organization_id = $1),
      (select max(number) from event_seals where organization_id = $1)
    ), 0) as last
  ) as numbers
  cross join ${sent}`,
)

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
  return Promise.all([locked, insert(tx, rows)])
}

function rowOf({ type, occurredAt, requestId, subject, data, ...by }: NewEvent) {
  const system = by.tokenId === null ? (by.system ?? 'command_line') : null
  const of = [type, by.tokenId, system, requestId, subject.type, subject.id]
  return [...of, occurredAt.toISOString(), JSON.stringify(data)]
}
