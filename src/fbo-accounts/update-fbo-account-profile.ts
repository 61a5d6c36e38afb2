import { correctionsOf } from '../corrections/correction.ts'
import { writeCorrections } from '../corrections/corrections.store.ts'
import type { Accepted, Change } from '../database/changes/change.ts'
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
  readonly before: AccountProfileRow
  readonly profile: AccountProfileRow
  readonly at: Date
}

/** Changes the profile of an account. Values that it has already change nothing. */
export const UPDATE_FBO_ACCOUNT_PROFILE: Change<ProfileUpdate, ProfileFacts, UpdatedProfile> = {
  name: 'update_fbo_account_profile',
  lock: async (tx, inputs) => {
    const [{ id, changes }] = inputs as [ProfileUpdate]
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
    const isSame = externalId === before.externalId && metadata === before.metadata
    const next = { externalId, metadata, changedAt: at, version: before.version + 1 }
    return { before, profile: isSame ? before : { ...before, ...next }, at }
  },
  write: (tx, accepted) => {
    for (const { caller, result } of accepted.filter(isChanged)) {
      const { before, profile, at } = result
      writeProfile(tx, profile)
      const subject = { subjectType: 'fbo_account', subjectId: profile.fboAccountId } as const
      const corrected = correctionsOf(before, profile, PROFILE_MEMBERS)
      const made = { at, reason: null, tokenId: caller.tokenId }
      writeCorrections(tx, [{ ...subject, ...made, corrected }])
    }
  },
  events: (accepted) =>
    accepted.filter(isChanged).map((one) => {
      const { before, profile, at } = one.result
      const changed = correctionsOf(before, profile, PROFILE_MEMBERS)
      return eventOf(one, 'fbo_account.profile_updated', {
        occurredAt: at,
        subject: { type: 'fbo_account', id: profile.fboAccountId },
        data: { version: profile.version, changedMembers: changed.map(({ member }) => member) },
      })
    }),
}

function isChanged({ result }: Accepted<ProfileUpdate, UpdatedProfile>): boolean {
  return result.before !== result.profile
}
