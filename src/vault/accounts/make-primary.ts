import { unbatchedChange } from '../../database/changes/unbatched-change.ts'
import { type RecordToChange, versionRefusal } from '../../domain/versions.ts'
import { writeStandings } from './account-standing.store.ts'
import { type StandingChange, standingEvent } from './account-standing.ts'
import { fboAccountErased, fboAccountNotFound } from './fbo-account.ts'
import { lockForPrimary } from './make-primary.store.ts'

interface Primary extends RecordToChange {
  readonly reason: string
}

/** Makes an account the primary one in place of another. The primary one already stays as it is. */
export const MAKE_PRIMARY = unbatchedChange({
  name: 'make_primary',
  lock: (tx, { id }: Primary) => ({ accounts: lockForPrimary(tx, id) }),
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
})

function next<Row extends { readonly version: number }>(row: Row, isPrimary: boolean): Row {
  return { ...row, isPrimary, version: row.version + 1 }
}
