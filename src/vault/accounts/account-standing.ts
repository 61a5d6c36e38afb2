import type { Accepted, ChangeRequest } from '../../database/changes/change.ts'
import {
  correctionsOf,
  type NewCorrections,
  writeCorrections,
} from '../../database/changes/corrections.ts'
import type { OrganizationTransaction } from '../../database/changes/organization-transaction.ts'
import { eventOf, type NewEvent } from '../../domain/events.ts'
import { cents, namedObject, reasonBody, reasonMember, responseMaker } from '../../domain/fields.ts'
import { type RecordToChange, versionRefusal } from '../../domain/versions.ts'
import { change, recordReply } from '../../http/change.ts'
import { versionedResponse } from '../../http/operation-contract.ts'
import { lockPrimaryAccount } from './create-fbo-account.ts'
import {
  FBO_ACCOUNT,
  FBO_ACCOUNT_BY_ID,
  FBO_ACCOUNT_COLUMNS,
  type FboAccountRow,
  fboAccountErased,
  fboAccountNotFound,
} from './fbo-account.ts'
import { type LockedFboAccount, lockAccounts } from './update-fbo-account.ts'

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

const WRITE = `
  update fbo_accounts
  set version = version + 1, max_insured_value_cents = $3, is_primary = $4::text::boolean,
    changed_by_token_id = $5, changed_by_request_id = $6
  where organization_id = $1 and id = $2`

/** Writes changes of accounts that this transaction has locked, in this order, and why. */
export function writeStandings(
  tx: OrganizationTransaction,
  changes: readonly StandingChange[],
  {
    caller,
    requestId,
    input,
  }: Pick<Accepted<{ readonly reason: string }, unknown>, 'caller' | 'requestId' | 'input'>,
): void {
  const { tokenId } = caller
  for (const { account } of changes) {
    const { id, maxInsuredValueCents, isPrimary } = account
    void tx.run(WRITE, [id, maxInsuredValueCents, String(isPrimary), tokenId, requestId])
  }
  const why = { reason: input.reason, tokenId }
  writeCorrections(
    tx,
    changes.map((change) => standingCorrections(change, why)),
  )
}

interface InsuredMaximum extends RecordToChange {
  readonly maxInsuredValueCents: string
  readonly reason: string
}

function changedStandings(change: StandingChange): StandingChange[] {
  return change.before.version === change.account.version ? [] : [change]
}

const REASON = 'Policy raised on renewal'

const BODY = namedObject(
  'InsuredMaximum',
  'The new maximum insured value of an account, and why.',
  {
    maxInsuredValueCents: cents('Maximum insured value.', '40000000'),
    reason: reasonMember(
      'Why it is changed. It stays on record: name a case, not a person.',
      REASON,
    ),
  },
  { examples: [{ maxInsuredValueCents: '40000000', reason: REASON }] },
)

/** Sets the maximum insured value of an account. The same value changes nothing. */
export const setInsuredMaximumRoute = change({
  operationId: 'setInsuredMaximum',
  description:
    'Sets the maximum insured value of one account. The change, its reason and its author ' +
    'stay in the corrections of the account. It may be less than the insured exposure: items ' +
    'stay, and the policy judges the next transfer. The value that the account has already ' +
    'changes nothing.',
  path: '/v1/fbo-accounts/{id}/set-insured-maximum',
  permission: 'fbo_accounts:set_insured_maximum',
  ...FBO_ACCOUNT_BY_ID,
  body: BODY,
  success: versionedResponse('The account after the change.', ACCOUNT_STANDING),
  refusals: ['version_conflict', 'fbo_account_erased'],
  input: ({ parameters, body, ifMatch }): InsuredMaximum => ({ ...parameters, ...body, ifMatch }),
  lock: (tx, { id }) => ({ accountsById: lockAccounts(tx, [id]) }),
  judge: ({ input: { id, ifMatch, maxInsuredValueCents } }, { accountsById }, { nowMs }) => {
    const locked = accountsById.get(id)
    if (locked === undefined) return fboAccountNotFound()
    const { isErased, ...before } = locked
    const { version } = before
    const stale = versionRefusal('account', { version, ifMatch })
    if (stale !== undefined) return stale
    if (isErased) return fboAccountErased()
    const at = new Date(nowMs)
    if (maxInsuredValueCents === before.maxInsuredValueCents) {
      return { before, account: before, at }
    }
    return { before, account: { ...before, maxInsuredValueCents, version: version + 1 }, at }
  },
  write: (tx, one) => writeStandings(tx, changedStandings(one.result), one),
  events: (one) =>
    changedStandings(one.result).map((change) =>
      standingEvent(one, 'fbo_account.insured_maximum_set', change, 'maxInsuredValueCents'),
    ),
  respond: ({ account }) => recordReply(toAccountStanding(account), account),
})

