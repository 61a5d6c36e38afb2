import type { VaultPart } from '../../database/database.ts'

/** An organization whose last event is not the last sealed one. */
export interface Unsealed {
  readonly organizationId: string
  /**
   * When its oldest unsealed event occurred; null if the time is infinite, or if every event after
   * the last seal was deleted.
   */
  readonly occurredAt: Date | null
  /** The first event that is missing, so that no other is sealed; null if the next one is there. */
  readonly missing: number | null
}

const LAST_EVENT = `(
    select coalesce(max(number), 0) from events as last
    where last.organization_id = organization.id)`

const LAST_SEALED = `(
    select coalesce(max(number), 0) from event_seals as seal
    where seal.organization_id = organization.id)`

// For each organization look-ups in primary keys, however many events there are, and organizations
// the planner expects (`lateral`). All in one snapshot, in which numbers have no gaps but those of
// deleted events.
const UNSEALED = `
  select organization.id as organization_id,
    case when isfinite(next.occurred_at) then next.occurred_at end as occurred_at,
    case when next.number is null then ${LAST_EVENT} + 1
      else nullif(${LAST_SEALED} + 1, next.number) end::float8 as missing
  from organizations as organization
  left join lateral (
    select number, occurred_at
    from events as later
    where later.organization_id = organization.id and later.number > ${LAST_SEALED}
    order by number
    limit 1
  ) as next on true
  where ${LAST_EVENT} <> ${LAST_SEALED}`

/** Organizations that have unsealed events, or whose sealed events were deleted. */
export function findUnsealed(part: VaultPart): Promise<readonly Unsealed[]> {
  return part.lookUp<Unsealed>(UNSEALED)
}

/** Checkpoints become due by their time: in an idle vault they may be found this late. */
const DUE_EVERY_MS = 60_000

const UNSIGNED = `
  select organization.id as organization_id
  from organizations as organization
  where organization.created_at <= $1 and ${LAST_SEALED} >= (
      select min(number) from events as later
      where later.organization_id = organization.id and later.number > (
        select coalesce(max(sequence), 0) from event_checkpoints as checkpoint
        where checkpoint.organization_id = organization.id)
        and later.type <> 'event_checkpoint.created')
    and (
      select at from event_checkpoints as last
      where last.organization_id = organization.id
      order by sequence desc, at desc
      limit 1) > $1 is not true`

/**
 * All organizations that have sealed events behind their last checkpoint, which was
 * made before `since`. Events of checkpoints do not count: each would make the next one. A new organization waits for its first one as for any other.
 */
export async function findUnsigned(part: VaultPart, since: Date): Promise<readonly string[]> {
  const at = since.toISOString()
  const rows = await part.lookUp<{ organizationId: string }>(UNSIGNED, [at], DUE_EVERY_MS)
  return rows.map(({ organizationId }) => organizationId)
}
