import type { Change } from '../database/changes/change.ts'
import { insertAccount, lockPrimaryAccount } from './create-fbo-account.store.ts'
import { type FboAccountRow, primaryAccountExists } from './fbo-account.ts'

/** What a request says of a new account. */
export type NewFboAccount = Omit<FboAccountRow, 'organizationId' | 'createdAt' | 'version'>

/** Stores an account; the facts are whether there is a primary one, where it is to be that. */
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
}