const LOCK = `
  select ${FBO_ACCOUNT_COLUMNS}, erased_at is not null as is_erased
  from fbo_accounts
  where organization_id = $1 and (id = $2 or is_primary)
  order by id
  for no key update`

/**
 * Locks the organization's row, then the account and the primary one in the order of their ids.
 * Another request for this organization waits for the first lock, and sees the new primary account.
 */
export async function lockForPrimary(
  tx: OrganizationTransaction,
  id: string,
): Promise<readonly LockedFboAccount[]> {
  const [, accounts] = await Promise.all([
    lockPrimaryAccount(tx),
    tx.run<LockedFboAccount>(LOCK, [id]),
  ])
  return accounts
}

interface Primary extends RecordToChange {
  readonly reason: string
}

function next<Row extends { readonly version: number }>(row: Row, isPrimary: boolean): Row {
  return { ...row, isPrimary, version: row.version + 1 }
}

/** Makes an account the primary one in place of another. The primary one already stays as it is. */
export const makePrimaryRoute = change({
  operationId: 'makePrimary',
  description:
    "Makes one account the organization's primary account. The former one stays as an " +
    'ordinary account; both get a version, a correction with the reason, and an event. The ' +
    'primary account itself is left as it is.',
  path: '/v1/fbo-accounts/{id}/make-primary',
  permission: 'fbo_accounts:update',
  ...FBO_ACCOUNT_BY_ID,
  body: reasonBody(
    'Why it becomes the primary one. It stays on record: name a case, not a person.',
    'House account moved to the new entity',
  ),
  success: versionedResponse('The account after the change.', ACCOUNT_STANDING),
  refusals: ['version_conflict', 'fbo_account_erased'],
  input: ({ parameters, body, ifMatch }): Primary => ({ ...parameters, ...body, ifMatch }),
  lock: (tx, { id }) => ({ accounts: lockForPrimary(tx, id) }),
  judge: ({ input: { id, ifMatch } }, { accounts }, { nowMs }) => {
    const locked = accounts.find((account) => account.id === id)
    if (locked === undefined) return fboAccountNotFound()
    const { isErased, ...before } = locked
    const stale = versionRefusal('account', { version: before.version, ifMatch })
    if (stale !== undefined) return stale
    if (isErased) return fboAccountErased()
    const at = new Date(nowMs)
    if (before.isPrimary) return { account: before, changes: [] }
    const former = accounts.filter(({ isPrimary }) => isPrimary)
    const account = next(before, true)
    // The former one first: at no moment are there two.
    const changes: StandingChange[] = [
      ...former.map((row) => ({ before: row, account: next(row, false), at })),
      { before, account, at },
    ]
    return { account, changes }
  },
  write: (tx, one) => writeStandings(tx, one.result.changes, one),
  events: (one) =>
    one.result.changes.map((change) =>
      standingEvent(one, 'fbo_account.primary_changed', change, 'isPrimary'),
    ),
  respond: ({ account }) => recordReply(toAccountStanding(account), account),
})
