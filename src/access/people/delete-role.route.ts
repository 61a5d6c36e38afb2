import { changeOperation, recordReply } from '../../http/change-operation.ts'
import { versionedResponse } from '../../http/operation-contract.ts'
import { DELETE_ROLE } from './delete-role.ts'
import { ROLE, ROLE_BY_ID, toRole } from './role.ts'

export const deleteRoleRoute = changeOperation({
  operationId: 'deleteRole',
  description:
    'Deletes a role that no valid token and no person has, and that the identity provider does ' +
    'not give. Your own token must have all its permissions. A built-in role cannot be deleted.',
  method: 'DELETE',
  path: '/v1/roles/{id}',
  permission: 'roles:manage',
  ...ROLE_BY_ID,
  success: versionedResponse('The role as it was.', ROLE),
  refusals: [
    'role_built_in',
    'sign_in_required',
    'version_conflict',
    'permission_not_held',
    'role_in_use',
  ],
  change: DELETE_ROLE,
  input: ({ parameters, ifMatch }) => ({ ...parameters, ifMatch }),
  respond: ({ role }) => recordReply(toRole(role), role),
})
