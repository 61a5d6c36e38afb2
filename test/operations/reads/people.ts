import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { passkeyRow, personWithToken } from '../../support/passkeys/person-setup.ts'
import type { Desk, Reads } from '../../support/reads/desk.ts'

const LIST = '/v1/people'
const at = (day: number) => `2026-01-0${day}T03:04:05.678Z`

/** A person with all members, and one who was only invited; the newest first. */
async function makePeople({ insert, organizationId, tokenId }: Desk) {
  const ended = { createdByTokenId: tokenId, suspendedAt: at(4), lastSignedInAt: at(3) }
  const account = { state: 'suspended', issuer: 'https://id.example.com', createdAt: at(2) }
  const never = { createdByTokenId: null, suspendedAt: null, lastSignedInAt: null }
  const people = [
    { id: 'whole', email: 'ada@example.com', name: 'Ada Lindqvist', ...account, ...ended },
    {
      ...{ id: 'least', email: 'bo@example.com', name: 'Bo Ek', state: 'invited', issuer: null },
      ...{ createdAt: at(1), ...never },
    },
  ]
  const shown = []
  for (const { id, ...person } of people) {
    const roles = id === 'whole' ? ['desk', 'auditor'] : []
    const subject = person.issuer === null ? null : 'subject-1'
    const version = id === 'whole' ? 5 : 1
    await insert('people', { id, ...person, subject, version, roleIds: roles })
    const { state: status, email, name, ...members } = person
    shown.push({ id, organizationId, email, name, status, ...members, roles })
  }
  return shown
}

export const PEOPLE: Reads = {
  'Get Person: every member as it is stored; the list shows the same, by status and address':
    async (desk) => {
      const [whole, least] = (await makePeople(desk)) as [object, object]
      const named = await desk.api.get(`${LIST}/whole?include=names`, { token: desk.token })
      assert.deepEqual(named.body.included.whole, { type: 'person', name: 'Ada Lindqvist' })
      return [
        { path: `${LIST}/whole`, etag: '"5"', data: whole },
        { path: `${LIST}/least`, etag: '"1"', data: least },
        { path: LIST, page: [whole, least] },
        { path: `${LIST}?status=suspended`, page: [whole] },
        { path: `${LIST}?status=invited`, page: [least] },
        { path: `${LIST}?status=active`, page: [] },
        { path: `${LIST}?email=ADA@Example.COM`, page: [whole] },
      ]
    },

  'An address is found as it was sent, in whatever alphabet': async ({ send }) => {
    const email = '\u00C4D\u212A@EXAMPLE.com'
    const person = await send('POST', '/people', { email, name: 'Ada', roles: [] })
    return { path: `${LIST}?email=${encodeURIComponent(email)}`, page: [person] }
  },

  'Passkeys: as people see their own and managers those of others; none that was removed': async (
    desk,
  ) => {
    const { vault, organizationId, insert } = desk
    const { token, personId } = await personWithToken(vault, organizationId)
    const shown = []
    for (const [place, id] of ['pkey_1', 'pkey_2', 'pkey_3'].entries()) {
      const row = { organizationId, personId, id, createdAt: new Date(at(place + 1)) }
      const { credentialId, algorithm, ...passkey } = passkeyRow(row)
      const removedAt = id === 'pkey_3' ? at(5) : null
      await insert('passkeys', { credentialId, algorithm, ...passkey, removedAt })
      const key = { credentialId, algorithm, transports: ['internal'] }
      shown.push({ id, personId, name: 'Phone', ...key, createdAt: row.createdAt })
    }
    const [first, second] = shown
    return [
      { path: `/v1/passkeys?personId=${personId}`, page: [second, first] },
      { token, path: `/v1/passkeys?personId=${personId}`, page: [second, first] },
    ]
  },

  'List Person Sessions: a session ends with its token, unused, or by the policy of now': async (
    desk,
  ) => {
    const { insert, records, organizationId, send, shows } = desk
    const personId = await records.person(organizationId)
    const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000)
    const going = { endedAt: null, endedReason: null, userAgent: null }
    const make = async (id: string, [created, last]: [number, number], end: object = going) => {
      const { id: accessTokenId } = await records.token(organizationId)
      const moments = { createdAt: ago(created), lastUsedAt: ago(last), expiresAt: ago(-600) }
      const session = { id, personId, accessTokenId, ...moments, ...going, ...end }
      const secretSha256 = createHash('sha256').update(`${organizationId} ${id}`).digest()
      const shown = { ...session, address: '192.0.2.7' }
      await insert('sessions', { ...shown, secretSha256 })
      return shown
    }
    const out = { endedAt: ago(10), endedReason: 'signed_out', userAgent: 'First/1' }
    const revoked = await make('sess_1', [10, 5])
    const signedOut = await make('sess_2', [20, 15], out)
    const short = await make('sess_3', [50, 45])
    const long = await make('sess_4', [90, 40])
    const unused = await make('sess_5', [120, 61])
    const { revokedAt } = await send('POST', `/access-tokens/${revoked.accessTokenId}/revoke`)
    const over = (session: typeof short, endedReason: string, [from, minutes]: [Date, number]) => {
      return { ...session, endedAt: new Date(from.getTime() + minutes * 60_000), endedReason }
    }
    const path = `${LIST}/${personId}/sessions`
    const first = [over(revoked, 'ended', [new Date(revokedAt), 0]), signedOut]
    const idle = over(unused, 'idle', [unused.lastUsedAt, 60])
    await shows({ path, page: [...first, short, long, idle] })
    await send('PATCH', '/organization-policy', { sessionIdleMinutes: 30, sessionMaxHours: 1 })
    const page = [
      over(short, 'idle', [short.lastUsedAt, 30]),
      over(long, 'expired', [long.createdAt, 60]),
      over(unused, 'expired', [unused.createdAt, 60]),
    ]
    return { path, page: [...first, ...page] }
  },
}
