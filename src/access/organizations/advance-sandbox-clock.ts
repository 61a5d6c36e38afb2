import { Type } from 'typebox'
import { lockOrganization } from '../../database/changes/locks.ts'
import type { OrganizationTransaction } from '../../database/changes/organization-transaction.ts'
import { rowOf } from '../../database/changes/row-of.ts'
import type { Caller } from '../../domain/caller.ts'
import { refusalOf } from '../../domain/errors.ts'
import { eventOf } from '../../domain/events.ts'
import { namedObject } from '../../domain/fields.ts'
import { CLOCK_ADVANCE_SECONDS_MAX, CLOCK_ADVANCED_SECONDS_MAX } from '../../domain/limits.ts'
import { change } from '../../http/change.ts'
import { recordResponse } from '../../http/operation-contract.ts'

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

export const advanceSandboxClockRoute = change({
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
  lock: (tx) => ({ organization: lockOrganization(tx), before: advancedBefore(tx) }),
  judge: ({ input: { body } }, { before }, { nowMs }) => {
    const left = CLOCK_ADVANCED_SECONDS_MAX - (before?.seconds ?? 0)
    return body.seconds > left ? tooFar(left) : { seconds: body.seconds, at: new Date(nowMs) }
  },
  write: (tx, { caller, result: { seconds } }) => moveDueTimes(tx, seconds, caller),
  events: (one) =>
    eventOf(one, 'organization.clock_advanced', {
      occurredAt: one.result.at,
      subject: { type: 'organization', id: one.caller.organizationId },
      data: { advancedSeconds: one.result.seconds },
    }),
  respond: ({ seconds: advancedSeconds }) => ({ body: { data: { advancedSeconds } } }),
})

/** Dates before Christ would follow, which nobody can read. */
function tooFar(left: number) {
  const detail =
    `seconds must be at most ${left}, since the clock of a test organization is advanced by a ` +
    'hundred years in all: make another one to go on.'
  return refusalOf([{ pointer: '/seconds', code: 'invalid_value', detail }], 'request')
}

/** Sum of all advances: their events stay, also behind a wipe. */
const advancedBefore = rowOf<{ seconds: number }, []>(`
  select coalesce(sum((data ->> 'advancedSeconds')::float8), 0)::float8 as seconds
  from events
  where organization_id = $1 and subject_id = $1 and type = 'organization.clock_advanced'`)

/** SQL of an instant that many seconds, `$2`, before that of the column. */
const sooner = (column: string) =>
  `${column} = to_timestamp(extract(epoch from ${column} - to_timestamp(0))::float8 - $2::float8)`

interface Due {
  readonly table: string
  /** Columns from which something becomes due, or old; null stays null. */
  readonly columns: readonly string[]
  /** The rows that are moved. */
  readonly where: string
  /** The caller goes on with its own. */
  readonly spares?: 'tokenId' | 'sessionId'
}

/** In the order of the locks of other changes: people's sessions, tokens, records. */
const DUE: readonly Due[] = [
  {
    table: 'sessions',
    columns: ['created_at', 'last_used_at', 'expires_at'],
    where: 'ended_at is null',
    spares: 'sessionId',
  },
  { table: 'access_tokens', columns: ['signed_in_at'], where: 'signed_in_at is not null' },
  {
    table: 'access_tokens',
    columns: ['expires_at'],
    where: 'revoked_at is null',
    spares: 'tokenId',
  },
  { table: 'transfer_batches', columns: ['expires_at'], where: "status = 'pending'" },
  { table: 'revaluations', columns: ['expires_at'], where: "status = 'pending'" },
  {
    table: 'idempotency_keys',
    columns: ['created_at'],
    // A retry of this request must not advance the clock again.
    where: "operation <> 'advanceSandboxClock'",
  },
  {
    table: 'webhook_endpoints',
    columns: ['previous_secret_ends_at'],
    where: 'previous_secret_ends_at is not null',
  },
  {
    table: 'webhook_endpoint_health',
    columns: ['failing_since'],
    where: 'failing_since is not null',
  },
  { table: 'webhook_deliveries', columns: ['next_attempt_at'], where: "status = 'pending'" },
]

/**
 * Moves what is due in the organization so many seconds nearer, and ages as much older.
 * The clock of the database is that of all organizations, and stays.
 */
function moveDueTimes(
  tx: OrganizationTransaction,
  seconds: number,
  caller: Pick<Caller, 'tokenId' | 'sessionId'>,
): void {
  for (const { table, columns, where, spares } of DUE) {
    const text = `
      update ${table} set ${columns.map(sooner).join(', ')}
      where organization_id = $1 and ${where}`
    if (spares === undefined) void tx.run(text, [seconds])
    else void tx.run(`${text} and id is distinct from $3`, [seconds, caller[spares] ?? null])
  }
}
