import { unbatched } from '../database/changes/change.ts'
import { type IfMatch, versionRefusal } from '../domain/versions.ts'
import { writeStandings } from './account-standing.store.ts'
import { type StandingChange, standingEvent } from './account-standing.ts'
import { fboAccountErased, fboAccountNotFound } from './fbo-account.ts'
import { lockForPrimary } from './make-primary.store.ts'
import type { LockedFboAccount } from './update-fbo-account.store.ts'

interface Primary {
  readonly id: string
  /** The versions of the account that may be changed. */
  readonly ifMatch: IfMatch
  readonly reason: string
}

interface MadePrimary extends StandingChange {
  /** Each change: of the account that was the primary one, if any, then of this one. */
  readonly changes: readonly StandingChange[]
}

/** Makes an account the primary one in place of another. The primary one already stays as it is. */
export const MAKE_PRIMARY = unbatched<Primary, readonly LockedFboAccount[], MadePrimary>({
  name: 'make_primary',
  lock: (tx, { id }) => lockForPrimary(tx, id),
  judge: ({ input: { id, ifMatch } }, accounts, { nowMs }) => {
    const locked = accounts.find((account) => account.id === id)
    if (locked === undefined) return fboAccountNotFound()
    const { isErased, ...before } = locked
    const stale = versionRefusal('account', { version: before.version, ifMatch })
    if (stale !== undefined) return stale
    if (isErased) return fboAccountErased()
    const at = new Date(nowMs)
    if (before.isPrimary) return { before, account: before, at, changes: [] }
    const former = accounts.filter(({ isPrimary }) => isPrimary)
    const changes = [
      ...former.map((row) => ({ before: row, account: next(row, false), at })),
      { before, account: next(before, true), at },
    ]
    return { before, account: next(before, true), at, changes }
  },
  // The former one first: at no moment are there two.
  write: (tx, one) => writeStandings(tx, one.result.changes, one),
  events: (one) =>
    one.result.changes.map((change) =>
      standingEvent(one, 'fbo_account.primary_changed', change, 'isPrimary'),
    ),
})

function next<Row extends { readonly version: number }>(row: Row, isPrimary: boolean): Row {
  return { ...row, isPrimary, version: row.version + 1 }
}
