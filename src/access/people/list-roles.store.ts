import { KeysetPages } from '../../database/keyset-page.ts'
import { BUILT_IN_ROLES } from '../../domain/built-in-roles.ts'
import type { ListOrder } from '../../domain/pagination.ts'
import { ROLE_COLUMNS, type RoleRow } from './role.ts'

/** Built-in roles count as created before all others. */
const OLDEST_FIRST: ListOrder = {
  direction: 'ascending',
  key: [
    { name: 'createdAt', type: 'instant' },
    { name: 'id', type: 'id' },
  ],
}

const BUILT_IN = Object.keys(BUILT_IN_ROLES)
  .map((id) => `('${id}')`)
  .join(', ')

/**
 * Built-in roles by name, then those of the organization, the oldest first. It has few of them
 * (`ROLES_MAX`), so they are sorted.
 */
export const ROLE_PAGES = new KeysetPages<RoleRow>({
  order: OLDEST_FIRST,
  conditions: {},
  select: ({ where, rows }) => `
    select * from (
      select ${ROLE_COLUMNS}, version from roles where organization_id = $1
      union all
      select id, $1, id, '{}', to_timestamp(0), to_timestamp(0), 1
      from (values ${BUILT_IN}) as built_in (id)
    ) as role
    where organization_id = $1 ${where}
    ${rows}`,
})
