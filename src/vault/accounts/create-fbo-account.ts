import { unbatchedChange } from '../../database/changes/unbatched-change.ts'
import { eventOf } from '../../domain/events.ts'
import { type AccountProfileRow, externalIdTaken } from './account-profile.ts'
import { findExternalId, writeProfile } from './account-profiles.store.ts'
import { insertAccount, lockPrimaryAccount } from './create-fbo-account.store.ts'
import { type FboAccountRow, primaryAccountExists } from './fbo-account.ts'

export interface NewFboAccount {
  readonly account: Omit<FboAccountRow, 'organizationId' | 'createdAt' | 'version'>
  /** Null if it is empty: then nothing is stored. */
  readonly profile: Pick<AccountProfileRow, 'externalId' | 'metadata'> | null
}

/** Creates an account, and its profile if the request has one. */
export const CREATE_FBO_ACCOUNT = unbatchedChange({
  name: 'create_fbo_account',
  lock: (tx, { account, profile }: NewFboAccount) => ({
    hasPrimary: account.isPrimary && lockPrimaryAccount(tx),
    holder: profile?.externalId ? findExternalId(tx, profile.externalId) : undefined,
  }),
  judge: ({ caller: { organizationId }, input }, { hasPrimary, holder }, { nowMs }) => {
    if (input.account.isPrimary && hasPrimary) return primaryAccountExists()
    if (holder !== undefined) return externalIdTaken(holder)
    const createdAt = new Date(nowMs)
    const account = { ...input.account, organizationId, createdAt, version: 1 }
    const { profile } = input
    const ofAccount = { fboAccountId: account.id, version: 1, changedAt: createdAt }
    return { account, profile: profile && { ...profile, ...ofAccount } }
  },
  write: (tx, { result }) => {
    insertAccount(tx, result.account)
    if (result.profile !== null) writeProfile(tx, result.profile)
  },
  events: (one) => {
    const { id, createdAt, isPrimary } = one.result.account
    return eventOf(one, 'fbo_account.created', {
      occurredAt: createdAt,
      subject: { type: 'fbo_account', id },
      data: { isPrimary },
    })
  },
})
