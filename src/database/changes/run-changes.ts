import type { Sql } from 'postgres'
import { invalidToken, Refusal } from '../../domain/errors.ts'
import {
  type Accepted,
  type Change,
  type ChangeOutcome,
  type ChangeResponse,
  DUE,
  LOCKED,
  type LockMode,
  type Moment,
  type RequestedChange,
} from './change.ts'
import { type KeyStanding, keepResponses, keyStandings } from './idempotency-keys.ts'
import {
  inOrganization,
  type OrganizationTransaction,
  runStatement,
} from './organization-transaction.ts'

/** What became of a request: LOCKED was not decided, all else was; an error is thrown. */
export type Decision<Result> = ChangeOutcome<Result> | Error | typeof LOCKED

/** What became of a request that was not passed over. @throws {Refusal} */
export function outcomeOf<Result>(decision: Decision<Result>): ChangeOutcome<Result> {
  if (decision instanceof Error) throw decision
  if (decision === LOCKED) throw new Error('a request that may wait for rows was not decided')
  return decision
}

// Sent behind the locks, so that it sees what happened while they were waited for. Its own time is
// the moment at which it began, and a stable one, so that indexes serve it.
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
 * Decides requests of one organization in one transaction: what is to be known,
 * locked; then, once it is judged, what is to be written, the responses under their keys, and
 * COMMIT.
 *
 * Whoever asks must have a token that is live at that moment: a token that was revoked while its
 * request waited decides nothing.
 * @returns what became of each, in their order
 */
export async function runChanges<Input, Facts, Result>(
  sql: Sql,
  change: Change<Input, Facts, Result>,
  requests: readonly RequestedChange<Input, Result>[],
  mode: LockMode,
): Promise<Decision<Result>[]> {
  const [first] = requests as readonly [RequestedChange<Input, Result>]
  const isUnkeyed = requests.every(({ key }) => key === undefined)
  if (mode === 'skip_locked' && isUnkeyed && change.atOnce !== undefined) {
    const results = await change.atOnce(
      (text, parameters) => runStatement(first.caller, sql, text, parameters),
      requests,
    )
    const left = requests.filter((_, place) => results[place] === undefined)
    // Why those were not changed is found out under the locks. What fails there fails none of those
    // that are committed already: these are decided alone then.
    const others = await runLeft(sql, change, left).catch(() =>
      left.map((): typeof LOCKED => LOCKED),
    )
    return requests.map((request, place) => {
      const result = results[place]
      if (result === undefined) return others.shift() as Decision<Result>
      return { kind: 'decided', response: request.respond(result), result }
    })
  }
  return await runTransaction(sql, change, requests, mode)
}

async function runLeft<Input, Facts, Result>(
  sql: Sql,
  change: Change<Input, Facts, Result>,
  requests: readonly RequestedChange<Input, Result>[],
): Promise<Decision<Result>[]> {
  return requests.length === 0 ? [] : await runTransaction(sql, change, requests, 'skip_locked')
}

async function runTransaction<Input, Facts, Result>(
  sql: Sql,
  change: Change<Input, Facts, Result>,
  requests: readonly RequestedChange<Input, Result>[],
  mode: LockMode,
): Promise<Decision<Result>[]> {
  const [first] = requests as readonly [RequestedChange<Input, Result>]
  const { organizationId } = first.caller
  return await inOrganization(sql, organizationId, async (tx) => {
    const keys = requests.flatMap(({ key }) => key ?? [])
    const inputs = requests.map(({ input }) => input)
    // Sent in this order, before any of them is waited for.
    const [{ standings, hasOld }, facts, { moment, liveTokenIds }] = await Promise.all([
      keyStandings(tx, keys),
      change.lock(tx, inputs, mode),
      lookAtMoment(tx, requests),
    ])
    let keyed = 0
    let isSpoilt = false
    const decisions = requests.map((request): Decision<Result> => {
      const standing = request.key && (standings[keyed++] as KeyStanding)
      const { tokenId } = request.caller
      if (tokenId !== null && !liveTokenIds.has(tokenId)) return invalidToken()
      const early = decided(request, standing)
      if (early !== undefined) return early
      if (isSpoilt) return LOCKED
      try {
        return judged(change, request, { facts, moment })
      } catch (error) {
        // It harms only itself: those behind it are not judged by facts that it may have spoilt.
        isSpoilt = true
        return error instanceof Error ? error : new Error('a judge threw', { cause: error })
      }
    })
    const end = write(tx, change, { requests, decisions, hasOld }) ? 'commit' : 'roll_back'
    return { end, value: decisions }
  })
}

