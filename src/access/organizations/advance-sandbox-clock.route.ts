import { Type } from 'typebox'
import { namedObject } from '../../domain/fields.ts'
import { CLOCK_ADVANCE_SECONDS_MAX } from '../../domain/limits.ts'
import { changeOperation } from '../../http/change-operation.ts'
import { recordResponse } from '../../http/operation-contract.ts'
import { ADVANCE_CLOCK } from './advance-sandbox-clock.ts'

const seconds = Type.Integer({
  description: 'The seconds that pass: at most a year.',
  minimum: 1,
  maximum: CLOCK_ADVANCE_SECONDS_MAX,
  examples: [86_400],
})

const CLOCK_ADVANCE = namedObject('ClockAdvance', 'How much time passes.', { seconds })

const ADVANCED_CLOCK = namedObject('AdvancedClock', 'How much time has passed.', {
  advancedSeconds: seconds,
})

export const advanceSandboxClockRoute = changeOperation({
  operationId: 'advanceSandboxClock',
  description:
    'Lets time pass for a test organization: pending transfers and revaluations, tokens but the ' +
    "caller's own, sessions, sign-ins, Idempotency-Keys, and webhook retries are as they would " +
    'be after so many seconds. Moments that were recorded stay.',
  path: '/v1/sandbox/clock/advance',
  permission: 'organization_policies:update',
  testOnly: true,
  body: CLOCK_ADVANCE,
  success: recordResponse('The time that has passed.', ADVANCED_CLOCK),
  refusals: ['test_organization_required'],
  change: ADVANCE_CLOCK,
  input: ({ body }) => body,
  respond: ({ seconds: advancedSeconds }) => ({ body: { data: { advancedSeconds } } }),
})
