import type { FastifyInstance } from 'fastify'
import { NO_MEMBERS } from '../domain/fields.ts'
import { addChange, recordReply } from '../http/change-operation.ts'
import { recordResponse } from '../http/operation-contract.ts'
import { DELETE_ROLE } from './delete-role.ts'
import { ROLE, ROLE_BY_ID, toRole } from './role.ts'

export function deleteRoleRoute(app: FastifyInstance): void {
  addChange(
    app,
    {
      operationId: 'deleteRole',
      description:
        'Deletes a role that no valid token and no person has, and that the identity provider does ' +
        'not give. Your own token must have all its permissions. A built-in role cannot be deleted.',
      method: 'DELETE',
      path: '/v1/roles/{id}',
      permission: 'roles:manage',
      ...ROLE_BY_ID,
      body: NO_MEMBERS,
      bodyIsOptional: true,
      success: recordResponse('The role as it was.', ROLE),
      versioned: true,
      refusals: [
        'role_built_in',
        'sign_in_required',
        'version_conflict',

        'permission_not_held',
        'role_in_use',
      ],
    },
    {
      change: DELETE_ROLE,
      input: ({ parameters, ifMatch }) => ({ ...parameters, ifMatch }),
      respond: ({ role }) => recordReply(toRole(role), role),
    },
  )
}
