import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BUILT_IN_ROLES, type Permission } from '../../domain/permissions.ts'
import { permissionsOf, type TokenPowers } from './token-powers.ts'

/** A machine's token without any. */
const NONE: TokenPowers = {
  permissions: [],
  roleId: null,
  rolePermissions: [],
  personSessionId: null,
  personId: null,
  personRoleIds: [],
  personRolePermissions: [],
}
const PERSON = { personId: 'prsn_ada', personRoleIds: ['auditor'] }
const EVENTS: Permission[] = ['events:read']
const TOKENS: Permission[] = ['access_tokens:manage']
const AUDITOR = new Set<Permission>(BUILT_IN_ROLES.auditor.permissions)

const ROWS: [what: string, powers: Partial<TokenPowers>, permissions: ReadonlySet<Permission>][] = [
  ["a machine's own", { permissions: EVENTS }, new Set(EVENTS)],
  ['of a built-in role', { roleId: 'auditor' }, AUDITOR],
  ['of an own role', { roleId: 'role_own', rolePermissions: EVENTS }, new Set(EVENTS)],
  ['of a role that is not there', { roleId: 'toString' }, new Set()],
  [
    "of a person's token, within those of the person",
    { ...PERSON, permissions: EVENTS },
    new Set(EVENTS),
  ],
  [
    "of a person's token, beyond those of the person",
    { ...PERSON, permissions: TOKENS },
    new Set(),
  ],
  ["of a person's session", { ...PERSON, personSessionId: 'sess_one' }, AUDITOR],
  [
    'of a session of a person with an own role, too',
    { ...PERSON, personSessionId: 'sess_one', personRolePermissions: TOKENS },
    new Set([...AUDITOR, ...TOKENS]),
  ],
  [
    'of a person without roles',
    { ...PERSON, personRoleIds: [], personSessionId: 'sess_one' },
    new Set(),
  ],
]
for (const [what, powers, permissions] of ROWS) {
  test(`Permissions ${what}`, () => {
    assert.deepEqual(new Set(permissionsOf({ ...NONE, ...powers })), permissions)
  })
}
