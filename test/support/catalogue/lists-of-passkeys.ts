import { newId } from '../../../src/domain/ids.ts'
import { insertPerson, passkeyRow } from '../passkeys/person-setup.ts'
import { HOURS, type ListCase } from './lists.ts'

/** The passkeys of one person. */
export const PASSKEYS: ListCase = {
  isNewestFirst: true,
  fill: async ({ sql }, { organizationId }) => {
    const personId = await insertPerson(sql, { organizationId, name: 'Ada Lindqvist' })
    const createIn = (tx: typeof sql, createdAt: Date) => {
      const row = passkeyRow({ organizationId, personId, id: newId('pkey'), createdAt })
      return tx`insert into passkeys ${tx(row)}`
    }
    const began = Date.parse('2026-01-02T03:04:05.678Z')
    for (const hours of HOURS) await createIn(sql, new Date(began + hours * 3_600_000))
    return {
      path: `/v1/people/${personId}/passkeys`,
      createIn,
      create: async () => await createIn(sql, new Date()),
    }
  },
}
