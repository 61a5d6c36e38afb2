import assert from 'node:assert/strict'
import { test } from 'node:test'
import { idTokenOf, OTHER_KEY } from '../support/identity-provider/forged-provider.ts'
import {
  failureIn,
  openForged,
  sessionCookieIn,
} from '../support/identity-provider/forged-sign-in.ts'
import { openSignInVault, setProvider } from '../support/identity-provider/sign-in-setup.ts'
import { actionIn, UserAgent } from '../support/identity-provider/user-agent.ts'

const vault = await openSignInVault()
const { logLines, records, sql, url } = vault

/** The lines of the log that say this, since the last call. */
function linesOf(msg: string) {
  const lines = logLines.splice(0).map((line) => JSON.parse(line))
  return lines.filter((line) => line.msg === msg)
}

const now = () => Math.floor(Date.now() / 1_000)
const CHECKS: [says: RegExp, claims: object, options?: Parameters<typeof idTokenOf>[1]][] = [
  [/"iss"/, { iss: 'https://evil.example.com' }],
  [/"aud"/, { aud: 'another-client' }],
  [/"nonce"/, { nonce: 'of-another-sign-in' }],
  [/"nonce"/, { nonce: undefined }],
  [/"exp"/, { exp: 1 }],
  [/"sub"/, { sub: 'a\u0000' }],
  [/"iat"/, { iat: now() + 600 }],
  [/"auth_time"/, { auth_time: now() + 3_600 }],
  [/"alg"/, {}, { alg: 'none' }],
  [/signature verification failed/, {}, { key: OTHER_KEY }],
]
for (const [says, claims, options] of CHECKS) {
  test(`The log says that the check of ${says.source} failed, but not of what`, async () => {
    const { provider, begin } = await openForged(vault)
    const { claims: fitting, respond } = await begin()
    provider.idToken = idTokenOf({ ...fitting, ...claims }, options)
    linesOf('no sign-in')
    assert.equal(failureIn(await respond()), 'invalid_response')
    const [line] = linesOf('no sign-in')
    assert.match(line.message, says)
    assert.doesNotMatch(JSON.stringify(line), /evil|another|ada@/)
  })
}

test('Texts of others are cut before they reach the log', async () => {
  const { provider, begin } = await openForged(vault)
  provider.texts['/token'] = JSON.stringify({ error: 'A'.repeat(60_000) })
  const { respond } = await begin()
  linesOf('no sign-in')
  await respond()
  await (await begin()).respond({ error: 'B'.repeat(8_000) })
  await new UserAgent().open(`${url}/sign-in/${'c'.repeat(8_000)}`)
  const lines = linesOf('no sign-in')
  assert.equal(lines.length, 3)
  for (const line of lines) assert.ok(JSON.stringify(line).length < 1_000)
})

test('Begins that lead nowhere are a line a second, with how many it leaves out', async (t) => {
  const { provider, organizationId } = await openForged(vault)
  const other = await records.organization()
  await setProvider(vault, other, { issuer: provider.issuer })
  provider.isUp = false
  let time = performance.now() + 10_000
  t.mock.method(performance, 'now', () => time)
  const agent = new UserAgent()
  const begin = async () => {
    for (const id of ['org_one', organizationId, 'org_two', other, 'org_three', other]) {
      await agent.open(`${url}/sign-in/${id}`)
    }
  }
  await begin()
  linesOf('no sign-in')
  time += 900
  await begin()
  assert.deepEqual(linesOf('no sign-in'), [])
  time += 101
  await begin()
  const lines = linesOf('no sign-in')
  const told = lines.map((line) => [line.organizationId, line.failure, line.leftOut])
  assert.deepEqual(told, [
    ['org_one', 'unavailable', 5],
    [organizationId, 'provider_unreachable', 1],
    [other, 'provider_unreachable', 3],
  ])
})

test('A claim of roles that the provider left out is a warning', async () => {
  const settings = { rolesClaim: 'groups', roleMapping: {}, defaultRoles: ['auditor'] }
  const { organizationId, provider, begin } = await openForged(vault, settings)
  await records.person(organizationId, { email: 'ada@example.com', state: 'invited' })
  const { claims, respond } = await begin()
  const elsewhere = { _claim_names: { groups: 'src1' }, _claim_sources: { src1: {} } }
  provider.idToken = idTokenOf({ ...claims, ...elsewhere })
  provider.texts['/me'] = JSON.stringify({ sub: 'ada' })
  linesOf('')
  assert.ok(sessionCookieIn(await respond()))
  const [line] = linesOf('the provider left the claim of roles out')
  assert.deepEqual([line.organizationId, line.rolesClaim], [organizationId, 'groups'])
})

test('A claim of more roles than a person can have is a warning, and the others hold', async (t) => {
  const groups = Array.from({ length: 80 }, (_, number) => `group-${number}`)
  const { organizationId, provider, begin } = await openForged(vault)
  const roles = groups.map((group) => [group, [`role_${group}_${'x'.repeat(40)}`]])
  const mapping = JSON.stringify(Object.fromEntries(roles))
  await sql`
    update identity_providers set roles_claim = 'groups', role_mapping = ${mapping}::text::jsonb
    where organization_id = ${organizationId}`
  const id = await records.person(organizationId, { email: 'ada@example.com', state: 'invited' })
  const time = performance.now()
  t.mock.method(performance, 'now', () => time)
  const { agent, claims, respond } = await begin()
  agent.isWilling = false
  provider.idToken = idTokenOf({ ...claims, groups })
  linesOf('')
  const asked = await respond()
  const cookies = asked.setCookies.map((cookie) => cookie.length)
  assert.ok(Math.max(...cookies) < 4_096, `browsers keep no longer cookie: ${cookies}`)
  assert.ok(sessionCookieIn(await agent.open(new URL(actionIn(asked) ?? '', url), {})))
  const again = await begin()
  provider.idToken = idTokenOf({ ...again.claims, groups })
  await again.respond()
  const [line, ...others] = linesOf('the claim gives more roles than a person can have')
  assert.deepEqual(others, [], 'it is a line a second')
  assert.deepEqual([line.organizationId, line.rolesClaim], [organizationId, 'groups'])
  const [person] = await sql`select cardinality(role_ids) as count from people where id = ${id}`
  assert.equal(person?.count, 20)
})

test('A user info that fails refuses a sign-in only if what it lacks is needed', async () => {
  for (const [missing, failure, subject] of [
    ['name', undefined],
    ['email', 'invalid_response'],
    // The subject is enough for who is bound.
    ['email', undefined, 'ada'],
    // Without the claim, roles would be taken away.
    ['groups', 'invalid_response', 'ada'],
  ] as const) {
    const roles = missing === 'groups' ? { rolesClaim: 'groups', roleMapping: {} } : {}
    const { organizationId, provider, begin } = await openForged(vault, roles)
    const bound = subject === undefined ? {} : { issuer: provider.issuer, subject }
    await records.person(organizationId, { email: 'ada@example.com', state: 'invited', ...bound })
    provider.texts['/me'] = 'no JSON'
    const { claims, respond } = await begin()
    provider.idToken = idTokenOf({ ...claims, [missing]: undefined })
    assert.equal(failureIn(await respond()), failure)
  }
})
