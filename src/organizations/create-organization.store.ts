import type { RequestDatabase } from '../database/request-database.ts'
import { CURRENCY_DEFAULT, ORGANIZATION_COLUMNS, type Organization } from './organization.ts'

type NewOrganization = Pick<Organization, 'id' | 'name'> &
  Partial<Pick<Organization, 'currency' | 'mode'>>

/** Creates an organization; undefined if that id already exists. */
export async function createOrganization(
  database: RequestDatabase,
  { id, name, currency = CURRENCY_DEFAULT, mode = 'live' }: NewOrganization,
): Promise<Organization | undefined> {
  const rows = await database.run(
    null,
    (sql) => sql<Organization[]>`
      insert into organizations (id, name, currency, mode)
      values (${id}, ${name}, ${currency}, ${mode})
      on conflict (id) do nothing
      returning ${sql(ORGANIZATION_COLUMNS)}`,
  )
  return rows[0]
}
