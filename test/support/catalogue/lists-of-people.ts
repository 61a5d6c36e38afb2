import { randomBytes } from 'node:crypto'
import { newId } from '../../../src/domain/ids.ts'
import { passkeyRow } from '../passkeys/person-setup.ts'
import { HOURS, hoursLater, into, type ListCase, newestFirst } from './list-case.ts'

export const TOKENS = newestFirst(
  '/v1/access-tokens',
  into('access_tokens', () => ({
    tokenSha256: randomBytes(32),
    permissions: [],
    expiresAt: hoursLater(24),
  })),
)

export const PEOPLE = newestFirst(
  '/v1/people',
  into('people', () => ({
    email: `${randomBytes(8).toString('hex')}@example.com`,
    name: 'Ada',
    roleIds: ['auditor'],
  })),
  'status=invited',
)

/** The passkeys of one person. */
export const PASSKEYS: ListCase = {
  isNewestFirst: true,
  fill: async (vault, owner) => {
    const { organizationId } = owner
    const personId = await vault.records.person(organizationId)
    return await newestFirst(`/v1/passkeys?personId=${personId}`, (tx, createdAt) => {
      const row = passkeyRow({ organizationId, personId, id: newId('pkey'), createdAt })
      return tx`insert into passkeys ${tx(row)}`
    }).fill(vault, owner)
  },
}

/** The sessions of one person. */
export const PERSON_SESSIONS: ListCase = {
  isNewestFirst: true,
  fill: async (vault, owner) => {
    const { organizationId } = owner
    const personId = await vault.records.person(organizationId)
    const accessTokenId = (await vault.records.token(organizationId)).id
    return await newestFirst(`/v1/people/${personId}/sessions`, (tx, createdAt) => {
      // The vault forgets sessions a month after their end.
      const at = { createdAt, lastUsedAt: createdAt, expiresAt: new Date('2100-01-01') }
      const of = { organizationId, personId, accessTokenId, address: '192.0.2.7' }
      const session = { id: newId('sess'), secretSha256: randomBytes(32), ...of, ...at }
      return tx`insert into sessions ${tx(session)}`
    }).fill(vault, owner)
  },
}

export const ROLES: ListCase = {
  showsNew: true,
  fill: async ({ sql }, { organizationId }) => {
    const create = async (createdAt = new Date()) => {
      const id = newId('role')
      const row = { organizationId, id, name: id, nameFolded: id, permissions: ['events:read'] }
      await sql`insert into roles ${sql({ ...row, createdAt, changedAt: createdAt })}`
    }
    for (const hours of HOURS) await create(hoursLater(hours))
    return { path: '/v1/roles', create: () => create() }
  },
}
