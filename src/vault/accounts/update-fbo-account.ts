import { overSentRows } from '../../database/changes/organization-transaction.ts'
import { lockById } from '../../database/changes/row-of.ts'
import { changesOf } from '../../domain/fields.ts'
import { asciiDigits } from '../../domain/folding.ts'
import { versionRefusal } from '../../domain/versions.ts'
import { change, recordReply } from '../../http/change.ts'
import { versionedResponse } from '../../http/operation-contract.ts'
import {
  accountChangeEvent,
  changedMembersOf,
  FBO_ACCOUNT_BY_ID,
  FBO_ACCOUNT_COLUMNS,
  type FboAccountRow,
  fboAccountErased,
  fboAccountNotFound,
  toUpdatedFboAccount,
  UPDATABLE_FIELDS,
  UPDATED_FBO_ACCOUNT,
} from './fbo-account.ts'

/** An account under its lock. */
export interface LockedFboAccount extends FboAccountRow {
  readonly isErased: boolean
}

export const lockAccounts = lockById<LockedFboAccount>(`
  select ${FBO_ACCOUNT_COLUMNS}, erased_at is not null as is_erased
  from fbo_accounts
  where organization_id = $1 and id = any($2::text[])
  order by id
  for no key update`)

const MEMBERS = ['first_name', 'last_name', 'email', 'phone', 'business_name']
const SET = [...MEMBERS, 'changed_by_token_id', 'changed_by_request_id']

const write = overSentRows(
  ['id', ...SET],
  (sent) => `
  update fbo_accounts as account
  set version = version + 1, ${SET.map((column) => `${column} = sent.${column}`).join(', ')}
  from ${sent}
  where account.organization_id = $1 and account.id = sent.id`,
)

export const updateFboAccountRoute = change({
  operationId: 'updateFboAccount',
  description: 'Changes the members that are in the body, and no others.',
  method: 'PATCH',
  path: '/v1/fbo-accounts/{id}',
  permission: 'fbo_accounts:update',
  ...FBO_ACCOUNT_BY_ID,
  // Spec choices N13, N16: null clears; a member that cannot be updated is only an unknown field.
  body: changesOf(
    'FboAccountUpdate',
    'The members to change. An omitted member keeps its value; null clears it (RFC 7396).',
    UPDATABLE_FIELDS,
    { email: 'ada@example.com', phone: null },
  ),
  success: versionedResponse('The account after the change.', UPDATED_FBO_ACCOUNT),
  refusals: ['no_updatable_fields', 'version_conflict', 'fbo_account_erased'],
  sharing: { keysOf: ({ id }) => [id] },
  lockAll: (tx, updates) => ({
    accountsById: lockAccounts(
      tx,
      updates.map(({ id }) => id),
    ),
  }),
  judge: ({ input: { id, ifMatch, body } }, { accountsById }, { nowMs }) => {
    const locked = accountsById.get(id)
    if (locked === undefined) return fboAccountNotFound()
    const { isErased, ...row } = locked
    const { version } = row
    const stale = versionRefusal('account', { version, ifMatch })
    if (stale !== undefined) return stale
    if (isErased) return fboAccountErased()
    const phone = typeof body.phone === 'string' ? { phone: asciiDigits(body.phone) } : {}
    const changed = { ...row, ...body, ...phone }
    const changedMembers = changedMembersOf(row, changed)
    // If no value changes, the version stays, and nothing is written.
    const account = changedMembers.length === 0 ? row : { ...changed, version: version + 1 }
    return { account, changedMembers, at: new Date(nowMs) }
  },
  write: (tx, { caller, requestId, result: { account, changedMembers } }) => {
    const { id, firstName, lastName, email, phone, businessName } = account
    if (changedMembers.length === 0) return
    const members = [firstName, lastName, email, phone, businessName]
    void write(tx, [[id, ...members, caller.tokenId, requestId]])
  },
  events: (one) =>
    one.result.changedMembers.length === 0
      ? []
      : accountChangeEvent(one, 'fbo_account.updated', one.result),
  respond: ({ account }) => recordReply(toUpdatedFboAccount(account), account),
})
