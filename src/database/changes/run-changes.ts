import type { Sql } from 'postgres'
import { invalidToken } from '../../domain/errors.ts'
import {
  type Accepted,
  type Change,
  type ChangeOutcome,
  DECIDE_ALONE,
  DUE,
  type LockMode,
  type Moment,
  type RequestedChange,
} from './change.ts'
import { type KeptResponse, keepResponses, keyStandings } from './idempotency-keys.ts'
import { inOrganization, type OrganizationTransaction } from './organization-transaction.ts'
import { writeEvents } from './write-events.ts'

/** What became of a request: it was decided, or has to wait for rows; an error is thrown. */
export type Decision<Result> = ChangeOutcome<Result> | Error | typeof DECIDE_ALONE

// Sent behind the locks, so that it sees what happened while they were waited for. The time is that
// of the statement's start: it is stable, so that indexes serve it.
const MOMENT = `
  select extract(epoch from statement_timestamp()) * 1000 as now_ms,
    array(
      select id from access_tokens
      where organization_id = $1 and id = any($2::text[]) and revoked_at is null
        and expires_at > statement_timestamp()
    ) as live_token_ids,
    exists (
      select from transfer_batches
      where organization_id = $1 and status = 'pending' and expires_at <= statement_timestamp()
    ) or exists (
      select from transfer_batches where organization_id = $1 and system_review = 'due'
    ) as has_due`

interface MomentRow {
  readonly nowMs: string
  readonly liveTokenIds: readonly string[]
  readonly hasDue: boolean
}

/**
 * Decides requests of one organization in one transaction of two round trips: BEGIN, and all that
 * the judgement needs, locked; then the writes, the responses under their keys, the events, and
 * COMMIT.
 *
 * The token of each request must be live at that moment: a token that was revoked while its request
 * waited decides nothing.
 * @returns what became of each, in their order
 */
export async function runChanges<Input, Facts, Result>(
  sql: Sql,
  change: Change<Input, Facts, Result>,
  requests: readonly RequestedChange<Input, Result>[],
  mode: LockMode,
): Promise<Decision<Result>[]> {
  const [first] = requests as readonly [RequestedChange<Input, Result>]
  return await inOrganization(sql, first.caller.organizationId, async (tx) => {
    const keys = requests.flatMap(({ key }) => key ?? [])
    const inputs = requests.map(({ input }) => input)
    // Sent in this order, before any of them is waited for.
    const [{ standings, hasOld }, facts, { moment, liveTokenIds }] = await Promise.all([
      keyStandings(tx, keys),
      change.lock(tx, inputs, mode),
      readMoment(tx, requests),
    ])
    let keyed = 0
    let isSpoilt = false
    const decisions = requests.map((request): Decision<Result> => {
      const decidedByKey = request.key && standings[keyed++]
      const { tokenId } = request.caller
      if (tokenId !== null && !liveTokenIds.has(tokenId)) return invalidToken()
      if (decidedByKey !== undefined) return decidedByKey
      if (isSpoilt) return DECIDE_ALONE
      try {
        return judged(change, request, facts, moment)
      } catch (error) {
        // It may have spoilt the facts: the requests behind it are decided alone.
        isSpoilt = true
        return error instanceof Error ? error : new Error('a judge threw', { cause: error })
      }
    })
    const accepted: Accepted<Input, Result>[] = []
    const kept: KeptResponse[] = []
    for (const [index, { caller, requestId, input, key, isDryRun }] of requests.entries()) {
      const decision = decisions[index] as Decision<Result>
      if (decision === DECIDE_ALONE || decision instanceof Error) continue
      if (decision.kind !== 'decided' || isDryRun) continue
      accepted.push({ caller, requestId, input, result: decision.result })
      if (key !== undefined) kept.push({ key, response: decision.response })
    }
    if (accepted.length === 0) return { end: 'roll_back', value: decisions }
    // The events come last, also those of triggers: they make the organization's others wait.
    keepResponses(tx, kept, hasOld)
    change.write(tx, accepted)
    // The transaction reports the failure of its statements.
    writeEvents(tx, change.events(accepted)).catch(() => undefined)
    return { end: 'commit', value: decisions }
  })
}

async function readMoment<Input, Result>(
  tx: OrganizationTransaction,
  requests: readonly RequestedChange<Input, Result>[],
) {
  const tokenIds = new Set(requests.flatMap(({ caller }) => caller.tokenId ?? []))
  const [row] = await tx.run<MomentRow>(MOMENT, [[...tokenIds]])
  const { nowMs, liveTokenIds, hasDue } = row as MomentRow
  const moment: Moment = { nowMs: Math.floor(Number(nowMs)), hasDue }
  return { moment, liveTokenIds: new Set(liveTokenIds) }
}

function judged<Input, Facts, Result>(
  change: Change<Input, Facts, Result>,
  request: RequestedChange<Input, Result>,
  facts: Facts,
  moment: Moment,
): Decision<Result> {
  const hasDue = moment.hasDue && !request.isDueProcessed
  const judgement = change.judge(request, facts, { ...moment, hasDue })
  if (judgement === DECIDE_ALONE) return DECIDE_ALONE
  if (judgement instanceof Error) return judgement
  if (judgement === DUE) return { kind: 'due' }
  const result = judgement as Result
  return { kind: 'decided', response: request.respond(result), result }
}
