import type { RequestDatabase } from '../../database/request-database.ts'
import { CURRENCY_DEFAULT, ORGANIZATION_COLUMNS, type Organization } from './organization.ts'

type NewOrganization = Pick<Organization, 'id' | 'name'> &
  Partial<Pick<Organization, 'currency' | 'mode'>>

/** Creates an organization; undefined if that id already exists. */
export async function createOrganization(
  database: RequestDatabase,
  { id, name, currency = CURRENCY_DEFAULT, mode = 'live' }: NewOrganization,
): Promise<Organization | undefined> {
  const rows = await database.run(null, (sql) =>
    sql.query<Organization[]>(
      `
      insert into organizations (id, name, currency, mode)
      values ($1, $2, $3, $4)
      on conflict (id) do nothing
      returning ${ORGANIZATION_COLUMNS.join(', ')}`,
      [id, name, currency, mode],
    ),
  )
  return rows[0]
}
