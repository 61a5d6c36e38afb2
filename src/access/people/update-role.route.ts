import { changesOf } from '../../domain/fields.ts'
import { changeOperation, recordReply } from '../../http/change-operation.ts'
import { versionedResponse } from '../../http/operation-contract.ts'
import { ROLE, ROLE_BY_ID, ROLE_MEMBERS, toRole } from './role.ts'
import { UPDATE_ROLE } from './update-role.ts'

const UPDATE = changesOf(
  'RoleUpdate',
  'The members to change. An omitted member keeps its value.',
  ROLE_MEMBERS,
  { permissions: ['inventory_items:read', 'outbound_shipments:read'] },
)

export const updateRoleRoute = changeOperation({
  operationId: 'updateRole',
  description:
    'Changes the name or the permissions of a role. Within one second, all tokens and people ' +
    'with the role have its new permissions. Your own token must have all permissions that ' +
    'the role has before and after. A built-in role cannot be changed.',
  method: 'PATCH',
  path: '/v1/roles/{id}',
  permission: 'roles:manage',
  ...ROLE_BY_ID,
  body: UPDATE,
  success: versionedResponse('The role after the change.', ROLE),
  refusals: [
    'no_updatable_fields',
    'role_built_in',
    'sign_in_required',
    'version_conflict',
    'permission_not_held',
    'role_name_taken',
  ],
  change: UPDATE_ROLE,
  input: ({ parameters, body, ifMatch }) => ({ ...parameters, ifMatch, changes: body }),
  respond: ({ role }) => recordReply(toRole(role), role),
})
