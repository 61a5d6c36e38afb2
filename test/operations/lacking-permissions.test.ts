import assert from 'node:assert/strict'
import { test } from 'node:test'
import { issueSignInCode } from '../../src/access/sessions/begin-session.ts'
import { BUILT_IN_ROLES, PERMISSIONS, type Permission } from '../../src/domain/permissions.ts'
import { passkeyRow } from '../support/passkeys/person-setup.ts'
import { TestBrowser } from '../support/vault/browser.ts'
import { assertRefused, type ExpectedRefusal, withoutWriting } from '../support/vault/refusal.ts'
import { openVault } from '../support/vault/vault.ts'

// Nobody gives, changes or ends what has permissions that their token lacks.

const vault = await openVault()
const { api, database, records, sql, url } = vault

const HELD: readonly Permission[] = [
  ...(['access_tokens:manage', 'people:manage', 'roles:manage'] as const),
  ...(['identity_provider:manage', 'events:read'] as const),
]
const LACKED: readonly Permission[] = ['fbo_accounts:erase', 'webhooks:manage']
const MORE: readonly Permission[] = ['events:read', ...LACKED]

/** Records of a new organization with the permissions of MORE, and callers who lack LACKED. */
async function open() {
  const organizationId = await records.organization()
  const role = await records.role(organizationId, MORE)
  const account = { issuer: 'https://id.example.com', subject: '1' }
  const person = await records.person(organizationId, { roleIds: role, ...account })
  const code = await issueSignInCode(database, organizationId, { personId: person })
  const browser = new TestBrowser(url)
  assert.equal((await browser.send('POST', '/session', { code })).status, 204)
  const traded = await browser.send('POST', '/session/bearer', { active: true })
  const passkey = { organizationId, personId: person, id: `pkey_${person}`, createdAt: new Date() }
  await sql`insert into passkeys ${sql(passkeyRow(passkey))}`
  const suspension = { state: 'suspended', suspendedAt: new Date() }
  const ownRole = await records.role(organizationId, HELD)
  const self = await records.person(organizationId, { roleIds: ownRole })
  const tokenOf = async (personId: string | null, permissions: readonly Permission[]) => {
    const { id, token } = await records.token(organizationId, permissions)
    await sql`update access_tokens set person_id = ${personId} where id = ${id}`
    return token
  }
  return {
    ...{ role, ownRole, person, self, passkey: passkey.id },
    session: traded.body.data.sessionId as string,
    suspended: await records.person(organizationId, { roleIds: role, ...suspension }),
    unused: await records.role(organizationId, MORE),
    nobody: await records.person(organizationId, { roleIds: ownRole }),
    token: (await records.token(organizationId, MORE)).id,
    machine: await tokenOf(null, HELD),
    lesserOfPerson: await tokenOf(person, HELD),
    tokenOfSelf: await tokenOf(self, PERMISSIONS),
    manager: await tokenOf(null, PERMISSIONS),
  }
}

/** Sentence or violations of the problem; `lacked` if that is not LACKED. */
type Said = Pick<ExpectedRefusal, 'detail' | 'errors'> & { readonly lacked?: readonly Permission[] }

const notHeld = (pointer: string, permission: unknown, remedy: string) => ({
  ...{ pointer, code: 'permission_not_held', permission },
  detail: `Your token does not have ${permission}${remedy}.`,
})
const givenAt = (...pointers: string[]): Said => ({
  errors: pointers.map((pointer, index) =>
    notHeld(pointer, LACKED[index], ': leave it out, or use a token that has it'),
  ),
})
const ofRecord = (record: string, verb: string): Said => ({
  detail:
    `Your token lacks permissions of this ${record}: ${verb} it with a token that has ` +
    `${LACKED.join(', ')}.`,
})
const ofPerson = (lacked = LACKED): Said => ({
  lacked,
  detail:
    'You lack permissions that the person has or would have: let somebody do it who has ' +
    `${lacked.join(', ')}.`,
})
const ofRole = (lacked = LACKED): Said => ({
  lacked,
  errors: lacked.map((permission) =>
    notHeld('/role', permission, ', which the role has: name another role'),
  ),
})
const lackedOf = (role: keyof typeof BUILT_IN_ROLES) =>
  [...BUILT_IN_ROLES[role].permissions].filter((each) => !HELD.includes(each))

type Row = [
  what: string,
  request: string,
  said: Said,
  body?: object | undefined,
  by?: 'lesserOfPerson' | 'tokenOfSelf',
]
const [first, second] = LACKED
const GIVEN = givenAt('/permissions/1', '/permissions/2')
const change = ofRecord('role', 'change')
const SESSION = 'DELETE /people/{person}/sessions/{session}'

