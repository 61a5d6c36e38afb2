import type { NewEvent } from '../../domain/events.ts'
import { ORGANIZATION, type OrganizationTransaction } from './organization-transaction.ts'

const INSERT = `
  insert into events (organization_id, type, occurred_at, token_id, system, request_id,
    subject_type, subject_id, data)
  select organization_id, type, occurred_at, token_id, system, request_id, subject_type, subject_id,
    data
  from ${ORGANIZATION}
  cross join jsonb_to_recordset($2::jsonb -> 'events') as written (type text, occurred_at timestamptz,
    token_id text, system text, request_id text, subject_type text, subject_id text, data jsonb)`

/**
 * Writes events of changes that this transaction makes. Send it last, right before COMMIT: from
 * then on, the organization's other changes wait for their numbers.
 */
export function writeEvents(
  tx: Pick<OrganizationTransaction, 'run'>,
  events: readonly NewEvent[],
): Promise<object[]> {
  if (events.length === 0) return Promise.resolve([])
  return tx.run(INSERT, [{ events: events.map(rowOf) }])
}

function rowOf({ type, occurredAt, tokenId, system, requestId, subject, data }: NewEvent) {
  return {
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
