import type { RequestDatabase } from '../database/request-database.ts'

const BEHIND = `
  select organization.id as organization_id
  from organizations as organization
  left join search_progress as progress on progress.organization_id = organization.id
  where progress.organization_id is null or progress.types_left <> '{}'
    or progress.event_number < (
      select coalesce(max(number), 0) from events as last
      where last.organization_id = organization.id)`

/** All organizations of the vault with changes whose words are not noted. */
export async function findBehind(
  database: Pick<RequestDatabase, 'run'>,
): Promise<readonly string[]> {
  const rows = await database.run(null, (sql) =>
    sql.unsafe<{ organizationId: string }[]>(BEHIND, [], { prepare: true }),
  )
  return rows.map(({ organizationId }) => organizationId)
}
