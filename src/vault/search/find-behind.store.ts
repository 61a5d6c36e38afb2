import type { VaultPart } from '../../database/database.ts'
import { RULES } from './searched-types.ts'

/** An organization with changes whose words are not noted. */
export interface Behind {
  readonly organizationId: string
  /** The time of the oldest event among them; null if there is none, or if it is infinite. */
  readonly occurredAt: Date | null
  /** Its records are looked through for those without words. */
  readonly isLookedThrough: boolean
}

const LOOKED_THROUGH = `(progress.organization_id is null or progress.types_left <> '{}'
      or progress.looked_through_to not like '${RULES}%')`

const BEHIND = `
  select organization.id as organization_id,
    case when isfinite(next.occurred_at) then next.occurred_at end as occurred_at,
    ${LOOKED_THROUGH} as is_looked_through
  from organizations as organization
  left join search_progress as progress on progress.organization_id = organization.id
  left join lateral (
    select number, occurred_at
    from events as later
    where later.organization_id = organization.id and later.number > progress.event_number
    order by number
    limit 1
  ) as next on true
  where ${LOOKED_THROUGH} or next.number is not null`

/** All organizations of a node with changes whose words are not noted. */
export async function findBehind(part: VaultPart): Promise<readonly Behind[]> {
  return await part.lookUp<Behind>(BEHIND)
}
