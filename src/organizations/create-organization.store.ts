import type { RequestDatabase } from '../database/request-database.ts'
import { ORGANIZATION_COLUMNS, type Organization } from './organization.ts'

/** Creates an organization; undefined if that id already exists. */
export async function createOrganization(
  database: RequestDatabase,
  { id, name }: Pick<Organization, 'id' | 'name'>,
): Promise<Organization | undefined> {
  const rows = await database.run(
    null,
    (sql) => sql<Organization[]>`
      insert into organizations (id, name)
      values (${id}, ${name})
      on conflict (id) do nothing
      returning ${sql(ORGANIZATION_COLUMNS)}`,
  )
  return rows[0]
}
