import assert from 'node:assert/strict'
import { test } from 'node:test'
import { RoleSetup } from '../support/operations/role-setup.ts'
import { eventually } from '../support/processes/embedded-directory.ts'
import type { ApiResponse } from '../support/vault/api-client.ts'
import { waitingForLocks } from '../support/vault/lock-wait.ts'
import { openVault } from '../support/vault/vault.ts'

// A role is deleted while it is given: the one that comes first is held before its commit, until
// the other one waits.

const vault = await openVault()
const { sql, records } = vault
const setup = await RoleSetup.open(vault)
const { organizationId } = setup
const PROVIDER = { issuer: 'https://id.example.com', clientId: 'vault', clientSecret: 'x' }
let people = 0

const personId = await records.person(organizationId, { roleIds: 'auditor' })

const GIVERS: Readonly<Record<string, (roleId: string) => () => Promise<ApiResponse>>> = {
  'Issue Access Token': (role) => () => setup.ask('POST', '/v1/access-tokens', { body: { role } }),
  'Invite Person': (roleId) => () => {
    people += 1
    const body = { email: `ada.${people}@example.com`, name: 'Ada Lindqvist', roles: [roleId] }
    return setup.ask('POST', '/v1/people', { body })
  },
  'Update Person': (roleId) => () =>
    setup.ask('PATCH', `/v1/people/${personId}`, { body: { roles: [roleId] } }),
  'Set Identity Provider': (roleId) => () =>
    setup.ask('PUT', '/v1/identity-provider', { body: { ...PROVIDER, defaultRoles: [roleId] } }),
}

/** Sends both; each waits at its end, or for the other, until both do. */
async function together(first: () => Promise<ApiResponse>, second: () => Promise<ApiResponse>) {
  const waiting = (count: number) =>
    eventually(
      async () => (await waitingForLocks(sql)).length === count,
      `${count} statements to wait`,
    )
  const sent = await sql.begin(async (tx) => {
    // The numbers of the organization's events: each change takes one right before its commit.
    await tx`
      select pg_advisory_xact_lock(hashtextextended('events ' || id, 0)) from organizations
      where id = ${organizationId}`
    const one = first()
    await waiting(1)
    const other = second()
    await waiting(2)
    return { one, other }
  })
  return await Promise.all([sent.one, sent.other])
}

async function assertNoneIsLost(): Promise<void> {
  const lost = await sql`
    with given as (
      select role_id from access_tokens
      where organization_id = ${organizationId} and role_id is not null
      union all
      select unnest(role_ids) from people where organization_id = ${organizationId}
      union all
      select unnest(default_roles) from identity_providers
      where organization_id = ${organizationId}
    )
    select role_id from given
    where role_id like 'role_%' and role_id not in (select id from roles)`
  assert.deepEqual([...lost], [])
}

for (const [name, giver] of Object.entries(GIVERS)) {
  test(`${name} before Delete Role: the role stays; behind it: the role is not given`, async () => {
    const kept = (await setup.role(['events:read'])).id
    const remove = (id: string) => () => setup.ask('DELETE', `/v1/roles/${id}`)
    const [given, refused] = await together(giver(kept), remove(kept))
    assert.ok(given.status < 300, given.text)
    assert.deepEqual([refused.status, refused.body.code], [409, 'role_in_use'])
    await assertNoneIsLost()

    const gone = (await setup.role(['events:read'])).id
    const [removed, late] = await together(remove(gone), giver(gone))
    assert.equal(removed.status, 200, removed.text)
    assert.deepEqual([late.status, late.body.code], [404, 'role_not_found'])
    await assertNoneIsLost()
  })
}

test('Rotate Access Token keeps the role, though the old token expires before its commit', async () => {
  const role = (await setup.role(['events:read'])).id
  const { body } = await setup.ask('POST', '/v1/access-tokens', { body: { role } })
  const { id } = body.data
  await sql`
    update access_tokens
    set full_lifetime = expires_at - created_at, expires_at = now() + interval '1 second'
    where id = ${id}`
  const rotate = () =>
    setup.ask('POST', `/v1/access-tokens/${id}/rotate`, { body: { graceDays: 1 } })
  const [rotated, refused] = await together(rotate, async () => {
    await eventually(async () => {
      const [row] = await sql`
        select expires_at < clock_timestamp() as is_over from access_tokens where id = ${id}`
      return row?.isOver === true
    }, 'the old token to expire')
    return await setup.ask('DELETE', `/v1/roles/${role}`)
  })
  assert.equal(rotated.status, 201, rotated.text)
  assert.deepEqual([refused.status, refused.body.code], [409, 'role_in_use'])
  await assertNoneIsLost()
})
