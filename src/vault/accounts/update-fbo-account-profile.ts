import { correctionsOf, writeCorrections } from '../../database/changes/corrections.ts'
import { unbatchedChange } from '../../database/changes/unbatched-change.ts'
import { eventOf } from '../../domain/events.ts'
import { type MetadataPatch, mergedMetadata, metadataRefusal } from '../../domain/metadata.ts'
import { type RecordToChange, versionRefusal } from '../../domain/versions.ts'
import { externalIdTaken, PROFILE_MEMBERS } from './account-profile.ts'
import { findExternalId, lockProfile, writeProfile } from './account-profiles.store.ts'
import { fboAccountErased, fboAccountNotFound } from './fbo-account.ts'

interface ProfileUpdate extends RecordToChange {
  readonly changes: { readonly externalId?: string | null; readonly metadata?: MetadataPatch }
}

/** Changes the profile of an account. Values that it has already change nothing. */
export const UPDATE_FBO_ACCOUNT_PROFILE = unbatchedChange({
  name: 'update_fbo_account_profile',
  lock: (tx, { id, changes }: ProfileUpdate) => ({
    locked: lockProfile(tx, id),
    holder: changes.externalId ? findExternalId(tx, changes.externalId) : undefined,
  }),
  judge: ({ input: { id, ifMatch, changes } }, { locked, holder }, { nowMs }) => {
    if (locked === undefined) return fboAccountNotFound()
    const { isErased, ...before } = locked
    const stale = versionRefusal('profile', { version: before.version, ifMatch })
    if (stale !== undefined) return stale
    if (isErased) return fboAccountErased()
    if (holder !== undefined && holder !== id) return externalIdTaken(holder)
    const { externalId = before.externalId, metadata: patch = {} } = changes
    const metadata = mergedMetadata(before.metadata, patch)
    const tooMany = metadataRefusal(metadata)
    if (tooMany !== undefined) return tooMany
    const at = new Date(nowMs)
    const corrected = correctionsOf(before, { ...before, externalId, metadata }, PROFILE_MEMBERS)
    if (corrected.length === 0) return { profile: before, corrected, at }
    const next = { externalId, metadata, changedAt: at, version: before.version + 1 }
    return { profile: { ...before, ...next }, corrected, at }
  },
  write: (tx, { caller, result: { profile, corrected, at } }) => {
    if (corrected.length === 0) return
    writeProfile(tx, profile)
    const subject = { subjectType: 'fbo_account', subjectId: profile.fboAccountId } as const
    const made = { at, reason: null, tokenId: caller.tokenId }
    writeCorrections(tx, [{ ...subject, ...made, corrected }])
  },
  events: (one) => {
    const { profile, corrected, at } = one.result
    if (corrected.length === 0) return []
    return eventOf(one, 'fbo_account.profile_updated', {
      occurredAt: at,
      subject: { type: 'fbo_account', id: profile.fboAccountId },
      data: { version: profile.version, changedMembers: corrected.map(({ member }) => member) },
    })
  },
})
