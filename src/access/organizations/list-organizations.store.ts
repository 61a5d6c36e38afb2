import type { RequestDatabase } from '../../database/request-database.ts'
import type { OrganizationMode } from '../../domain/caller.ts'
import { ORGANIZATION_COLUMNS, type Organization } from './organization.ts'

/** All organizations of the vault, oldest first, for the vault's operator. */
export async function listOrganizations(
  database: RequestDatabase,
): Promise<readonly Organization[]> {
  return await database.run(null, (sql) =>
    sql.query<Organization[]>(`
      select ${ORGANIZATION_COLUMNS.join(', ')} from organizations order by created_at, id`),
  )
}

/** The mode of the organization; undefined if there is none with this id. */
export async function findMode(
  database: RequestDatabase,
  id: string,
): Promise<OrganizationMode | undefined> {
  const rows = await database.run(null, (sql) =>
    sql.query<Pick<Organization, 'mode'>[]>('select mode from organizations where id = $1', [id]),
  )
  return rows[0]?.mode
}
