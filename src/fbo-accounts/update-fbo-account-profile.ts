import { type CorrectedMember, correctionsOf } from '../corrections/correction.ts'
import { writeCorrections } from '../corrections/corrections.store.ts'
import { unbatched } from '../database/changes/change.ts'
import { refusalOf } from '../domain/errors.ts'
import { eventOf } from '../domain/events.ts'
import { type MetadataPatch, mergedMetadata, metadataViolations } from '../domain/metadata.ts'
import { type IfMatch, versionRefusal } from '../domain/versions.ts'
import { type AccountProfileRow, externalIdTaken, PROFILE_MEMBERS } from './account-profile.ts'
import {
  findExternalId,
  type LockedProfile,
  lockProfile,
  writeProfile,
} from './account-profiles.store.ts'
import { fboAccountErased, fboAccountNotFound } from './fbo-account.ts'

interface ProfileUpdate {
  readonly id: string
  /** The versions of the profile that may be changed. */
  readonly ifMatch: IfMatch
  readonly changes: { readonly externalId?: string | null; readonly metadata?: MetadataPatch }
}

interface ProfileFacts {
  readonly locked: LockedProfile | undefined
  /** The account that has the external id of the request. */
  readonly holder: string | undefined
}

interface UpdatedProfile {
  readonly profile: AccountProfileRow
  /** None if nothing changes: then nothing is written. */
  readonly corrected: readonly CorrectedMember[]
  readonly at: Date
}

/** Changes the profile of an account. Values that it has already change nothing. */
export const UPDATE_FBO_ACCOUNT_PROFILE = unbatched<ProfileUpdate, ProfileFacts, UpdatedProfile>({
  name: 'update_fbo_account_profile',
  lock: async (tx, { id, changes }) => {
    const [locked, holder] = await Promise.all([
      lockProfile(tx, id),
      changes.externalId ? findExternalId(tx, changes.externalId) : undefined,
    ])
    return { locked, holder }
  },
  judge: ({ input: { id, ifMatch, changes } }, { locked, holder }, { nowMs }) => {
    if (locked === undefined) return fboAccountNotFound()
    const { isErased, ...before } = locked
    const stale = versionRefusal('profile', { version: before.version, ifMatch })
    if (stale !== undefined) return stale
    if (isErased) return fboAccountErased()
    if (holder !== undefined && holder !== id) return externalIdTaken(holder)
    const { externalId = before.externalId, metadata: patch = {} } = changes
    const metadata = mergedMetadata(before.metadata, patch)
    const violations = metadataViolations(metadata)
    if (violations.length > 0) return refusalOf(violations, 'request')
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
