import type { RequestDatabase } from '../database/request-database.ts'

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
export async function findUnsealed(
  database: Pick<RequestDatabase, 'run'>,
): Promise<readonly Unsealed[]> {
  return await database.run(null, (sql) => sql.unsafe<Unsealed[]>(UNSEALED, [], { prepare: true }))
}

const LAST_SIGNED = `
      select coalesce(max(sequence), 0) from event_checkpoints as checkpoint
      where checkpoint.organization_id = organization.id`

const UNSIGNED = `
  select organization.id as organization_id
  from organizations as organization
  where organization.created_at <= $1 and (
      select coalesce(max(number), 0) from event_seals as seal
      where seal.organization_id = organization.id) > (${LAST_SIGNED})
    and not exists (
      select from event_checkpoints as last
      where last.organization_id = organization.id and last.sequence = (${LAST_SIGNED})
        and last.at > $1)`

/**
 * All organizations of the vault that have sealed events behind their last checkpoint, which was
 * made before `since`. A new organization waits for its first one as for any other.
 */
export async function findUnsigned(
  database: Pick<RequestDatabase, 'run'>,
  since: Date,
): Promise<readonly string[]> {
  const parameters = [since.toISOString()]
  const rows = await database.run(null, (sql) =>
    sql.unsafe<{ organizationId: string }[]>(UNSIGNED, parameters, { prepare: true }),
  )
  return rows.map(({ organizationId }) => organizationId)
}
