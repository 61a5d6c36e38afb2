import { listOperation } from '../../http/list-operation.ts'
import { ROLE_PAGES } from './list-roles.store.ts'
import { ROLE, shownRole } from './role.ts'

export const listRolesRoute = listOperation({
  operationId: 'listRoles',
  description:
    'Lists the roles that people and tokens can have: the built-in ones by name, then those of ' +
    'the organization, oldest first, page by page.',
  path: '/v1/roles',
  permission: null,
  whatMayChange: 'A role that is deleted meanwhile may be missing.',
  entry: ROLE,
  entries: 'roles',
  pages: ROLE_PAGES,
  toView: shownRole,
})
