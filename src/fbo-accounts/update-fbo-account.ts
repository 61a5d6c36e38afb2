import {
  type Change,
  type ChangeRequest,
  type LockMode,
  RETRY_UNBATCHED,
} from '../database/changes/change.ts'
import { versionRefusal } from '../domain/versions.ts'
import { type FboAccountRow, fboAccountErased, fboAccountNotFound } from './fbo-account.ts'
import {
  type FboAccountChanges,
  type FboAccountUpdate,
  type LockedFboAccount,
  lockAccounts,
  writeAccounts,
} from './update-fbo-account.store.ts'

interface LockedAccounts {
  readonly mode: LockMode
  readonly accountsById: ReadonlyMap<string, LockedFboAccount>
}

/** Changes accounts that are at a version that `If-Match` names; the result is the account. */
export const UPDATE_FBO_ACCOUNT: Change<FboAccountUpdate, LockedAccounts, FboAccountRow> = {
  name: 'update_fbo_account',
  batching: { conflictKeysOf: ({ id }) => [id] },
  lock: async (tx, updates, mode) => {
    const ids = updates.map(({ id }) => id)
    return { mode, accountsById: await lockAccounts(tx, ids, mode) }
  },
  judge: judgeUpdateFboAccount,
  write: writeAccounts,
  // A trigger writes it, with the members that changed (migration 25).
  events: () => [],
}

function judgeUpdateFboAccount(
  { input: { id, ifMatch, changes } }: ChangeRequest<FboAccountUpdate>,
  { mode, accountsById }: LockedAccounts,
) {
  const account = accountsById.get(id)
  if (account === undefined) return mode === 'skip_locked' ? RETRY_UNBATCHED : fboAccountNotFound()
  const { isErased, ...row } = account
  const { version } = row
  const stale = versionRefusal('account', { version, ifMatch })
  if (stale !== undefined) return stale
  if (isErased) return fboAccountErased()
  const changed = { ...row, ...changes }
  const fields = Object.keys(changes) as (keyof FboAccountChanges)[]
  const isChanged = fields.some((field) => changed[field] !== row[field])
  // If no value changes, the version stays: the trigger that writes the version does the same.
  return { ...changed, version: isChanged ? version + 1 : version }
}
