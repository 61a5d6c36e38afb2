import type { Change } from '../database/changes/change.ts'
import { eventOf } from '../domain/events.ts'
import { insertAccount, lockPrimaryAccount } from './create-fbo-account.store.ts'
import { type FboAccountRow, primaryAccountExists } from './fbo-account.ts'

export type NewFboAccount = Omit<FboAccountRow, 'organizationId' | 'createdAt' | 'version'>

/** Creates an account. Where it is to be primary, its facts say whether there is a primary one. */
export const CREATE_FBO_ACCOUNT: Change<NewFboAccount, boolean, FboAccountRow> = {
  name: 'create_fbo_account',
  lock: async (tx, inputs) => {
    return inputs.some(({ isPrimary }) => isPrimary) && (await lockPrimaryAccount(tx))
  },
  judge: ({ caller: { organizationId }, input }, hasPrimary, { nowMs }) => {
    if (input.isPrimary && hasPrimary) return primaryAccountExists()
    return { ...input, organizationId, createdAt: new Date(nowMs), version: 1 }
  },
  write: (tx, accepted) => {
    for (const { result } of accepted) insertAccount(tx, result)
  },
  events: (accepted) =>
    accepted.map((one) => {
      const { id, createdAt, isPrimary } = one.result
      return eventOf(one, 'fbo_account.created', {
        occurredAt: createdAt,
        subject: { type: 'fbo_account', id },
        data: { isPrimary },
      })
    }),
}
