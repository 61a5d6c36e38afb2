import { lockOrganization } from '../../database/changes/lock-organization.store.ts'
import { unbatchedChange } from '../../database/changes/unbatched-change.ts'
import { refusalOf } from '../../domain/errors.ts'
import { eventOf } from '../../domain/events.ts'
import { CLOCK_ADVANCED_SECONDS_MAX } from '../../domain/limits.ts'
import { advancedBefore, moveDueTimes } from './advance-sandbox-clock.store.ts'

interface Advance {
  readonly seconds: number
}

/** Lets time pass for a test organization. */
export const ADVANCE_CLOCK = unbatchedChange({
  name: 'advance_sandbox_clock',
  lock: (tx, _: Advance) => ({ organization: lockOrganization(tx), before: advancedBefore(tx) }),
  judge: ({ input: { seconds } }, { before }, { nowMs }) => {
    const left = CLOCK_ADVANCED_SECONDS_MAX - (before?.seconds ?? 0)
    if (seconds > left) return tooFar(left)
    return { seconds, at: new Date(nowMs) }
  },
  write: (tx, { caller, result: { seconds } }) => moveDueTimes(tx, seconds, caller),
  events: (one) =>
    eventOf(one, 'organization.clock_advanced', {
      occurredAt: one.result.at,
      subject: { type: 'organization', id: one.caller.organizationId },
      data: { advancedSeconds: one.result.seconds },
    }),
})

/** Dates before Christ would follow, which nobody can read. */
function tooFar(left: number) {
  const detail =
    `seconds must be at most ${left}, since the clock of a test organization is advanced by a ` +
    'hundred years in all: make another one to go on.'
  return refusalOf([{ pointer: '/seconds', code: 'invalid_value', detail }], 'request')
}
