import {
  BLOCKED_BY_EXPIRED,
  type ChangeRequest,
  type DecisionTime,
} from '../../database/changes/change.ts'
import { writeCorrections } from '../../database/changes/corrections.ts'
import { unbatchedChange } from '../../database/changes/unbatched-change.ts'
import { type RecordToChange, versionRefusal } from '../../domain/versions.ts'
import { standingCorrections } from './account-standing.ts'
import { useRefusal } from './erase-fbo-account.rules.ts'
import {
  eraseAccount,
  eraseShipments,
  eraseWithAccount,
  type LockedForErasure,
  lockForErasure,
} from './erase-fbo-account.store.ts'
import { accountChangeEvent, changedMembersOf, fboAccountNotFound } from './fbo-account.ts'

interface Erasure extends RecordToChange {
  readonly reason: string
}

/** Clears the contact details of an account for good; the result is the account. */
export const ERASE_FBO_ACCOUNT = unbatchedChange({
  name: 'erase_fbo_account',
  seesExpired: true,
  lock: (tx, { id }: Erasure) => lockForErasure(tx, id),
  judge: judgeEraseFboAccount,
  write: (tx, { caller: { tokenId }, requestId, result }) => {
    const { account, at, isRepeated, personalShipmentIds } = result
    if (isRepeated) return
    eraseShipments(tx, personalShipmentIds)
    eraseWithAccount(tx, account.id, at)
    eraseAccount(tx, account, { tokenId, requestId })
    writeCorrections(tx, [standingCorrections(result, { reason: account.erasureReason, tokenId })])
  },
  events: (one) =>
    one.result.isRepeated ? [] : accountChangeEvent(one, 'fbo_account.erased', one.result),
})

function judgeEraseFboAccount(
  { input: { ifMatch, reason } }: ChangeRequest<Erasure>,
  { account, use, personalShipmentIds }: LockedForErasure,
  { nowMs, hasExpired }: DecisionTime,
) {
  if (account === undefined) return fboAccountNotFound()
  const { version } = account
  const stale = versionRefusal('account', { version, ifMatch })
  if (stale !== undefined) return stale
  const at = new Date(nowMs)
  const found = { before: account, personalShipmentIds, at }
  if (account.erasedAt !== null) {
    return { ...found, account, changedMembers: [], isRepeated: true }
  }
  const refusal = useRefusal(use)
  // Transfers that have expired are ended first, and the account is judged again.
  if (refusal !== undefined)
    return hasExpired && use.transfers.total > 0 ? BLOCKED_BY_EXPIRED : refusal
  const cleared = { firstName: null, lastName: null, email: null, phone: null, businessName: null }
  const erased = {
    ...account,
    ...cleared,
    // Another account can be the primary one from now on.
    isPrimary: false,
    erasedAt: at,
    erasureReason: reason,
    version: version + 1,
  }
  const changedMembers = changedMembersOf(account, erased)
  return { ...found, account: erased, changedMembers, isRepeated: false }
}
