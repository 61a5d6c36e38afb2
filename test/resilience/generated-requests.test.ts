import assert from 'node:assert/strict'
import { World } from '../support/catalogue/world.ts'
import { soakTest } from '../support/chaos/soak-test.ts'
import type { Draft } from '../support/fuzz/hostile/draft.ts'
import { COUNTED_TABLES, Judge, reported } from '../support/fuzz/hostile/judge.ts'
import { Lane } from '../support/fuzz/hostile/lane.ts'
import { makeCallers, Pool } from '../support/fuzz/hostile/pool.ts'
import { generatedRequests } from '../support/fuzz/hostile/requests.ts'
import { MARK } from '../support/fuzz/hostile/valid-requests.ts'
import { runCommand } from '../support/processes/command.ts'
import {
  counted,
  databaseUrlOf,
  type ServiceProcess,
  startServiceProcess,
} from '../support/processes/service-process.ts'
import { openOwnVault } from '../support/vault/vault.ts'

const LANES = 12
/** Requests between two checks that refusals write nothing. */
const ROUND = 500
/** Memory that a process may hold above its warm level, and at most. */
const GROWTH_MAX = 150 * 2 ** 20
const MEMORY_MAX = 640 * 2 ** 20

const { app, sql, records, connection } = await openOwnVault({}, { signingKey: false })
const organizationId = await records.organization()
const pool = await Pool.fill(new World(sql, records), organizationId, await records.organization())
const callers = await makeCallers(records, organizationId)
const env = { DATABASE_URL: databaseUrlOf(connection) }

soakTest(
  'generated requests, from valid to hostile',
  'json-schema-faker 0.6, fast-check 4.10, own generator over the OpenAPI document',
  async ({ t, seed, size }) => {
    const service = await startServiceProcess({
      // Bodies that never arrive are waited for, and many tokens are bad.
      env: { ...env, REQUEST_TIMEOUT_MS: '1000', AUTH_FAILURES_PER_MINUTE: '0' },
    })
    const count = size(1_500, 100_000)
    const next = generatedRequests({ pool, callers, seed })
    const judge = new Judge(app.operations)
    const lanes = Array.from({ length: LANES }, () => new Lane(service.url))
    const first = await rows()
    const memory: number[] = []
    for (let sent = 0; sent < count; sent += ROUND) {
      const drafts = Array.from({ length: Math.min(ROUND, count - sent) }, next)
      const refused = drafts.filter(({ mustRefuse }) => mustRefuse)
      const fingerprint = await settledFingerprint()
      await sendAll(lanes, refused, judge)
      assert.equal(await records.fingerprint(), fingerprint, 'a refused request wrote something')
      await sendAll(
        lanes,
        drafts.filter(({ mustRefuse }) => !mustRefuse),
        judge,
      )
      memory.push(await counted(service, 'process_resident_memory_bytes'))
    }
    for (const lane of lanes) lane.close()
    assert.deepEqual(violations, [])
    const then = await rows()
    for (const table of COUNTED_TABLES) {
      const made = (then[table] as number) - (first[table] as number)
      assert.equal(made, judge.made.get(table), `rows of ${table} against the responses`)
    }
    await assertNothingReported(service)
    const verified = await runCommand(['verify'], env)
    assert.equal(verified.code, 0, verified.stdout + verified.stderr)
    const warm = Math.max(...memory.slice(0, Math.ceil(memory.length / 5)))
    const last = Math.max(...memory.slice(-Math.ceil(memory.length / 5)))
    assert.ok(last <= warm + GROWTH_MAX && Math.max(...memory) <= MEMORY_MAX, `${memory}`)
    t.diagnostic(JSON.stringify(Object.fromEntries([...judge.kinds].sort())))
    const statuses = [...judge.statuses].sort(([a], [b]) => a - b)
    const made = [...judge.made.values()].reduce((sum, one) => sum + one)
    return {
      count: `${count} requests of ${judge.kinds.size} kinds`,
      result: [
        'no 5xx, each with a response',
        statuses.map(([status, times]) => `${times} x ${status}`).join(', '),
        `${made} records created and found`,
        `memory ${mib(warm)} MiB warm, ${mib(last)} MiB at the end`,
      ].join('; '),
    }
  },
)

/** The test stops after that many failed requests, and reports them. */
const VIOLATIONS_MAX = 20
const violations: string[] = []

async function sendAll(lanes: Lane[], drafts: Draft[], judge: Judge): Promise<void> {
  const waiting = [...drafts]
  await Promise.all(
    lanes.map(async (lane) => {
      for (let draft = waiting.shift(); draft !== undefined; draft = waiting.shift()) {
        try {
          const response = await lane.send(draft)
          judge.judge(draft, response)
          if (response.status < 300 && draft.method === 'POST') pool.learn(response.body.data)
        } catch (error) {
          const { message, cause } = error as Error
          violations.push(
            `${reported(draft)}\n${message}\n${(cause as Error | undefined)?.message ?? ''}`,
          )
        }
      }
    }),
  )
  assert.ok(violations.length <= VIOLATIONS_MAX, violations.join('\n\n'))
}

/** The fingerprint after the work outside of requests (counts of shipments) is done. */
async function settledFingerprint(): Promise<string> {
  let last = await records.fingerprint()
  for (;;) {
    const next = await records.fingerprint()
    if (next === last) return next
    last = next
  }
}

async function rows(): Promise<Record<string, number>> {
  const counts = await Promise.all(
    COUNTED_TABLES.map((table) => sql`select count(*)::integer as rows from ${sql(table)}`),
  )
  return Object.fromEntries(COUNTED_TABLES.map((table, index) => [table, counts[index]?.[0]?.rows]))
}

/** No secret that was sent or issued may be in the log, on standard error or in the metrics. */
async function assertNothingReported(service: ServiceProcess): Promise<void> {
  const bad = service.log.filter(({ level }) => level !== 'info')
  assert.deepEqual(bad, [])
  const metrics = await (await fetch(service.metricsUrl)).text()
  const text = `${JSON.stringify(service.log)}${service.complaints()}${metrics}`
  assert.ok(text.includes('request completed') && text.includes('vault_'))
  for (const reported of [MARK, 'vis_', 'jndi', 'union']) {
    const at = text.indexOf(reported)
    assert.equal(at, -1, `${reported}: ${text.slice(Math.max(0, at - 300), at + 100)}`)
  }
}

function mib(bytes: number): number {
  return Math.round(bytes / 2 ** 20)
}
