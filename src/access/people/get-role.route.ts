import { createHash } from 'node:crypto'
import { etagOf } from '../../domain/versions.ts'
import { operation } from '../../http/operation.ts'
import { versionedResponse } from '../../http/operation-contract.ts'
import { readRecord } from '../../http/read-record.ts'
import { builtInRole, ROLE, ROLE_BY_ID, toRole } from './role.ts'
import { findRole } from './roles.store.ts'

const readOwn = readRecord(findRole, toRole)

export const getRoleRoute = operation({
  operationId: 'getRole',
  description: 'Reads one role, built-in or own.',
  path: '/v1/roles/{id}',
  permission: null,
  ...ROLE_BY_ID,
  success: versionedResponse('The role.', ROLE),
  handle: async ({ caller, database, parameters: { id } }, head) => {
    const builtIn = builtInRole(caller.organizationId, id)
    if (builtIn !== undefined) {
      const shown = JSON.stringify(builtIn.permissions)
      const digest = createHash('sha256').update(shown).digest('hex')
      head.header('ETag', etagOf(1, digest.slice(0, 16)))
      return { data: builtIn }
    }
    return await readOwn({ caller, database, parameters: { id } }, head)
  },
})
