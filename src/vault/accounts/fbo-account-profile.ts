import { type Static, Type } from 'typebox'
import type { OrganizationTransaction } from '../../database/changes/organization-transaction.ts'
import { findById } from '../../database/record.ts'
import { Refusal } from '../../domain/errors.ts'
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
import { EXAMPLE_IDS } from '../../domain/ids.ts'
import { EXTERNAL_ID_LENGTH_MAX } from '../../domain/limits.ts'
import { METADATA, METADATA_PATCH } from '../../domain/metadata.ts'
import { operation } from '../../http/operation.ts'
import { versionedResponse } from '../../http/operation-contract.ts'
import { readRecord } from '../../http/read-record.ts'
import { FBO_ACCOUNT, fboAccountNotFound } from './fbo-account.ts'

const EXAMPLE = 'CUST-00417'

export const EXTERNAL_ID_FORM = { ...NOT_BLANK, maxLength: EXTERNAL_ID_LENGTH_MAX }

const externalId = nullableText({
  title: 'ExternalId',
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
const PROFILE_COLUMNS = `account.id as fbo_account_id, external_id,
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

const LOCK = `
  select id
  from fbo_accounts
  where organization_id = $1 and id = $2
  for no key update`

const READ = `
  select ${PROFILE_COLUMNS}, erased_at is not null as is_erased
  from fbo_accounts as account
  left join fbo_account_profiles as profile on profile.organization_id = $1
    and fbo_account_id = account.id
  where account.organization_id = $1 and account.id = $2`

/** Undefined where the organization has no such account. */
export const getFboAccountProfile = findById<LockedProfile>(READ)

export interface LockedProfile extends AccountProfileRow {
  readonly isErased: boolean
}

/** Locks an account until the transaction ends, and reads its profile behind the lock. */
export async function lockProfile(
  tx: OrganizationTransaction,
  id: string,
): Promise<LockedProfile | undefined> {
  const [, [profile]] = await Promise.all([tx.run(LOCK, [id]), tx.run<LockedProfile>(READ, [id])])
  return profile
}

/**
 * SQL for the account with an external id; its two forms, as sent and folded, take the place of `?`.
 * A second stored id that folds to the same value is found by its own spelling alone.
 */
export const ACCOUNT_OF_EXTERNAL_ID = `
  select fbo_account_id
  from fbo_account_profiles
  where organization_id = $1 and external_id_folded = any(?::text[])
  order by external_id_folded = (?::text[])[1] desc
  limit 1`

const HOLDER = ACCOUNT_OF_EXTERNAL_ID.replaceAll('?', '$2')

/**
 * The account that has the external id. Nothing is locked: of two that take it at once, the second
 * breaks a unique index, is judged again, and finds the first.
 */
export async function findExternalId(
  tx: OrganizationTransaction,
  externalId: string,
): Promise<string | undefined> {
  const [row] = await tx.run<{ fboAccountId: string }>(HOLDER, [externalIdForms(externalId)])
  return row?.fboAccountId
}

// An id that stays keeps its folded value: another account may have the usual one (0002).
const WRITE = `
  insert into fbo_account_profiles as profile (organization_id, fbo_account_id, external_id,
    external_id_folded, metadata, version, changed_at)
  values ($1, $2, $3, $4, $5::text::jsonb, $6, to_timestamp($7::float8 / 1000))
  on conflict (organization_id, fbo_account_id) do update
  set external_id = excluded.external_id,
    external_id_folded = case when profile.external_id = excluded.external_id
      then profile.external_id_folded else excluded.external_id_folded end,
    metadata = excluded.metadata, version = excluded.version,
    changed_at = excluded.changed_at`

/** Writes the profile of an account that this transaction has locked or inserted. */
export function writeProfile(tx: OrganizationTransaction, profile: AccountProfileRow): void {
  const { fboAccountId, externalId, metadata, version, changedAt } = profile
  void tx.run(WRITE, [
    fboAccountId,
    externalId,
    externalId && foldedValue(externalId),
    JSON.stringify(metadata),
    version,
    changedAt?.getTime() ?? null,
  ])
}

export const getFboAccountProfileRoute = operation({
  operationId: 'getFboAccountProfile',
  description:
    'Reads what a client keeps with one FBO account: the id that it has elsewhere, and ' +
    'attributes. Its `ETag` is of the profile, not of the account.',
  path: '/v1/fbo-accounts/{id}/profile',
  permission: 'fbo_accounts:read',
  ...PROFILE_BY_ACCOUNT,
  success: versionedResponse('The profile.', ACCOUNT_PROFILE),
  handle: readRecord(getFboAccountProfile, toAccountProfile),
})
