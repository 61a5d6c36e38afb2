import { namedObject } from '../../domain/fields.ts'
import { changeOperation, newRecordReply } from '../../http/change-operation.ts'
import { newRecordResponse } from '../../http/operation-contract.ts'
import { CREATE_ROLE } from './create-role.ts'
import { ROLE, ROLE_MEMBERS, toRole } from './role.ts'

const NEW_ROLE = namedObject('NewRole', 'A request for a new role.', ROLE_MEMBERS, {
  examples: [{ name: 'Night shift', permissions: ['inventory_items:read'] }],
})

export const createRoleRoute = changeOperation({
  operationId: 'createRole',
  description: 'Creates a role of the organization. Your own token must have all its permissions.',
  path: '/v1/roles',
  permission: 'roles:manage',
  body: NEW_ROLE,
  success: newRecordResponse('The role.', ROLE, 'Path of the role.'),
  refusals: ['sign_in_required', 'permission_not_held', 'role_name_taken', 'too_many_roles'],
  change: CREATE_ROLE,
  input: ({ body }) => body,
  respond: (role) => newRecordReply('/v1/roles', toRole(role), role),
})
