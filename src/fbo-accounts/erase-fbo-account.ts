import {
  BLOCKED_BY_EXPIRED,
  type Change,
  type ChangeRequest,
  type DecisionTime,
} from '../database/changes/change.ts'
import { type IfMatch, versionRefusal } from '../domain/versions.ts'
import { useRefusal } from './erase-fbo-account.rules.ts'
import {
  type ErasableAccountRow,
  eraseAccount,
  type LockedForErasure,
  lockForErasure,
} from './erase-fbo-account.store.ts'
import { fboAccountNotFound } from './fbo-account.ts'

interface Erasure {
  readonly id: string
  /** The versions of the account that may be erased. */
  readonly ifMatch: IfMatch
  readonly reason: string
}

interface Erased {
  readonly account: ErasableAccountRow
  /** Whether it was erased before: then nothing is written. */
  readonly isRepeated: boolean
}

/** Clears the contact details of an account for good; the result is the account. */
export const ERASE_FBO_ACCOUNT: Change<Erasure, LockedForErasure, Erased> = {
  name: 'erase_fbo_account',
  lock: (tx, inputs) => lockForErasure(tx, (inputs[0] as Erasure).id),
  judge: judgeEraseFboAccount,
  write: (tx, accepted) => {
    for (const { caller, requestId, result } of accepted) {
      if (!result.isRepeated) {
        eraseAccount(tx, result.account, { tokenId: caller.tokenId, requestId })
      }
    }
  },
  // The trigger of updates writes it, with the members that were cleared (migration 25).
  events: () => [],
}

function judgeEraseFboAccount(
  { input: { ifMatch, reason } }: ChangeRequest<Erasure>,
  { account, use }: LockedForErasure,
  { nowMs, hasExpired }: DecisionTime,
) {
  if (account === undefined) return fboAccountNotFound()
  const { version } = account
  const stale = versionRefusal('account', { version, ifMatch })
  if (stale !== undefined) return stale
  if (account.erasedAt !== null) return { account, isRepeated: true }
  const refusal = useRefusal(use)
  // Transfers that have expired are ended first, and the account is judged again.
  if (refusal !== undefined)
    return hasExpired && use.transfers.total > 0 ? BLOCKED_BY_EXPIRED : refusal
  const cleared = { firstName: null, lastName: null, email: null, phone: null, businessName: null }
  // Another account can be the primary one from now on.
  const erasure = {
    isPrimary: false,
    erasedAt: new Date(nowMs),
    erasureReason: reason,
    version: version + 1,
  }
  return { account: { ...account, ...cleared, ...erasure }, isRepeated: false }
}