/** Names of records in braces stand for their ids. */
const ROWS: Row[] = [
  ['creates a role', 'POST /roles', GIVEN, { name: 'More', permissions: MORE }],
  ['narrows a role', 'PATCH /roles/{role}', change, { permissions: ['events:read'] }],
  ['renames a role', 'PATCH /roles/{role}', change, { name: 'Mine' }],
  ['widens a role', 'PATCH /roles/{ownRole}', GIVEN, { permissions: MORE }],
  ['widens the own role', 'PATCH /roles/{ownRole}', GIVEN, { permissions: MORE }, 'tokenOfSelf'],
  ['deletes a role', 'DELETE /roles/{unused}', ofRecord('role', 'delete')],
  [
    'issues a token',
    'POST /access-tokens',
    givenAt('/permissions/0', '/permissions/2'),
    { permissions: [first, 'events:read', second] },
  ],
  ['issues a token of a role', 'POST /access-tokens', ofRole(), { role: '{role}' }],
  [
    'issues a token of a built-in role',
    'POST /access-tokens',
    ofRole(lackedOf('operator')),
    { role: 'operator' },
  ],
  ['rotates a token', 'POST /access-tokens/{token}/rotate', ofRecord('token', 'rotate')],
  ['revokes a token', 'POST /access-tokens/{token}/revoke', ofRecord('token', 'revoke')],
  [
    'invites a person',
    'POST /people',
    ofPerson([...lackedOf('auditor'), ...LACKED]),
    { email: 'y@example.com', name: 'Y', roles: ['auditor', '{role}'] },
  ],
  ['takes the roles of a person', 'PATCH /people/{person}', ofPerson(), { roles: [] }],
  ['renames a person', 'PATCH /people/{person}', ofPerson(), { name: 'Somebody else' }],
  ['gives a person a role', 'PATCH /people/{nobody}', ofPerson(), { roles: ['{role}'] }],
  [
    'gives themself a role',
    'PATCH /people/{self}',
    ofPerson(),
    { roles: ['{ownRole}', '{role}'] },
    'tokenOfSelf',
  ],
  ['suspends a person', 'POST /people/{person}/suspend', ofPerson()],
  ['resumes a person', 'POST /people/{suspended}/resume', ofPerson()],
  ['unbinds a person', 'POST /people/{person}/unbind', ofPerson()],
  ['removes a passkey', 'DELETE /passkeys/{passkey}?personId={person}', ofPerson()],
  ['ends a session', SESSION, ofPerson()],
  ['ends a session of their own', SESSION, ofPerson(), undefined, 'lesserOfPerson'],
]

for (const [what, request, said, sent, by = 'machine'] of ROWS) {
  test(`Nobody ${what} with a permission that they lack; who has all of them does`, async () => {
    const ids = await open()
    const fill = (text: string) =>
      text.replaceAll(/\{(\w+)\}/g, (_, name) => ids[name as keyof typeof ids])
    const [method = '', path = ''] = fill(request).split(' ')
    const body = sent && JSON.parse(fill(JSON.stringify(sent)))
    const [instance = ''] = `/v1${path}`.split('?')
    const ask = (token: string) =>
      api.request(method, `/v1${path}`, { token, ...(body && { body }) })
    const { lacked = LACKED, ...sentence } = said
    assertRefused(await withoutWriting(records, () => ask(ids[by])), {
      ...{ status: 403, code: 'permission_not_held', instance, ...sentence },
      members: { missingPermissions: lacked },
    })
    const { status, text } = await ask(ids.manager)
    assert.ok(status < 300, text)
  })
}

test('Who has all permissions of a record may change it, though they have few', async () => {
  const { machine, nobody } = await open()
  const permissions = ['events:read']
  const issued = await api.post('/v1/access-tokens', { token: machine, body: { permissions } })
  const path = `/v1/access-tokens/${issued.body.data.id}`
  for (const { status, text } of [
    issued,
    await api.post(`${path}/rotate`, { token: machine, body: { graceDays: 1 } }),
    await api.post(`${path}/revoke`, { token: machine }),
    await api.patch(`/v1/people/${nobody}`, { token: machine, body: { name: 'Nobody' } }),
  ]) {
    assert.ok(status < 300, text)
  }
})

test('The state of a token that one may not rotate is not told', async () => {
  const { machine, manager, token } = await open()
  const ask = (by: string) => api.post(`/v1/access-tokens/${token}/rotate`, { token: by })
  await records.revokeToken(token)
  assert.equal((await ask(machine)).body.code, 'permission_not_held')
  assert.equal((await ask(manager)).body.code, 'invalid_state_transition')
})
