import { newToken } from '../../../src/access-tokens/token-secret.ts'
import { newId } from '../../../src/domain/ids.ts'
import { HOURS, hoursLater, type ListCase } from './lists.ts'
import { type IdPlace, listOf, ofOne, type Rows } from './row.ts'

const ROLE: IdPlace = { names: 'role', make: (world, owner) => world.role(owner) }
const LIST = '/v1/roles'
const ONE = `${LIST}/{id}`
const permission = 'roles:manage'
const otherName = () => ({ name: `Role ${newToken().slice(4)}` })

const ROLES: ListCase = {
  showsNew: true,
  fill: async ({ sql }, { organizationId }) => {
    const create = async (createdAt = new Date()) => {
      const id = newId('role')
      const row = { organizationId, id, name: id, nameFolded: id, permissions: ['events:read'] }
      await sql`insert into roles ${sql({ ...row, createdAt, changedAt: createdAt })}`
    }
    for (const hours of HOURS) await create(hoursLater(hours))
    return { path: '/v1/roles', create: () => create() }
  },
}

/** Roles; only those with the permission of a role may change it. */
export const ROWS_OF_ROLES: Rows = {
  createRole: {
    permission,
    success: 201,
    ids: {},
    request: () => {
      const body = { ...otherName(), permissions: [permission] }
      return { method: 'POST', path: LIST, body }
    },
  },
  listRoles: listOf(LIST, null, { list: ROLES }),
  getRole: ofOne(ROLE, ['GET', ONE], { permission: null }),
  updateRole: {
    ...ofOne(ROLE, ['PATCH', ONE], { permission }),
    request: (id) => ({
      method: 'PATCH',
      path: ONE.replace('{id}', id('path id')),
      // Another name each time, so that every change is visible.
      body: otherName(),
    }),
  },
  deleteRole: ofOne(ROLE, ['DELETE', ONE], { permission }),
}
