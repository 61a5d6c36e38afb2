import { randomBytes } from 'node:crypto'
import { newId } from '../../../src/domain/ids.ts'
import { HOURS, hoursLater, type ListCase } from './lists.ts'

/** The sessions of one person. */
export const PERSON_SESSIONS: ListCase = {
  isNewestFirst: true,
  fill: async ({ sql, records }, { organizationId }) => {
    const personId = await records.person(organizationId)
    const accessTokenId = (await records.token(organizationId)).id
    const createIn = (tx: typeof sql, createdAt: Date) => {
      const at = { createdAt, lastUsedAt: createdAt, expiresAt: createdAt }
      const of = { organizationId, personId, accessTokenId, address: '192.0.2.7' }
      const session = { id: newId('sess'), secretSha256: randomBytes(32), ...of, ...at }
      return tx`insert into sessions ${tx(session)}`
    }
    for (const hours of HOURS) await createIn(sql, hoursLater(hours))
    return {
      path: `/v1/people/${personId}/sessions`,
      createIn,
      create: async () => await createIn(sql, new Date()),
    }
  },
}
