import assert from 'node:assert/strict'
import type { Sql } from 'postgres'
import { startLoad } from '../load/load.ts'
import { eventually } from '../processes/embedded-directory.ts'
import type { ServiceProcess } from '../processes/service-process.ts'
import type { ApiClient, ApiResponse } from '../vault/api-client.ts'
import type { Records } from '../vault/records.ts'
import { newKey } from '../vault/replays.ts'
import { isSoak, type SoakTest } from './soak-test.ts'

/** A service process whose database is attacked. */
export interface Ground {
  readonly service: ServiceProcess
  readonly api: ApiClient
  /** Ways to the database that are not attacked. */
  readonly sql: Sql
  readonly records: Records
  /** What a response may take: to wait for a connection, to make one, and to run. */
  readonly responseMs: number
}

/** What is asked while the condition lasts, and what it is answered. */
export type Question = 'read' | 'update' | 'create'

export interface Condition {
  readonly name: string
  /** Which are answered 503, the others as ever; undefined where each may be one or the other. */
  readonly refused?: readonly Question[]
  /** What `/health/ready` says; undefined where that depends on the moment. */
  readonly ready?: 200 | 503
  /** How long a statement may take to arrive that was on its way when its request was answered. */
  readonly lateMs?: number
  /** Looked at once: what it leaves is gone after a while. */
  readonly isBrief?: boolean
  begin(ground: Ground, subject: Subject): Promise<Lasting>
}

/** A condition that lasts. */
export interface Lasting {
  /** Stops what asks for things on the condition's behalf, and waits for its responses. */
  readonly calm?: () => Promise<unknown>
  /** The database is as it should be from then on. */
  readonly end: () => Promise<unknown>
}

/** What a condition did to the service, in milliseconds where it is a time. */
export interface Suffered {
  readonly responses: number
  readonly refused: number
  readonly slowestMs: number
  /** How long after the last response a statement still ran in the database. */
  readonly leftMs: number
  readonly readyMs: number
  readonly acknowledged: number
}

/** Records that are asked for, made before the database is attacked. */
export class Subject {
  readonly token: string
  readonly accountId: string
  readonly itemIds: string[]
  readonly #api: ApiClient
  readonly #destination: string
  #updates = 0

