import type { Sql } from 'postgres'

/** An organization with events that are not sealed. */
export interface Unsealed {
  readonly organizationId: string
  /** When its oldest unsealed event occurred. */
  readonly occurredAt: Date
}

// For each organization two look-ups in primary keys, whatever the number of events: numbers have
// no gaps, so the oldest unsealed event is the one after the last seal.
const UNSEALED = `
  select event.organization_id, event.occurred_at
  from organizations as organization
  join events as event on event.organization_id = organization.id
  where event.number = (
    select coalesce(max(number), 0) + 1 from event_seals as seal
    where seal.organization_id = organization.id)`

/** All organizations of the vault that have unsealed events. */
export async function findUnsealed(sql: Sql): Promise<readonly Unsealed[]> {
  return await sql.unsafe<Unsealed[]>(UNSEALED, [], { prepare: true })
}

const WITHOUT_CHECKPOINT = `
  select organization.id as organization_id
  from organizations as organization
  where (
      select coalesce(max(number), 0) from event_seals as seal
      where seal.organization_id = organization.id)
    > (
      select coalesce(max(sequence), 0) from event_checkpoints as checkpoint
      where checkpoint.organization_id = organization.id)`

/** All organizations of the vault that have sealed events behind their last checkpoint. */
export async function findWithoutCheckpoint(sql: Sql): Promise<readonly string[]> {
  const rows = await sql.unsafe<{ organizationId: string }[]>(WITHOUT_CHECKPOINT, [], {
    prepare: true,
  })
  return rows.map(({ organizationId }) => organizationId)
}
