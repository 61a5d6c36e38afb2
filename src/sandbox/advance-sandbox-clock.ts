import { lockOrganization } from '../database/changes/lock-organization.store.ts'
import { unbatchedChange } from '../database/changes/unbatched-change.ts'
import { eventOf } from '../domain/events.ts'
import { moveDueTimes } from './advance-sandbox-clock.store.ts'

interface Advance {
  readonly seconds: number
}

/** Lets time pass for a test organization. */
export const ADVANCE_CLOCK = unbatchedChange({
  name: 'advance_sandbox_clock',
  lock: (tx, _: Advance) => ({ organization: lockOrganization(tx) }),
  judge: ({ input: { seconds } }, _, { nowMs }) => ({ seconds, at: new Date(nowMs) }),
  write: (tx, { caller, result: { seconds } }) => moveDueTimes(tx, seconds, caller),
  events: (one) =>
    eventOf(one, 'organization.clock_advanced', {
      occurredAt: one.result.at,
      subject: { type: 'organization', id: one.caller.organizationId },
      data: { advancedSeconds: one.result.seconds },
    }),
})