  private constructor(api: ApiClient, token: string, made: [string, string, string[]]) {
    this.#api = api
    this.token = token
    ;[this.accountId, this.#destination, this.itemIds] = made
  }

  static async make(api: ApiClient, records: Records): Promise<Subject> {
    const organizationId = await records.organization()
    const { token } = await records.token(organizationId)
    const from = await records.fboAccount(organizationId)
    const to = await records.fboAccount(organizationId)
    const itemIds = await records.inventoryItems(organizationId, from, 200)
    return new Subject(api, token, [from, to, itemIds])
  }

  ask(question: Question): Promise<ApiResponse> {
    const { token } = this
    const path = `/v1/fbo-accounts/${this.accountId}`
    if (question === 'read') return this.#api.get(path, { token })
    this.#updates += 1
    const lastName = `${this.#updates}`
    if (question === 'update') return this.#api.patch(path, { token, body: { lastName } })
    const [inventoryItemId = ''] = this.itemIds.splice(0, 1)
    return this.claim(inventoryItemId, { 'Idempotency-Key': newKey() })
  }

  claim(inventoryItemId: string, headers: Record<string, string> = {}): Promise<ApiResponse> {
    const accounts = { fromFboAccountId: this.accountId, toFboAccountId: this.#destination }
    const body = { ...accounts, items: [{ inventoryItemId, reason: 'trade' }] }
    return this.#api.post('/v1/transfers', { token: this.token, body, headers })
  }
}

/** Lets the service suffer it, and fails unless it bears it as it should. */
export async function suffer(
  ground: Ground,
  condition: Condition,
  { t, size }: Pick<SoakTest, 't' | 'size'>,
): Promise<Suffered> {
  const { service, api, records, sql } = ground
  const subject = await Subject.make(api, records)
  const load = size(0, 1) ? await startLoad(api, records) : undefined
  await eventually(() => (load?.acknowledged ?? 50) >= 50, 'the load to have changed something')
  const lasting = await condition.begin(ground, subject)
  const until = performance.now() + (condition.isBrief ? 0 : size(0, 5_000))
  const seen: Seen[] = []
  let leftMs = 0
  let left = ''
  try {
    do seen.push(...(await look(ground, condition, subject)))
    while (performance.now() < until)
    await lasting.calm?.()
    await load?.stop()
    ;({ leftMs, left } = await untilNothingRuns(sql))
  } finally {
    await lasting.end()
  }
  const endedAt = performance.now()
  await eventually(async () => (await health(service, 'ready')) === 200, 'to be ready', 60_000)
  const readyMs = performance.now() - endedAt
  for (const question of QUESTIONS) {
    const { status, text } = await subject.ask(question)
    assert.ok(status < 300, text)
  }
  for (const { headers, body } of load?.refusals ?? []) {
    assert.equal(body.code, 'temporarily_unavailable')
    assert.equal(headers.get('retry-after'), '1')
  }
  assert.deepEqual(load?.unanswered ?? [], [], 'every request was answered')
  await load?.retryAll(api, sql)
  await load?.assertKept(sql)
  const suffered = {
    responses: seen.length + (load?.refusals.length ?? 0),
    refused: seen.filter(({ status }) => status === 503).length + (load?.refusals.length ?? 0),
    slowestMs: Math.round(Math.max(...seen.map(({ tookMs }) => tookMs))),
    leftMs: Math.round(leftMs),
    readyMs: Math.round(readyMs),
    acknowledged: load?.acknowledged ?? 0,
  }
  t.diagnostic(`${condition.name}: ${JSON.stringify(suffered)}`)
  assert.ok(suffered.slowestMs <= ground.responseMs, `answered after ${suffered.slowestMs} ms`)
  assert.ok(
    leftMs <= LEFT_MAX_MS + (condition.lateMs ?? 0),
    `ran on for ${leftMs} ms after the responses: ${left}`,
  )
  assert.ok(readyMs <= READY_MAX_MS, `ready only ${readyMs} ms after the database`)
  return suffered
}

/** What all rounds of a test showed. */
export function reportedOf(rounds: readonly Suffered[]): { count: string; result: string } {
  const of = (figure: keyof Suffered) => rounds.map((round) => round[figure])
  const sum = (figure: keyof Suffered) => of(figure).reduce((one, other) => one + other, 0)
  const max = (figure: keyof Suffered) => Math.max(...of(figure))
  const readyMs = of('readyMs').toSorted((one, other) => one - other)
  const median = readyMs[Math.floor(readyMs.length / 2)]
  const count = `${rounds.length} rounds, ${sum('responses')} answers, ${sum('refused')} of them 503`
  const result =
    `each within ${max('slowestMs')} ms, live all the time; ready again after ${median} ms ` +
    `(median), ${max('readyMs')} ms (max); no statement ran ${max('leftMs') + 1} ms later; ` +
    `${sum('acknowledged')} changes acknowledged, none lost`
  return { count, result }
}

const QUESTIONS = ['read', 'update', 'create'] as const

/** What a backend may take to see that nobody waits for it. */
const LEFT_MAX_MS = 500
const READY_MAX_MS = 1_000

interface Seen {
  readonly status: number
  readonly tookMs: number
}

/** Asks for everything once, and fails where a response is not what the condition allows. */
async function look(ground: Ground, condition: Condition, subject: Subject): Promise<Seen[]> {
  const { refused, ready } = condition
  const began = performance.now()
  const took = () => performance.now() - began
  const questions = QUESTIONS.map(async (question): Promise<Seen> => {
    const response = await subject.ask(question)
    const tookMs = took()
    assertBearable(response)
    if (refused !== undefined) {
      assert.equal(
        response.status === 503,
        refused.includes(question),
        `${question}: ${response.text}`,
      )
    }
    return { status: response.status, tookMs }
  })
  const live = health(ground.service, 'live').then((status) => {
    assert.equal(status, 200)
    if (isSoak) assert.ok(took() <= 1_000, `live only after ${took()} ms`)
  })
  // A busy machine can be too late for one check.
  const isSoReady = eventually(
    async () => ready === undefined || (await health(ground.service, 'ready')) === ready,
    `the service to be ready: ${ready}`,
  )
  const [seen] = await Promise.all([Promise.all(questions), live, isSoReady])
  return seen
}

/** Fails unless it is what was asked for, or a refusal that says when to come back. */
export function assertBearable({ status, body, headers, text }: ApiResponse): void {
  if (status < 300) return
  assert.deepEqual([status, body.code], [503, 'temporarily_unavailable'], text)
  assert.match(headers.get('retry-after') ?? '', /^[1-9]\d*$/)
}

async function health(service: ServiceProcess, of: 'live' | 'ready'): Promise<number> {
  const response = await fetch(`${service.url}/health/${of}`)
  await response.text()
  return response.status
}

/** How long it takes until no statement or transaction of a service runs in the database. */
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
          and state <> 'idle'`
      if (rows.length === 0) return true
      left = JSON.stringify(rows)
      leftMs = performance.now() - began
      return false
    },
    'every statement to have ended',
    30_000,
  ).catch(async (error) => {
    // The next condition is judged by itself.
    await sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'vault-inventory service'`
    throw new Error(`${error}: ${left}`)
  })
  return { leftMs, left }
}
