import { createHash } from 'node:crypto'
import { valuesOf } from '../../database/changes/corrections.ts'
import type { RecordType } from '../../database/record.ts'
import { eventOf } from '../../domain/events.ts'
import { changesOf, namedObject } from '../../domain/fields.ts'
import { foldedValue } from '../../domain/folding.ts'
import { newId } from '../../domain/ids.ts'
import { etagOf, versionRefusal } from '../../domain/versions.ts'
import { change, newRecordReply, recordReply } from '../../http/change.ts'
import { listOperation } from '../../http/list-operation.ts'
import { operation } from '../../http/operation.ts'
import { newRecordResponse, versionedResponse } from '../../http/operation-contract.ts'
import { readRecord } from '../../http/read-record.ts'
import { recordChange } from '../../http/record-change.ts'
import { signInRefusal } from '../organizations/sign-in-refusal.ts'
import {
  builtInRole,
  findRole,
  lockRoles,
  lockRoleToDelete,
  ordered,
  ROLE,
  ROLE_BY_ID,
  ROLE_MEMBERS,
  ROLE_PAGES,
  type RoleRow,
  roleNotFound,
  shownRole,
  toRole,
} from './role.ts'
import {
  builtInRefusal,
  countRefusal,
  givingRefusal,
  nameRefusal,
  takingRefusal,
  useRefusal,
} from './role-change.rules.ts'

const PERMISSIONS_EXAMPLE = ['inventory_items:read', 'outbound_shipments:read']
const MANAGED = { permission: 'roles:manage', isOfPowers: true } as const

const INSERT = `
  insert into roles (organization_id, id, name, name_folded, permissions, created_at, changed_at)
  values ($1, $2, $3, $4, $5::text[], $6, $6)`

const UPDATE = `
  update roles
  set name = $3, name_folded = $4, permissions = $5::text[], version = $6, changed_at = $7
  where organization_id = $1 and id = $2`

const DELETE = 'delete from roles where organization_id = $1 and id = $2'

export const createRoleRoute = change({
  operationId: 'createRole',
  description: 'Creates a role of the organization. Your own token must have all its permissions.',
  path: '/v1/roles',
  ...MANAGED,
  body: namedObject('NewRole', 'A request for a new role.', ROLE_MEMBERS, {
    examples: [{ name: 'Night shift', permissions: ['inventory_items:read'] }],
  }),
  success: newRecordResponse('The role.', ROLE, 'Path of the role.'),
  refusals: ['sign_in_required', 'permission_not_held', 'role_name_taken', 'too_many_roles'],
  lock: lockRoles,
  judge: ({ caller, input: { body } }, { roles, policy }, { nowMs }) => {
    const at = new Date(nowMs)
    const role = {
      organizationId: caller.organizationId,
      id: newId('role'),
      name: body.name,
      permissions: ordered(body.permissions),
      createdAt: at,
      changedAt: at,
      version: 1,
    }
    return (
      signInRefusal(caller, policy, nowMs) ??
      givingRefusal(caller, body.permissions) ??
      nameRefusal(role, roles) ??
      countRefusal(roles) ??
      role
    )
  },
  write: (tx, { result: { id, name, permissions, createdAt } }) => {
    void tx.run(INSERT, [id, name, foldedValue(name), permissions, createdAt])
  },
  events: (one) => {
    const { id, name, permissions, createdAt: occurredAt } = one.result
    const data = { version: 1, after: { name, permissions } }
    return eventOf(one, 'role.created', { occurredAt, subject: { type: 'role', id }, data })
  },
  respond: (role) => newRecordReply('/v1/roles', toRole(role), role),
})

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
    if (builtIn === undefined) return await readOwn({ caller, database, parameters: { id } }, head)
    const shown = JSON.stringify(builtIn.permissions)
    const digest = createHash('sha256').update(shown).digest('hex')
    head.header('ETag', etagOf(1, digest.slice(0, 16)))
    return { data: builtIn }
  },
})

const OWN_ROLE: RecordType<RoleRow> = {
  noun: 'role',
  subject: 'role',
  ...ROLE_BY_ID,
  write: (tx, { id, name, permissions, version, changedAt }) =>
    void tx.run(UPDATE, [id, name, foldedValue(name), permissions, version, changedAt]),
}

export const updateRoleRoute = recordChange(OWN_ROLE, {
  operationId: 'updateRole',
  description:
    'Changes the name or the permissions of a role. Within one second, all tokens and people ' +
    'with the role have its new permissions. Your own token must have all permissions that ' +
    'the role has before and after. A built-in role cannot be changed.',
  path: '/v1/roles/{id}',
  ...MANAGED,
  body: changesOf(
    'RoleUpdate',
    'The members to change. An omitted member keeps its value.',
    ROLE_MEMBERS,
    { permissions: PERMISSIONS_EXAMPLE },
  ),
  response: ['The role after the change.', ROLE],
  toView: toRole,
  refusals: [
    'no_updatable_fields',
    'role_built_in',
    'sign_in_required',
    'version_conflict',
    'permission_not_held',
    'role_name_taken',
  ],
  lock: (tx, { id }) => {
    const facts = lockRoles(tx)
    return { ...facts, before: facts.roles.then((roles) => roles.find((role) => role.id === id)) }
  },
  refusal: ({ caller, input: { id } }, { before, policy }, { nowMs }) =>
    builtInRefusal(caller.organizationId, id) ?? (before && signInRefusal(caller, policy, nowMs)),
  values: (before, { name = before.name, permissions = before.permissions }, { roles }, caller) =>
    takingRefusal('change', caller, before) ??
    givingRefusal(caller, permissions) ??
    nameRefusal({ ...before, name }, roles) ?? { name, permissions: ordered(permissions) },
  besides: ({ at }) => ({ changedAt: at }),
  event: 'role.updated',
  eventData: ({ corrected }) => valuesOf(corrected, ['name', 'permissions']),
})

export const deleteRoleRoute = change({
  operationId: 'deleteRole',
  description:
    'Deletes a role that no valid token and no person has, and that the identity provider does ' +
    'not give. Your own token must have all its permissions. A built-in role cannot be deleted.',
  method: 'DELETE',
  path: '/v1/roles/{id}',
  ...MANAGED,
  ...ROLE_BY_ID,
  success: versionedResponse('The role as it was.', ROLE),
  refusals: [
    'role_built_in',
    'sign_in_required',
    'version_conflict',
    'permission_not_held',
    'role_in_use',
  ],
  lock: (tx, { id }) => lockRoleToDelete(tx, id),
  judge: ({ caller, input: { id, ifMatch } }, { roles, policy, uses }, { nowMs }) => {
    const builtIn = builtInRefusal(caller.organizationId, id)
    if (builtIn !== undefined) return builtIn
    const role = roles.find((one) => one.id === id)
    if (role === undefined) return roleNotFound()
    return (
      signInRefusal(caller, policy, nowMs) ??
      versionRefusal('role', { version: role.version, ifMatch }) ??
      takingRefusal('delete', caller, role) ??
      useRefusal(uses) ?? { role, at: new Date(nowMs) }
    )
  },
  write: (tx, { result: { role } }) => void tx.run(DELETE, [role.id]),
  events: (one) => {
    const { role, at: occurredAt } = one.result
    const { id, name, permissions } = role
    const data = { before: { name, permissions } }
    return eventOf(one, 'role.deleted', { occurredAt, subject: { type: 'role', id }, data })
  },
  respond: ({ role }) => recordReply(toRole(role), role),
})
