import type { ChangeRequest } from '../../database/changes/change.ts'
import { correctionsOf, type NewCorrections } from '../../database/changes/corrections.ts'
import { eventOf, type NewEvent } from '../../domain/events.ts'
import { namedObject, responseMaker } from '../../domain/fields.ts'
import { FBO_ACCOUNT, type FboAccountRow } from './fbo-account.ts'

const { id, organizationId, maxInsuredValueCents, isPrimary } = FBO_ACCOUNT.properties

/** The part of an account that is not personal: a stored response may hold it for good. */
export const ACCOUNT_STANDING = namedObject(
  'FboAccountStanding',
  'An account without its contact details.',
  { id, organizationId, maxInsuredValueCents, isPrimary },
)

export const toAccountStanding = responseMaker(ACCOUNT_STANDING)

type StandingMember = 'maxInsuredValueCents' | 'isPrimary'

/** A change of an account's standing that was accepted; equal rows where nothing changes. */
export interface StandingChange {
  readonly before: FboAccountRow
  readonly account: FboAccountRow
  readonly at: Date
}

/** The corrections of a change of an account's standing; none where nothing changes. */
export function standingCorrections(
  { before, account, at }: StandingChange,
  by: { readonly reason: string | null; readonly tokenId: string | null },
): NewCorrections {
  const corrected = correctionsOf(before, account, ['maxInsuredValueCents', 'isPrimary'])
  return { subjectType: 'fbo_account', subjectId: account.id, at, ...by, corrected }
}

/** The event of one changed member. It does not say why: a reason can be personal. */
export function standingEvent(
  request: Pick<ChangeRequest<unknown>, 'caller' | 'requestId'>,
  type: 'fbo_account.insured_maximum_set' | 'fbo_account.primary_changed',
  { before, account, at }: StandingChange,
  member: StandingMember,
): NewEvent {
  return eventOf(request, type, {
    occurredAt: at,
    subject: { type: 'fbo_account', id: account.id },
    data: {
      version: account.version,
      changedMembers: [member],
      before: { [member]: before[member] },
      after: { [member]: account[member] },
    },
  })
}
