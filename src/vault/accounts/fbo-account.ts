import { type Static, Type } from 'typebox'
import type { ChangeRequest } from '../../database/changes/change.ts'
import { Refusal, refusalOf, unknownRecord } from '../../domain/errors.ts'
import { eventOf, type NewEvent } from '../../domain/events.ts'
import {
  byId,
  cents,
  columnsOf,
  EMAIL_FORM,
  instant,
  NOT_BLANK,
  namedObject,
  nullableText,
  PHONE_FORM,
  type RowOf,
  recordId,
  responseMaker,
} from '../../domain/fields.ts'
import { EXAMPLE_IDS } from '../../domain/ids.ts'
import { BUSINESS_NAME_LENGTH_MAX, PERSON_NAME_LENGTH_MAX } from '../../domain/limits.ts'

/** The members of an FBO account that Update FBO Account can change. */
export const UPDATABLE_FIELDS = {
  firstName: nullableText({
    title: 'FirstName',
    description: 'First name of the person the account is for; null if unknown.',
    ...NOT_BLANK,
    maxLength: PERSON_NAME_LENGTH_MAX,
    examples: ['Ada'],
    'x-violation-hint': 'Send null if it is unknown.',
  }),
  lastName: nullableText({
    title: 'LastName',
    description: 'Last name of the person the account is for; null if unknown.',
    ...NOT_BLANK,
    maxLength: PERSON_NAME_LENGTH_MAX,
    examples: ['Lindqvist'],
    'x-violation-hint': 'Send null if it is unknown.',
  }),
  email: nullableText({
    title: 'Email',
    description: 'Email address: one @ with something on both sides; null if unknown.',
    ...EMAIL_FORM,
    examples: ['ada.lindqvist@example.com'],
    'x-violation-hint': 'Send an address such as name@example.com, or null if it is unknown.',
  }),
  phone: nullableText({
    title: 'Phone',
    description:
      'Phone number: text with at least one digit and no control characters; null if unknown.',
    ...PHONE_FORM,
    examples: ['+46 8 555 012 34'],
    'x-violation-hint': 'Send a number such as +1 206 555 0142 ext. 9, or null if it is unknown.',
  }),
  businessName: nullableText({
    title: 'BusinessName',
    description: 'Name of the business the account is for; null if there is none.',
    ...NOT_BLANK,
    maxLength: BUSINESS_NAME_LENGTH_MAX,
    examples: ['Lindqvist Watches AB'],
    'x-violation-hint': 'Send null if it is unknown.',
  }),
}

/** The response of Get FBO Account: ten members. */
export const FBO_ACCOUNT = namedObject(
  'FboAccount',
  'An account that holds items, with contact details.',
  {
    id: recordId('Identifier of the account.', EXAMPLE_IDS.fboAccount),
    organizationId: recordId('Identifier of the owning organization.', EXAMPLE_IDS.organization),
    ...UPDATABLE_FIELDS,
    maxInsuredValueCents: Type.String({
      title: 'MaxInsuredValueCents',
      ...cents('Maximum insured value.', '25000000'),
    }),
    isPrimary: Type.Boolean({
      description:
        "Whether this is the organization's primary account; an organization has at most one.",
      examples: [false],
    }),
    createdAt: instant('the account was created', '2026-11-21T08:30:00.000Z'),
  },
)

const { isPrimary: _, ...UPDATED } = FBO_ACCOUNT.properties

/** The response of Update FBO Account: nine members, without `isPrimary`. */
export const UPDATED_FBO_ACCOUNT = namedObject(
  'UpdatedFboAccount',
  'An FBO account as its update returns it.',
  UPDATED,
)

export type FboAccount = Static<typeof FBO_ACCOUNT>

/** A row of `fbo_accounts`; cents as decimal text. */
export interface FboAccountRow extends RowOf<FboAccount> {
  readonly version: number
}

export const FBO_ACCOUNT_COLUMNS = `${columnsOf(FBO_ACCOUNT)}, version`

export const toFboAccount = responseMaker(FBO_ACCOUNT)
export const toUpdatedFboAccount = responseMaker(UPDATED_FBO_ACCOUNT)

interface AccountChange<Row extends FboAccountRow> {
  readonly account: Row
  /** The members of UPDATABLE_FIELDS that have another value now. */
  readonly changedMembers: readonly (keyof typeof UPDATABLE_FIELDS)[]
  readonly at: Date
}

export function changedMembersOf(
  before: FboAccountRow,
  after: FboAccountRow,
): AccountChange<FboAccountRow>['changedMembers'] {
  const members = Object.keys(UPDATABLE_FIELDS) as (keyof typeof UPDATABLE_FIELDS)[]
  return members.filter((member) => before[member] !== after[member])
}

export function accountChangeEvent(
  request: Pick<ChangeRequest<unknown>, 'caller' | 'requestId'>,
  type: 'fbo_account.updated' | 'fbo_account.erased',
  { account, changedMembers, at }: AccountChange<FboAccountRow>,
): NewEvent {
  return eventOf(request, type, {
    occurredAt: at,
    subject: { type: 'fbo_account', id: account.id },
    data: { version: account.version, changedMembers: [...changedMembers] },
  })
}

export const fboAccountNotFound = unknownRecord('fbo_account_not_found', 'FBO account')
export const FBO_ACCOUNT_BY_ID = byId(FBO_ACCOUNT, fboAccountNotFound)

export function fboAccountErased(): Refusal {
  return new Refusal('fbo_account_erased', {
    detail: 'The account was erased and cannot be changed: open a new one.',
  })
}

export function primaryAccountExists(): Refusal {
  const violation = {
    pointer: '/isPrimary',
    code: 'primary_account_exists',
    detail: 'The organization already has a primary account: leave isPrimary out.',
  } as const
  return refusalOf([violation], 'state')
}
