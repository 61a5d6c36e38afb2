import {
  type Accepted,
  type Change,
  type ChangeRequest,
  type DecisionTime,
  type LockMode,
  RETRY_UNBATCHED,
} from '../../database/changes/change.ts'
import { asciiDigits } from '../../domain/folding.ts'
import { versionRefusal } from '../../domain/versions.ts'
import {
  type AccountChange,
  accountChangeEvent,
  changedMembersOf,
  type FboAccountRow,
  fboAccountErased,
  fboAccountNotFound,
} from './fbo-account.ts'
import {
  type FboAccountUpdate,
  type LockedFboAccount,
  lockAccounts,
  writeAccounts,
} from './update-fbo-account.store.ts'

interface LockedAccounts {
  readonly mode: LockMode
  readonly accountsById: ReadonlyMap<string, LockedFboAccount>
}

/** Changes accounts that are at a version that `If-Match` names. */
export const UPDATE_FBO_ACCOUNT: Change<
  FboAccountUpdate,
  LockedAccounts,
  AccountChange<FboAccountRow>
> = {
  name: 'update_fbo_account',
  batching: { conflictKeysOf: ({ id }) => [id] },
  lock: async (tx, updates, mode) => {
    const ids = updates.map(({ id }) => id)
    return { mode, accountsById: await lockAccounts(tx, ids, mode) }
  },
  judge: judgeUpdateFboAccount,
  write: (tx, accepted) => writeAccounts(tx, accepted.filter(isChanged)),
  events: (accepted) =>
    accepted
      .filter(isChanged)
      .map((one) => accountChangeEvent(one, 'fbo_account.updated', one.result)),
}

function judgeUpdateFboAccount(
  { input: { id, ifMatch, changes } }: ChangeRequest<FboAccountUpdate>,
  { mode, accountsById }: LockedAccounts,
  { nowMs }: DecisionTime,
) {
  const locked = accountsById.get(id)
  if (locked === undefined) return mode === 'skip_locked' ? RETRY_UNBATCHED : fboAccountNotFound()
  const { isErased, ...row } = locked
  const { version } = row
  const stale = versionRefusal('account', { version, ifMatch })
  if (stale !== undefined) return stale
  if (isErased) return fboAccountErased()
  const phone = typeof changes.phone === 'string' ? { phone: asciiDigits(changes.phone) } : {}
  const changed = { ...row, ...changes, ...phone }
  const changedMembers = changedMembersOf(row, changed)
  // If no value changes, the version stays, and nothing is written.
  const account = changedMembers.length === 0 ? row : { ...changed, version: version + 1 }
  return { account, changedMembers, at: new Date(nowMs) }
}

function isChanged({ result }: Accepted<FboAccountUpdate, AccountChange<FboAccountRow>>): boolean {
  return result.changedMembers.length > 0
}
