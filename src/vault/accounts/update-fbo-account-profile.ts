import type { RecordType } from '../../database/record.ts'
import { changesOf } from '../../domain/fields.ts'
import { tidiedId } from '../../domain/folding.ts'
import { LIST_BODY_BYTES_MAX } from '../../domain/limits.ts'
import { mergedMetadata, metadataRefusal } from '../../domain/metadata.ts'
import { recordChange } from '../../http/record-change.ts'
import { fboAccountErased } from './fbo-account.ts'
import {
  ACCOUNT_PROFILE,
  externalIdTaken,
  findExternalId,
  type LockedProfile,
  lockProfile,
  PROFILE_BY_ACCOUNT,
  PROFILE_CHANGES,
  toAccountProfile,
  writeProfile,
} from './fbo-account-profile.ts'

const PROFILE: RecordType<LockedProfile> = {
  noun: 'profile',
  subject: 'fbo_account',
  correctedAs: 'fbo_account',
  ...PROFILE_BY_ACCOUNT,
  write: writeProfile,
}

export const updateFboAccountProfileRoute = recordChange(PROFILE, {
  operationId: 'updateFboAccountProfile',
  description:
    'Changes what a client keeps with one FBO account: only the members in the body, and of ' +
    '`metadata` only its pairs. A change that changes no value is none.',
  path: '/v1/fbo-accounts/{id}/profile',
  permission: 'fbo_accounts:update',
  body: changesOf(
    'FboAccountProfileUpdate',
    'The members to change. An omitted member keeps its value.',
    PROFILE_CHANGES,
    { externalId: 'CUST-00417', metadata: { tier: 'gold', region: null } },
  ),
  bodyBytesMax: LIST_BODY_BYTES_MAX,
  response: ['The profile after the change.', ACCOUNT_PROFILE],
  toView: toAccountProfile,
  refusals: ['no_updatable_fields', 'version_conflict', 'fbo_account_erased', 'external_id_taken'],
  lock: (tx, { id, body: { externalId } }) => ({
    before: lockProfile(tx, id),
    holder: externalId ? findExternalId(tx, externalId) : undefined,
  }),
  values: (before, { externalId: sent, metadata: patch = {} }, { holder }) => {
    if (before.isErased) return fboAccountErased()
    if (holder !== undefined && holder !== before.fboAccountId) return externalIdTaken(holder)
    const metadata = mergedMetadata(before.metadata, patch)
    const externalId = sent === undefined ? before.externalId : sent && tidiedId(sent)
    return metadataRefusal(metadata) ?? { externalId, metadata }
  },
  besides: ({ at }) => ({ changedAt: at }),
  event: 'fbo_account.profile_updated',
})
