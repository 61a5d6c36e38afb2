import { invalidToken } from '../../domain/errors.ts'
import type { OrganizationSql } from '../postgres/sql.ts'
import {
  type Accepted,
  BLOCKED_BY_EXPIRED,
  type Change,
  type ChangeOutcome,
  type DecisionTime,
  lockedFacts,
  type RequestedChange,
} from './change.ts'
import { lookUpKeys, storeResponses } from './idempotency-keys.ts'
import {
  inOrganization,
  joiningRows,
  type OrganizationTransaction,
} from './organization-transaction.ts'
import { writeEvents } from './write-events.ts'

/** A request to decide once more, in a transaction of its own: the shared one failed for it. */
export const DECIDE_ALONE = Symbol('decide alone')

/** The fate of a request; an error is thrown. */
export type Decision<Result> = ChangeOutcome<Result> | Error | typeof DECIDE_ALONE

/** Requests that share a transaction wait so long for a row; then each is decided alone. */
export const SHARED_WAIT_MS = 100

const WAIT_BRIEFLY = `
  select set_config('lock_timeout', '${SHARED_WAIT_MS}', true) where $1::text is not null`

// Sent behind the locks, so that it sees what happened while they were waited for. The time is that
// of the statement's start: it is stable, so that indexes serve it.
const timeText = (tokens: string, hasExpired: string, also = '') => `
  select extract(epoch from statement_timestamp()) * 1000 as now_ms,
    array(
      select id from access_tokens
      where organization_id = $1 and ${tokens} and revoked_at is null
        and expires_at > statement_timestamp()
    ) as live_token_ids,
    ${hasExpired} as has_expired${also}`

const HAS_EXPIRED = `exists (
      select from transfer_batches
      where organization_id = $1 and status = 'pending' and expires_at <= statement_timestamp()
    ) or exists (
      select from transfer_batches where organization_id = $1 and system_review = 'due'
    )`

// Behind the rows, requests wait as ever: another's transaction may hold the lock of events. Null
// stands for the setting of the connection.
const sharedText = (hasExpired: string) =>
  timeText('id = any($2::text[])', hasExpired, ", set_config('lock_timeout', null, true)")

const DECISION_TIME = {
  plain: { alone: timeText('id = $2', 'false'), shared: sharedText('false') },
  expired: { alone: timeText('id = $2', HAS_EXPIRED), shared: sharedText(HAS_EXPIRED) },
}

interface DecisionTimeRow {
  readonly nowMs: string
  readonly liveTokenIds: readonly string[]
  readonly hasExpired: boolean
}

/**
 * Decides requests of one organization in one transaction of two round trips: BEGIN, and all that
 * the judgement needs, locked; then the writes, the responses under their keys, the events, and
 * COMMIT.
 *
 * The token of each request must be live at that time: a token that was revoked while its request
 * waited decides nothing.
 * @returns what became of each, in their order
 */
export async function runChanges<Input, Facts, Result>(
  sql: OrganizationSql,
  change: Change<Input, Facts, Result>,
  requests: readonly RequestedChange<Input, Result>[],
): Promise<Decision<Result>[]> {
  const [first] = requests as readonly [RequestedChange<Input, Result>]
  return await inOrganization(sql, first.caller.organizationId, async (tx) => {
    const keys = requests.flatMap(({ key }) => key ?? [])
    const inputs = requests.map(({ input }) => input)
    const callers = requests.map(({ caller }) => caller)
    const isShared = requests.length > 1
    if (isShared) void tx.run(WAIT_BRIEFLY, [])
    // Sent in this order, before any of them is waited for.
    const [{ states, hasOld }, facts, { time, liveTokenIds }] = await Promise.all([
      lookUpKeys(tx, keys),
      lockedFacts(change, tx, inputs, callers),
      readDecisionTime(tx, change, requests),
    ])
    let keyed = 0
    let hasJudgeThrown = false
    const decisions = requests.map((request): Decision<Result> => {
      const decidedByKey = request.key && states[keyed++]
      const { tokenId } = request.caller
      if (tokenId !== null && !liveTokenIds.has(tokenId)) return invalidToken()
      if (decidedByKey !== undefined) return decidedByKey
      if (hasJudgeThrown) return DECIDE_ALONE
      try {
        return judged(change, request, facts, time)
      } catch (error) {
        // It may have left the facts half changed: the requests behind it are decided alone.
        hasJudgeThrown = true
        return error instanceof Error ? error : new Error('a judge threw', { cause: error })
      }
    })
    const accepted: Accepted<Input, Result>[] = []
    const stored: Parameters<typeof storeResponses>[1][number][] = []
    for (const [index, { caller, requestId, input, key, isDryRun }] of requests.entries()) {
      const decision = decisions[index] as Decision<Result>
      if (decision === DECIDE_ALONE || decision instanceof Error) continue
      if (decision.kind !== 'decided' || isDryRun) continue
      accepted.push({ caller, requestId, input, result: decision.result })
      if (key !== undefined) stored.push({ key, response: decision.response })
    }
    if (accepted.length === 0) return { end: 'roll_back', value: decisions }
    // The events come last: they make the organization's other changes wait.
    storeResponses(tx, stored, hasOld)
    const { joining, sendJoined } = joiningRows(tx)
    for (const one of accepted) change.write(accepted.length > 1 ? joining : tx, one)
    sendJoined()
    // The transaction reports the failure of its statements.
    writeEvents(tx, accepted.flatMap(change.events)).catch(() => undefined)
    return { end: 'commit', value: decisions }
  })
}

async function readDecisionTime<Input, Result>(
  tx: OrganizationTransaction,
  { seesExpired }: Pick<Change<Input, unknown, Result>, 'seesExpired'>,
  requests: readonly RequestedChange<Input, Result>[],
) {
  const texts = DECISION_TIME[seesExpired ? 'expired' : 'plain']
  const tokenIds = requests.map(({ caller }) => caller.tokenId)
  const [text, tokens] =
    tokenIds.length === 1 ? [texts.alone, tokenIds] : [texts.shared, [[...new Set(tokenIds)]]]
  const [row] = await tx.run<DecisionTimeRow>(text, tokens)
  const { nowMs, liveTokenIds, hasExpired } = row as DecisionTimeRow
  const time: DecisionTime = { nowMs: Math.floor(Number(nowMs)), hasExpired }
  return { time, liveTokenIds: new Set(liveTokenIds) }
}

function judged<Input, Facts, Result>(
  change: Change<Input, Facts, Result>,
  request: RequestedChange<Input, Result>,
  facts: Facts,
  time: DecisionTime,
): Decision<Result> {
  const hasExpired = time.hasExpired && !request.isAfterExpiry
  const judgement = change.judge(request, facts, { ...time, hasExpired })
  if (judgement instanceof Error) return judgement
  if (judgement === BLOCKED_BY_EXPIRED) return { kind: 'blocked_by_expired' }
  const result = judgement as Result
  return { kind: 'decided', response: request.respond(result), result }
}