async function lookAtMoment<Input, Result>(
  tx: OrganizationTransaction,
  requests: readonly RequestedChange<Input, Result>[],
) {
  const tokenIds = new Set(requests.flatMap(({ caller }) => caller.tokenId ?? []))
  const [row] = await tx.run<MomentRow>(MOMENT, [[...tokenIds]])
  const { nowMs, liveTokenIds, hasDue } = row as MomentRow
  const moment: Moment = { nowMs: Math.floor(Number(nowMs)), hasDue }
  return { moment, liveTokenIds: new Set(liveTokenIds) }
}

/** What the key alone decides; undefined where the change is to be judged. */
function decided<Input, Result>(
  { key }: RequestedChange<Input, Result>,
  standing: KeyStanding | undefined,
): Decision<Result> | undefined {
  if (key === undefined || standing === undefined) return undefined
  switch (standing.kind) {
    case 'free':
      return undefined
    case 'kept':
      return { kind: 'kept', response: standing.response }
    case 'reused':
      return new Refusal('idempotency_key_reused', {
        detail: 'The Idempotency-Key was used for another request: use a new one for this one.',
      })
    case 'in_progress':
      return new Refusal('idempotency_in_progress', {
        detail:
          'A request with this Idempotency-Key is being answered: send it again after a moment.',
        headers: { 'Retry-After': '1' },
      })
  }
}

function judged<Input, Facts, Result>(
  change: Change<Input, Facts, Result>,
  request: RequestedChange<Input, Result>,
  { facts, moment }: { facts: Facts; moment: Moment },
): Decision<Result> {
  const hasDue = moment.hasDue && !request.isDueProcessed
  const judgement = change.judge(request, facts, { ...moment, hasDue })
  if (judgement === LOCKED) return LOCKED
  if (judgement === DUE) return { kind: 'due' }
  if (judgement instanceof Error) return judgement
  const result = judgement as Result
  return { kind: 'decided', response: request.respond(result), result }
}

interface Decided<Input, Result> {
  readonly requests: readonly RequestedChange<Input, Result>[]
  readonly decisions: readonly Decision<Result>[]
  /** Whether responses are kept that are too old. */
  readonly hasOld: boolean
}

/** Sends what is to be written. @returns whether there is anything to commit */
function write<Input, Facts, Result>(
  tx: OrganizationTransaction,
  change: Change<Input, Facts, Result>,
  { requests, decisions, hasOld }: Decided<Input, Result>,
): boolean {
  const accepted: Accepted<Input, Result>[] = []
  const kept: { key: NonNullable<(typeof requests)[number]['key']>; response: ChangeResponse }[] =
    []
  for (const [index, { caller, input, key, isDryRun }] of requests.entries()) {
    const decision = decisions[index] as Decision<Result>
    if (decision === LOCKED || decision instanceof Error) continue
    if (decision.kind !== 'decided' || isDryRun) continue
    accepted.push({ caller, input, result: decision.result })
    if (key !== undefined) kept.push({ key, response: decision.response })
  }
  if (accepted.length === 0) return false
  change.write(tx, accepted)
  keepResponses(tx, kept, hasOld)
  return true
}
