import { type Static, Type } from 'typebox'
import { Refusal } from '../../domain/errors.ts'
import { EXAMPLE_IDS } from '../../domain/example-ids.ts'
import {
  byId,
  NOT_BLANK,
  namedObject,
  nullableInstant,
  nullableText,
  type RowOf,
  recordId,
  responseMaker,
} from '../../domain/fields.ts'
import { foldedValue, tidiedId } from '../../domain/folding.ts'
import { EXTERNAL_ID_LENGTH_MAX } from '../../domain/limits.ts'
import { METADATA, METADATA_PATCH } from '../../domain/metadata.ts'
import { FBO_ACCOUNT, fboAccountNotFound } from './fbo-account.ts'

const EXAMPLE = 'CUST-00417'

export const EXTERNAL_ID_FORM = { ...NOT_BLANK, maxLength: EXTERNAL_ID_LENGTH_MAX }

const externalId = nullableText({
  description:
    'Id of the account in a system of yours; null if there is none. No other account of the ' +
    'organization has it, nor one that differs in case, width, blanks and what is not seen alone. It ' +
    'is kept without blanks at its ends, doubled ones and what is not seen.',
  ...EXTERNAL_ID_FORM,
  examples: [EXAMPLE],
  'x-violation-hint': 'Send null to clear it.',
})

export const ACCOUNT_PROFILE = namedObject(
  'FboAccountProfile',
  'What a client keeps with an FBO account.',
  {
    fboAccountId: recordId('Identifier of the account.', EXAMPLE_IDS.fboAccount),
    externalId,
    metadata: METADATA,
    changedAt: nullableInstant('the profile was changed last', '2026-11-23T09:00:00.000Z'),
  },
)

export const NEW_PROFILE_MEMBERS = {
  externalId: Type.Optional(externalId),
  metadata: Type.Optional(METADATA),
}

export const PROFILE_CHANGES = { externalId, metadata: METADATA_PATCH }

type AccountProfile = Static<typeof ACCOUNT_PROFILE>

/** The profile of an account. One that was never set is empty, and at version 1. */
export interface AccountProfileRow extends RowOf<AccountProfile> {
  readonly version: number
}

export const PROFILE_MEMBERS = ['externalId', 'metadata'] as const

/** In SQL, of `account` and `profile`: the columns of a profile, also where it has no row. */
export const PROFILE_COLUMNS = `account.id as fbo_account_id, external_id,
    coalesce(metadata, '{}'::jsonb) as metadata, changed_at, coalesce(profile.version, 1) as version`

/** As it is kept, and as it is compared. */
export function externalIdForms(externalId: string): string[] {
  const tidied = tidiedId(externalId)
  return [tidied, foldedValue(tidied)]
}

export const toAccountProfile = responseMaker(ACCOUNT_PROFILE)

export const PROFILE_BY_ACCOUNT = byId(FBO_ACCOUNT, fboAccountNotFound)

export function externalIdTaken(fboAccountId: string): Refusal {
  const detail = `The account ${fboAccountId} has this externalId: send another, or clear it there.`
  return new Refusal('external_id_taken', {
    violations: [{ pointer: '/externalId', code: 'external_id_taken', detail }],
    members: { fboAccountId },
  })
}
