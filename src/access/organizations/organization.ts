import type { RequestDatabase } from '../../database/request-database.ts'
import type { OrganizationMode } from '../../domain/caller.ts'

/** An organization that the vault keeps items for. */
export interface Organization {
  readonly id: string
  readonly name: string
  /** `test` for the tests of an integrator. It never changes. */
  readonly mode: OrganizationMode
  /** ISO 4217, of every amount of the organization. It never changes. */
  readonly currency: string
  readonly createdAt: Date
}

const COLUMNS = 'id, name, mode, currency, created_at'

export const CURRENCY_DEFAULT = 'USD'

/** Whether the code is of a currency that exists, or existed. */
export function isCurrency(code: string): boolean {
  return Intl.supportedValuesOf('currency').includes(code)
}

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
      returning ${COLUMNS}`,
      [id, name, currency, mode],
    ),
  )
  return rows[0]
}

/** All organizations of the vault, oldest first, for the vault's operator. */
export async function listOrganizations(
  database: RequestDatabase,
): Promise<readonly Organization[]> {
  return await database.run(null, (sql) =>
    sql.query<Organization[]>(`
      select ${COLUMNS} from organizations order by created_at, id`),
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
