import { type Accepted, unbatched } from '../database/changes/change.ts'
import { type IfMatch, versionRefusal } from '../domain/versions.ts'
import { writeStandings } from './account-standing.store.ts'
import { type StandingChange, standingEvent } from './account-standing.ts'
import { fboAccountErased, fboAccountNotFound } from './fbo-account.ts'
import { type LockedFboAccount, lockAccounts } from './update-fbo-account.store.ts'

interface InsuredMaximum {
  readonly id: string
  /** The versions of the account that may be changed. */
  readonly ifMatch: IfMatch
  readonly maxInsuredValueCents: string
  readonly reason: string
}

/** Sets the maximum insured value of an account. The same value changes nothing. */
export const SET_INSURED_MAXIMUM = unbatched<
  InsuredMaximum,
  LockedFboAccount | undefined,
  StandingChange
>({
  name: 'set_insured_maximum',
  lock: async (tx, { id }) => (await lockAccounts(tx, [id], 'wait')).get(id),
  judge: ({ input: { ifMatch, maxInsuredValueCents } }, locked, { nowMs }) => {
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
  write: (tx, one) => {
    if (isChanged(one)) writeStandings(tx, [one.result], one)
  },
  events: (one) =>
    isChanged(one)
      ? standingEvent(one, 'fbo_account.insured_maximum_set', one.result, 'maxInsuredValueCents')
      : [],
})

function isChanged({ result }: Accepted<InsuredMaximum, StandingChange>): boolean {
  return result.before.version !== result.account.version
}
