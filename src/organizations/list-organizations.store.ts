import type { RequestDatabase } from '../database/request-database.ts'
import { ORGANIZATION_COLUMNS, type Organization } from './organization.ts'

/** All organizations of the vault, oldest first, for the vault's operator. */
export async function listOrganizations(
  database: RequestDatabase,
): Promise<readonly Organization[]> {
  return await database.run(
    null,
    (sql) => sql<Organization[]>`
      select ${sql(ORGANIZATION_COLUMNS)} from organizations order by created_at, id`,
  )
}

export async function hasOrganization(database: RequestDatabase, id: string): Promise<boolean> {
  const rows = await database.run(null, (sql) => sql`select from organizations where id = ${id}`)
  return rows.length === 1
}
