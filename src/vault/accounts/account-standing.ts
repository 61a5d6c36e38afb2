import type { ChangeRequest } from '../../database/changes/change.ts'
import { correctionsOf, valuesOf, writeCorrections } from '../../database/changes/corrections.ts'
import type { OrganizationTransaction } from '../../database/changes/organization-transaction.ts'
import type { RecordType } from '../../database/record.ts'
import { eventOf } from '../../domain/events.ts'
import { cents, namedObject, reasonBody, reasonMember, responseMaker } from '../../domain/fields.ts'
import { versionRefusal } from '../../domain/versions.ts'
import { change, recordReply } from '../../http/change.ts'
import { versionedResponse } from '../../http/operation-contract.ts'
import { recordChange } from '../../http/record-change.ts'
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

/** A change of an account's standing that was accepted; equal rows where nothing changes. */
interface StandingChange {
  readonly before: FboAccountRow
  readonly account: FboAccountRow
  readonly at: Date
}

/** The corrections of a change of an account's standing; none where nothing changes. */
export function standingCorrections(
  { before, account, at }: StandingChange,
  by: { readonly reason: string | null; readonly tokenId: string | null },
) {
  const corrected = correctionsOf(before, account, ['maxInsuredValueCents', 'isPrimary'])
  return { subjectType: 'fbo_account' as const, subjectId: account.id, at, ...by, corrected }
}

const WRITE = `
  update fbo_accounts
  set version = version + 1, max_insured_value_cents = $3, is_primary = $4::text::boolean,
    changed_by_token_id = $5, changed_by_request_id = $6
  where organization_id = $1 and id = $2`

function writeStanding(
  tx: OrganizationTransaction,
  { id, maxInsuredValueCents, isPrimary }: FboAccountRow,
  { caller, requestId }: Pick<ChangeRequest<unknown>, 'caller' | 'requestId'>,
): void {
  const by = [caller.tokenId, requestId]
  void tx.run(WRITE, [id, maxInsuredValueCents, String(isPrimary), ...by])
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

const ACCOUNT: RecordType<LockedFboAccount> = {
  noun: 'account',
  subject: 'fbo_account',
  correctedAs: 'fbo_account',
  ...FBO_ACCOUNT_BY_ID,
  write: (tx, account, { by }) => writeStanding(tx, account, by),
}

export const setInsuredMaximumRoute = recordChange(ACCOUNT, {
  operationId: 'setInsuredMaximum',
  description:
    'Sets the maximum insured value of one account. The change, its reason and its author ' +
    'stay in the corrections of the account. It may be less than the insured exposure: items ' +
    'stay, and the policy judges the next transfer. The value that the account has already ' +
    'changes nothing.',
  method: 'POST',
  path: '/v1/fbo-accounts/{id}/set-insured-maximum',
  permission: 'fbo_accounts:set_insured_maximum',
  body: BODY,
  response: ['The account after the change.', ACCOUNT_STANDING],
  toView: toAccountStanding,
  refusals: ['version_conflict', 'fbo_account_erased'],
  lock: (tx, { id }) => ({ before: lockAccounts(tx, [id]).then((accounts) => accounts.get(id)) }),
  values: ({ isErased }, { maxInsuredValueCents }) =>
    isErased ? fboAccountErased() : { maxInsuredValueCents },
  event: 'fbo_account.insured_maximum_set',
  eventData: ({ corrected }) => valuesOf(corrected, ['maxInsuredValueCents']),
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
async function lockForPrimary(
  tx: OrganizationTransaction,
  id: string,
): Promise<readonly LockedFboAccount[]> {
  const [, accounts] = await Promise.all([
    lockPrimaryAccount(tx),
    tx.run<LockedFboAccount>(LOCK, [id]),
  ])
  return accounts
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
  write: (tx, { result: { changes }, input: { body }, ...by }) => {
    for (const { account } of changes) writeStanding(tx, account, by)
    const why = { reason: body.reason, tokenId: by.caller.tokenId }
    const corrections = changes.map((change) => standingCorrections(change, why))
    writeCorrections(tx, corrections)
  },
  // An event does not say why: a reason can be personal.
  events: (one) =>
    one.result.changes.map(({ before, account: { id, version, isPrimary }, at: occurredAt }) => {
      const values = { before: { isPrimary: before.isPrimary }, after: { isPrimary } }
      const data = { version, changedMembers: ['isPrimary'], ...values }
      const subject = { type: 'fbo_account', id } as const
      return eventOf(one, 'fbo_account.primary_changed', { occurredAt, subject, data })
    }),
  respond: ({ account }) => recordReply(toAccountStanding(account), account),
})
