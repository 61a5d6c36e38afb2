import type { RequestDatabase } from '../../database/request-database.ts'

/**
 * The organization of a token; undefined if there is none with this id. The operator needs only
 * the id, so that an urgent revocation waits for no look-up of the organization.
 */
export async function findOrganizationOfToken(
  database: RequestDatabase,
  id: string,
): Promise<string | undefined> {
  const [found] = await database.run(null, (sql) =>
    sql.query<{ organizationId: string }[]>(
      `
      select organization_id from access_tokens where id = $1`,
      [id],
    ),
  )
  return found?.organizationId
}
