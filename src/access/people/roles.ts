import { createHash } from 'node:crypto'
import { eventOf } from '../../domain/events.ts'
import { changesOf, namedObject } from '../../domain/fields.ts'
import { foldedValue } from '../../domain/folding.ts'
import { newId } from '../../domain/ids.ts'
import { etagOf, versionRefusal } from '../../domain/versions.ts'
import { change } from '../../http/change.ts'
import { newRecordReply, recordReply } from '../../http/change-operation.ts'
import { listOperation } from '../../http/list-operation.ts'
import { operation } from '../../http/operation.ts'
import { newRecordResponse, versionedResponse } from '../../http/operation-contract.ts'
import { readRecord } from '../../http/read-record.ts'
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
const MEMBERS = ['name', 'permissions'] as const

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

export const updateRoleRoute = change({
  operationId: 'updateRole',
  description:
    'Changes the name or the permissions of a role. Within one second, all tokens and people ' +
    'with the role have its new permissions. Your own token must have all permissions that ' +
    'the role has before and after. A built-in role cannot be changed.',
  method: 'PATCH',
  path: '/v1/roles/{id}',
  ...MANAGED,
  ...ROLE_BY_ID,
  body: changesOf(
    'RoleUpdate',
    'The members to change. An omitted member keeps its value.',
    ROLE_MEMBERS,
    { permissions: PERMISSIONS_EXAMPLE },
  ),
  success: versionedResponse('The role after the change.', ROLE),
  refusals: [
    'no_updatable_fields',
    'role_built_in',
    'sign_in_required',
    'version_conflict',
    'permission_not_held',
    'role_name_taken',
  ],
  lock: lockRoles,
  judge: ({ caller, input: { id, ifMatch, body } }, { roles, policy }, { nowMs }) => {
    const builtIn = builtInRefusal(caller.organizationId, id)
    if (builtIn !== undefined) return builtIn
    const before = roles.find((role) => role.id === id)
    if (before === undefined) return roleNotFound()
    const { name = before.name, permissions = before.permissions } = body
    const changed = { ...before, name, permissions: ordered(permissions) }
    const refusal =
      signInRefusal(caller, policy, nowMs) ??
      versionRefusal('role', { version: before.version, ifMatch }) ??
      takingRefusal('change', caller, before) ??
      givingRefusal(caller, permissions) ??
      nameRefusal(changed, roles)
    if (refusal !== undefined) return refusal
    const members = MEMBERS.filter((each) => String(before[each]) !== String(changed[each]))
    if (members.length === 0) return { role: before, before, members }
    const version = before.version + 1
    return { role: { ...changed, version, changedAt: new Date(nowMs) }, before, members }
  },
  write: (tx, { result: { role, before } }) => {
    if (role === before) return
    const { id, name, permissions, version, changedAt } = role
    void tx.run(UPDATE, [id, name, foldedValue(name), permissions, version, changedAt])
  },
  events: (one) => {
    const { role, before, members } = one.result
    if (members.length === 0) return []
    const { id, version, changedAt: occurredAt } = role
    const of = (row: RoleRow) => Object.fromEntries(members.map((name) => [name, row[name]]))
    const data = { version, changedMembers: members, before: of(before), after: of(role) }
    return eventOf(one, 'role.updated', { occurredAt, subject: { type: 'role', id }, data })
  },
  respond: ({ role }) => recordReply(toRole(role), role),
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
