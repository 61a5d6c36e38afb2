import { type Static, Type } from 'typebox'
import { lockOrganization } from '../../database/changes/locks.ts'
import type { OrganizationTransaction } from '../../database/changes/organization-transaction.ts'
import { eventOf } from '../../domain/events.ts'
import { cents, namedObject } from '../../domain/fields.ts'
import { asciiDigits, tidiedId } from '../../domain/folding.ts'
import { newId } from '../../domain/ids.ts'
import { LIST_BODY_BYTES_MAX } from '../../domain/limits.ts'
import { change, newRecordReply } from '../../http/change.ts'
import { newRecordResponse } from '../../http/operation-contract.ts'
import {
  FBO_ACCOUNT,
  type FboAccountRow,
  primaryAccountExists,
  toFboAccount,
  UPDATABLE_FIELDS,
} from './fbo-account.ts'
import {
  type AccountProfileRow,
  externalIdTaken,
  findExternalId,
  NEW_PROFILE_MEMBERS,
  writeProfile,
} from './fbo-account-profile.ts'

const PRIMARY = 'select id from fbo_accounts where organization_id = $1 and is_primary'

/**
 * Whether the organization has a primary account. Locks the organization's row until the
 * transaction ends: of two requests for a primary account, the second waits and sees the account of
 * the first.
 */
export async function lockPrimaryAccount(tx: OrganizationTransaction): Promise<boolean> {
  const [, primary] = await Promise.all([lockOrganization(tx), tx.run(PRIMARY, [])])
  return primary.length > 0
}

const INSERT = `
  insert into fbo_accounts (organization_id, id, first_name, last_name, email, phone, business_name,
    max_insured_value_cents, is_primary, created_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9::text::boolean, $10)`

function insertAccount(tx: OrganizationTransaction, account: FboAccountRow): void {
  const { id, firstName, lastName, email, phone, businessName } = account
  const { maxInsuredValueCents, isPrimary, createdAt } = account
  void tx.run(INSERT, [
    id,
    firstName,
    lastName,
    email,
    phone,
    businessName,
    maxInsuredValueCents,
    String(isPrimary),
    createdAt.toISOString(),
  ])
}

export interface NewFboAccount {
  readonly account: Omit<FboAccountRow, 'organizationId' | 'createdAt' | 'version'>
  /** Null if it is empty: then nothing is stored. */
  readonly profile: Pick<AccountProfileRow, 'externalId' | 'metadata'> | null
}

const CONTACT_DETAILS = Type.Partial(Type.Object(UPDATABLE_FIELDS)).properties

const NEW_FBO_ACCOUNT = namedObject(
  'NewFboAccount',
  'A new FBO account. An omitted or null contact detail is unknown. `externalId` and `metadata` ' +
    'are in its profile, not in the response.',
  {
    ...CONTACT_DETAILS,
    maxInsuredValueCents: Type.Optional(
      Type.String({ ...cents('Maximum insured value.', '25000000'), default: '0' }),
    ),
    ...NEW_PROFILE_MEMBERS,
    isPrimary: Type.Optional(
      Type.Boolean({
        description:
          "Whether to make this the organization's primary account; an organization has at most " +
          'one.',
        default: false,
        examples: [false],
      }),
    ),
  },
  { examples: [{ firstName: 'Ada', lastName: 'Lindqvist', maxInsuredValueCents: '25000000' }] },
)

/** Creates an account, and its profile if the request has one. */
export const createFboAccountRoute = change({
  operationId: 'createFboAccount',
  description: 'Opens an account that can hold items.',
  path: '/v1/fbo-accounts',
  permission: 'fbo_accounts:create',
  body: NEW_FBO_ACCOUNT,
  bodyBytesMax: LIST_BODY_BYTES_MAX,
  success: newRecordResponse('The account.', FBO_ACCOUNT, 'Path of the account.'),
  refusals: ['fbo_account_erased', 'primary_account_exists', 'external_id_taken'],
  input: ({ body }) => toNewAccount(body),
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
  respond: ({ account }) => newRecordReply('/v1/fbo-accounts', toFboAccount(account), account),
  isPersonal: () => true,
})

function toNewAccount(body: Static<typeof NEW_FBO_ACCOUNT>) {
  const account = {
    id: newId('fbo'),
    firstName: body.firstName ?? null,
    lastName: body.lastName ?? null,
    email: body.email ?? null,
    phone: body.phone == null ? null : asciiDigits(body.phone),
    businessName: body.businessName ?? null,
    maxInsuredValueCents: body.maxInsuredValueCents ?? '0',
    isPrimary: body.isPrimary ?? false,
  }
  const { externalId = null, metadata = {} } = body
  const hasProfile = externalId !== null || Object.keys(metadata).length > 0
  return {
    account,
    profile: hasProfile ? { externalId: externalId && tidiedId(externalId), metadata } : null,
  }
}
