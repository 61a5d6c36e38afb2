import type { Change } from '../database/changes/change.ts'
import { lockOrganization } from '../database/changes/lock-organization.store.ts'
import { eventOf } from '../domain/events.ts'
import { moveDueTimes } from './advance-sandbox-clock.store.ts'

interface Advance {
  readonly seconds: number
}

interface Advanced extends Advance {
  readonly at: Date
}

/** Lets time pass for a test organization. */
export const ADVANCE_CLOCK: Change<Advance, null, Advanced> = {
  name: 'advance_sandbox_clock',
  lock: async (tx) => {
    await lockOrganization(tx)
    return null
  },
  judge: ({ input: { seconds } }, _, { nowMs }) => ({ seconds, at: new Date(nowMs) }),
  write: (tx, accepted) => {
    for (const { caller, result } of accepted) {
      moveDueTimes(tx, result.seconds, caller)
    }
  },
  events: (accepted) =>
    accepted.map((one) =>
      eventOf(one, 'organization.clock_advanced', {
        occurredAt: one.result.at,
        subject: { type: 'organization', id: one.caller.organizationId },
        data: { advancedSeconds: one.result.seconds },
      }),
    ),
}
