import assert from 'node:assert/strict'
import { startLoad } from '../load/load.ts'
import { eventually } from '../processes/embedded-directory.ts'
import type { ServiceProcess } from '../processes/service-process.ts'
import type { ApiClient, ApiResponse } from '../vault/api-client.ts'
import type { Records } from '../vault/records.ts'
import type { Sql } from '../vault/sql.ts'
import { readyByItself } from './recovery.ts'
import { isSoak, type SoakTest, soakTest } from './soak-test.ts'
import { type RequestKind, TestedRecords } from './tested-records.ts'

/** A service process whose database gets into trouble. */
export interface ServiceUnderTest {
  readonly service: ServiceProcess
  readonly api: ApiClient
  /** Connections to the database that the condition does not touch. */
  readonly sql: Sql
  readonly records: Records
  /** The longest that a response may take: waiting for a connection, connecting and running. */
  readonly responseMs: number
}

export interface Condition {
  readonly name: string
  /** The requests that get 503; the others succeed. Undefined where each may do either. */
  readonly refused?: readonly RequestKind[]
  /** The status of `/health/ready`; undefined where it depends on the moment. */
  readonly ready?: 200 | 503
  /** Time after the response in which a delayed statement may still arrive at the database. */
  readonly lateMs?: number
  /** Sends one round of requests only: the condition passes by itself. */
  readonly isBrief?: boolean
  begin(tested: ServiceUnderTest, target: TestedRecords): Promise<ActiveCondition>
}

/** A condition that has begun. */
interface ActiveCondition {
  /** Stops the requests that are part of the condition, and waits for their responses. */
  readonly stopRequests?: () => Promise<unknown>
  /** Ends the condition: the database works again. */
  readonly end: () => Promise<unknown>
}

/** Effects of a condition on the service; times in milliseconds. */
interface ConditionResult {
  readonly responses: number
  readonly refused: number
  readonly slowestMs: number
  /** Time after the last response for which a statement still ran in the database. */
  readonly leftMs: number
  readonly readyMs: number
  readonly acknowledged: number
}

/** A test of each condition, over that many rounds. */
export function testConditions(
  tested: ServiceUnderTest,
  conditions: readonly Condition[],
  { tool, rounds }: { readonly tool: string; readonly rounds: number },
): void {
  for (const condition of conditions) {
    soakTest(condition.name, tool, async (given) => {
      const results = []
      for (let round = 0; round < given.size(1, rounds); round += 1) {
        results.push(await runCondition(tested, condition, given))
      }
      return summaryOf(results)
    })
  }
}

/** Puts the service under the condition, and fails unless it behaves as the condition demands. */
async function runCondition(
  tested: ServiceUnderTest,
  condition: Condition,
  { t, size }: Pick<SoakTest, 't' | 'size'>,
): Promise<ConditionResult> {
  const { service, api, records, sql } = tested
  const target = await TestedRecords.make(api, records)
  const load = size(0, 1) ? await startLoad(api, records) : undefined
  await load?.changed(50)
  const active = await condition.begin(tested, target)
  const until = performance.now() + (condition.isBrief ? 0 : size(0, 5_000))
  const seen: Seen[] = []
  let leftMs = 0
  let left = ''
  try {
    do seen.push(...(await look(tested, condition, target)))
    while (performance.now() < until)
    await active.stopRequests?.()
    await load?.stop()
    ;({ leftMs, left } = await untilNothingRuns(sql))
  } finally {
    await active.end()
  }
  const readyMs = await readyByItself(service)
  for (const kind of REQUEST_KINDS) {
    const { status, text } = await target.send(kind)
    assert.ok(status < 300, text)
  }
  load?.assertAnswered()
  await load?.retryAll(api, sql)
  await load?.assertKept(sql)
  const result = {
    responses: seen.length + (load?.refusals.length ?? 0),
    refused: seen.filter(({ status }) => status === 503).length + (load?.refusals.length ?? 0),
    slowestMs: Math.round(Math.max(...seen.map(({ tookMs }) => tookMs))),
    leftMs: Math.round(leftMs),
    readyMs,
    acknowledged: load?.acknowledged ?? 0,
  }
  t.diagnostic(`${condition.name}: ${JSON.stringify(result)}`)
  assert.ok(result.slowestMs <= tested.responseMs, `response after ${result.slowestMs} ms`)
  assert.ok(
    leftMs <= LEFT_MAX_MS + (condition.lateMs ?? 0),
    `ran on for ${leftMs} ms after the responses: ${left}`,
  )
  assert.ok(readyMs <= READY_MAX_MS, `ready only ${readyMs} ms after the database`)
  return result
}

