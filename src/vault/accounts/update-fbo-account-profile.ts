import { correctionsOf, writeCorrections } from '../../database/changes/corrections.ts'
import { eventOf } from '../../domain/events.ts'
import { changesOf } from '../../domain/fields.ts'
import { tidiedId } from '../../domain/folding.ts'
import { LIST_BODY_BYTES_MAX } from '../../domain/limits.ts'
import { type MetadataPatch, mergedMetadata, metadataRefusal } from '../../domain/metadata.ts'
import { type RecordToChange, versionRefusal } from '../../domain/versions.ts'
import { change } from '../../http/change.ts'
import { recordReply } from '../../http/change-operation.ts'
import { versionedResponse } from '../../http/operation-contract.ts'
import { fboAccountErased, fboAccountNotFound } from './fbo-account.ts'
import {
  ACCOUNT_PROFILE,
  externalIdTaken,
  findExternalId,
  lockProfile,
  PROFILE_BY_ACCOUNT,
  PROFILE_CHANGES,
  PROFILE_MEMBERS,
  toAccountProfile,
  writeProfile,
} from './fbo-account-profile.ts'

interface ProfileUpdate extends RecordToChange {
  readonly changes: { readonly externalId?: string | null; readonly metadata?: MetadataPatch }
}

const UPDATE = changesOf(
  'FboAccountProfileUpdate',
  'The members to change. An omitted member keeps its value.',
  PROFILE_CHANGES,
  { externalId: 'CUST-00417', metadata: { tier: 'gold', region: null } },
)

/** Changes the profile of an account. Values that it has already change nothing. */
export const updateFboAccountProfileRoute = change({
  operationId: 'updateFboAccountProfile',
  description:
    'Changes what a client keeps with one FBO account: only the members in the body, and of ' +
    '`metadata` only its pairs. A change that changes no value is none.',
  method: 'PATCH',
  path: '/v1/fbo-accounts/{id}/profile',
  permission: 'fbo_accounts:update',
  ...PROFILE_BY_ACCOUNT,
  body: UPDATE,
  bodyBytesMax: LIST_BODY_BYTES_MAX,
  success: versionedResponse('The profile after the change.', ACCOUNT_PROFILE),
  refusals: ['no_updatable_fields', 'version_conflict', 'fbo_account_erased', 'external_id_taken'],
  input: ({ parameters, body, ifMatch }): ProfileUpdate => {
    const externalId = body.externalId ? { externalId: tidiedId(body.externalId) } : {}
    return { ...parameters, ifMatch, changes: { ...body, ...externalId } }
  },
  lock: (tx, { id, changes }) => ({
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
  respond: ({ profile }) => recordReply(toAccountProfile(profile), profile),
})
