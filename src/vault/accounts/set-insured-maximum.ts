import { unbatchedChange } from '../../database/changes/unbatched-change.ts'
import { type RecordToChange, versionRefusal } from '../../domain/versions.ts'
import { writeStandings } from './account-standing.store.ts'
import { type StandingChange, standingEvent } from './account-standing.ts'
import { fboAccountErased, fboAccountNotFound } from './fbo-account.ts'
import { lockAccounts } from './update-fbo-account.ts'

interface InsuredMaximum extends RecordToChange {
  readonly maxInsuredValueCents: string
  readonly reason: string
}

/** Sets the maximum insured value of an account. The same value changes nothing. */
export const SET_INSURED_MAXIMUM = unbatchedChange({
  name: 'set_insured_maximum',
  lock: (tx, { id }: InsuredMaximum) => ({ accountsById: lockAccounts(tx, [id]) }),
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
})

function changedStandings(change: StandingChange): StandingChange[] {
  return change.before.version === change.account.version ? [] : [change]
}