/** The results of all rounds of a test in two sentences. */
function summaryOf(rounds: readonly ConditionResult[]): { count: string; result: string } {
  const of = (figure: keyof ConditionResult) => rounds.map((round) => round[figure])
  const sum = (figure: keyof ConditionResult) => of(figure).reduce((one, other) => one + other, 0)
  const max = (figure: keyof ConditionResult) => Math.max(...of(figure))
  const readyMs = of('readyMs').toSorted((one, other) => one - other)
  const median = readyMs[Math.floor(readyMs.length / 2)]
  const count = `${rounds.length} rounds, ${sum('responses')} responses, ${sum('refused')} of them 503`
  const result =
    `each within ${max('slowestMs')} ms, live all the time; ready again after ${median} ms ` +
    `(median), ${max('readyMs')} ms (max); no statement ran ${max('leftMs') + 1} ms later; ` +
    `${sum('acknowledged')} changes acknowledged, none lost`
  return { count, result }
}

const REQUEST_KINDS = ['read', 'update', 'create'] as const

/** Time for a backend to notice that its client is gone. */
const LEFT_MAX_MS = 500
/** Alone on its machine; beside other test files a processor may be away for a while. */
const READY_MAX_MS = isSoak ? 1_000 : 3_000

interface Seen {
  readonly status: number
  readonly tookMs: number
}

/** Sends every kind of request once, and fails where the condition does not allow the response. */
async function look(
  tested: ServiceUnderTest,
  condition: Condition,
  target: TestedRecords,
): Promise<Seen[]> {
  const { refused, ready } = condition
  const began = performance.now()
  const took = () => performance.now() - began
  const responses = REQUEST_KINDS.map(async (kind): Promise<Seen> => {
    const response = await target.send(kind)
    const tookMs = took()
    assertServedOrUnavailable(response)
    if (refused !== undefined) {
      assert.equal(response.status === 503, refused.includes(kind), `${kind}: ${response.text}`)
    }
    return { status: response.status, tookMs }
  })
  const live = health(tested.service, 'live').then((status) => {
    assert.equal(status, 200)
    if (isSoak) assert.ok(took() <= 1_000, `live only after ${took()} ms`)
  })
  // A busy machine can be too late for one check.
  const isSoReady = eventually(
    async () => ready === undefined || (await health(tested.service, 'ready')) === ready,
    `the service to be ready: ${ready}`,
  )
  const [seen] = await Promise.all([Promise.all(responses), live, isSoReady])
  return seen
}

/** Fails unless the request succeeded, or got a 503 that says when to retry. */
export function assertServedOrUnavailable({ status, body, headers, text }: ApiResponse): void {
  if (status < 300) return
  assert.deepEqual([status, body.code], [503, 'temporarily_unavailable'], text)
  assert.match(headers.get('retry-after') ?? '', /^[1-9]\d*$/)
}

async function health(service: ServiceProcess, of: 'live' | 'ready'): Promise<number> {
  const response = await fetch(`${service.url}/health/${of}`)
  await response.text()
  return response.status
}

/** Statements of work in the background; each of its kinds begins with `TRY_LOCK`. */
const BACKGROUND = 'event_seals|search_progress|pg_try_advisory_xact_lock\\(\\$2'

/**
 * Waits until the service runs nothing in the database, but for its work in the background; how
 * long that took. A transaction that notes words has locked the progress of that.
 */
async function untilNothingRuns(sql: Sql): Promise<{ leftMs: number; left: string }> {
  const began = performance.now()
  let leftMs = 0
  let left = ''
  await eventually(
    async () => {
      const rows = await sql`
        select state, wait_event as waits_for, now() - xact_start as since, regexp_replace(query, '\\s+', ' ', 'g') as query
        from pg_stat_activity
        where datname = current_database() and application_name = 'vault-inventory service'
          and state <> 'idle' and query !~ ${BACKGROUND}
          and not exists (
            select from pg_locks
            where pg_locks.pid = pg_stat_activity.pid and relation = 'search_progress'::regclass)`
      if (rows.length === 0) return true
      left = JSON.stringify(rows)
      leftMs = performance.now() - began
      return false
    },
    'every statement to have ended',
    30_000,
  ).catch(async (error) => {
    // Leave nothing that runs for the next condition.
    await sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'vault-inventory service'`
    throw new Error(`${error}: ${left}`)
  })
  return { leftMs, left }
}
