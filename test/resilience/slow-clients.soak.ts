import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { after } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { Pool } from 'undici'
import { median, quantile } from '../../bench/measure/statistics.ts'
import { needsProgram, soakTest } from '../support/chaos/soak-test.ts'
import { eventually } from '../support/processes/embedded-directory.ts'
import {
  counted,
  databaseUrlOf,
  type ServiceProcess,
  startServiceProcess,
} from '../support/processes/service-process.ts'
import type { Records } from '../support/vault/records.ts'
import { openOwnVault } from '../support/vault/vault.ts'

needsProgram('slowhttptest')

const CONNECTIONS = 1_000
const ROUNDS = 5
/** Without slow clients, before each round. */
const CALM_MS = 20_000
/** From the last connection on, over the service's limit: its own look once a second, and noise. */
const GRACE_MS = 10_000
const MEMORY_MAX = 640 * 2 ** 20

/** Requests a second: a tenth of what a small machine can serve. */
const RATE = 100
const NORMAL_CONNECTIONS = 10

const { records, connection } = await openOwnVault()
const { token } = await records.owner()

interface Mode {
  readonly name: string
  readonly options: readonly string[]
  /**
   * New connections a second: enough to have all of them at once. The program opens those of a
   * second in one go, and where they bring whole requests, more would measure that burst.
   */
  readonly perSecond: number
  /** Time for which the service keeps such a connection by its defaults. */
  readonly limitMs: number
}

const MODES: readonly Mode[] = [
  {
    name: 'slow headers',
    options: ['-H', '-i', '2', '-u', '/v1/fbo-accounts'],
    perSecond: 200,
    limitMs: 10_000,
  },
  {
    name: 'slow body',
    // The program has no option for a header: the type of the body brings the credentials along.
    options: [
      '-B',
      '-i',
      '2',
      '-s',
      '100000',
      '-u',
      '/v1/fbo-accounts',
      '-f',
      `application/json\r\nAuthorization: Bearer ${token}`,
    ],
    perSecond: 50,
    limitMs: 30_000,
  },
  ...['/openapi.json', '/docs/js/scalar.js'].map((path) => ({
    name: `slow reading of ${path}`,
    options: ['-X', '-w', '512', '-y', '1024', '-n', '2', '-z', '64', '-u', path],
    perSecond: 50,
    // A response that the kernel took whole is done for the service: it keeps the connection.
    limitMs: 72_000,
  })),
]

interface Round {
  readonly calmP99: number
  readonly slowP99: number
  readonly endedMs: number
  readonly memory: number
  /** Slow connections that were open at once. */
  readonly peak: number
}

for (const mode of MODES) {
  soakTest(`${mode.name}, with normal load`, 'slowhttptest 1.8', async ({ t }) => {
    const service = await startServiceProcess({ env: { DATABASE_URL: databaseUrlOf(connection) } })
    const load = await normalLoad(service.url, records)
    await load.during(pause(CALM_MS))
    const rounds: Round[] = []
    while (rounds.length < ROUNDS) {
      const round = await attackOnce(service, load, mode)
      t.diagnostic(JSON.stringify(round))
      rounds.push(round)
    }
    await load.close()
    assert.deepEqual(
      service.log.filter(({ level }) => level === 'error'),
      [],
    )
    const ratios = rounds.map(({ calmP99, slowP99 }) => slowP99 / calmP99)
    assert.ok(median(ratios) < 2, `normal p99 times ${ratios}`)
    const of = (member: keyof Round) => rounds.map((round) => Math.round(round[member] * 10) / 10)
    return {
      count: `${ROUNDS} rounds of ${CONNECTIONS} connections next to 100 requests/s`,
      result: [
        `p99 ${of('calmP99').join(', ')} ms calm, ${of('slowP99').join(', ')} ms among slow clients`,
        `times ${median(ratios).toFixed(2)} in the median`,
        `no normal request refused next to up to ${Math.max(...of('peak'))} of them at once`,
        `all ended by the service after ${Math.round(Math.max(...of('endedMs')) / 1_000)} s at most`,
        `memory ${Math.round(Math.max(...of('memory')) / 2 ** 20)} MiB at most`,
      ].join('; '),
    }
  })
}

async function attackOnce(service: ServiceProcess, load: NormalLoad, mode: Mode): Promise<Round> {
  let [memory, open, peak] = [0, 0, 0]
  let isOver = false
  // In both periods: a look is work for the service.
  const looking = (async () => {
    while (!isOver) {
      memory = Math.max(memory, await counted(service, 'process_resident_memory_bytes'))
      open = await counted(service, 'process_open_fds')
      peak = Math.max(peak, open)
      await pause(500)
    }
  })()
  looking.catch(() => undefined)
  const calm = await load.during(pause(CALM_MS))
  const before = open
  const began = performance.now()
  const slow = slowhttptest(service.url, mode)
  // Check the service's side: a client that reads a few bytes at a time notices the end late.
  const ended = eventually(
    () => peak >= before + CONNECTIONS / 2 && open <= before + 20,
    'the service to end every slow connection',
    (CONNECTIONS / mode.perSecond) * 1_000 + mode.limitMs + GRACE_MS,
  )
  const amongSlow = await load.during(ended).finally(() => {
    slow.kill('SIGKILL')
    isOver = true
  })
  const endedMs = performance.now() - began
  await looking
  assert.deepEqual([...calm.failures, ...amongSlow.failures], [])
  assert.ok(memory > 0 && memory < MEMORY_MAX, `${memory} bytes`)
  return {
    calmP99: quantile(calm.latencies, 0.99),
    slowP99: quantile(amongSlow.latencies, 0.99),
    endedMs,
    memory,
    peak: peak - before,
  }
}

function slowhttptest(url: string, { options, perSecond }: Mode): ChildProcess {
  const args = options.map((option) => (option.startsWith('/') ? `${url}${option}` : option))
  const bounds = ['-c', `${CONNECTIONS}`, '-r', `${perSecond}`, '-l', '300', '-v', '0']
  const child = spawn('slowhttptest', [...args, ...bounds], { stdio: 'ignore' })
  after(() => child.kill('SIGKILL'))
  return child
}

/** The responses within a period. */
interface Period {
  /** Milliseconds from when a request was due to its last byte, in ascending order. */
  readonly latencies: readonly number[]
  /** Requests with a wrong response, or none. */
  readonly failures: readonly string[]
}

/** Sends that many requests a second, without waiting for earlier responses. */
interface NormalLoad {
  /** Sends until that is over, and waits for the last response. */
  during(end: Promise<unknown>): Promise<Period>
  close(): Promise<void>
}

async function normalLoad(url: string, records: Records): Promise<NormalLoad> {
  const { organizationId, token } = await records.owner()
  const id = await records.fboAccount(organizationId)
  await records.inventoryItems(organizationId, id, 50)
  const pool = new Pool(url, { connections: NORMAL_CONNECTIONS, pipelining: 1 })
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const requests = [
    { method: 'GET', path: `/v1/fbo-accounts/${id}`, expected: 200 },
    { method: 'GET', path: '/v1/inventory-items?limit=20', expected: 200 },
    { method: 'POST', path: '/v1/inventory-items', body: { fboAccountId: id }, expected: 201 },
    { method: 'PATCH', path: `/v1/fbo-accounts/${id}`, body: { firstName: 'A' }, expected: 200 },
  ] as const

  async function send(number: number, dueAt: number, period: { times: number[]; bad: string[] }) {
    const request = requests[number % requests.length] as (typeof requests)[number]
    const body = 'body' in request ? JSON.stringify(request.body) : null
    try {
      const response = await pool.request({ ...request, headers, body })
      await response.body.dump()
      period.times.push(performance.now() - dueAt)
      if (response.statusCode !== request.expected) period.bad.push(`${response.statusCode}`)
    } catch (error) {
      period.bad.push(`${error}`)
    }
  }

  return {
    during: async (end) => {
      const period = { times: [] as number[], bad: [] as string[] }
      const sent: Promise<void>[] = []
      let isOver = false
      const over = end.finally(() => {
        isOver = true
      })
      const began = performance.now()
      for (let number = 0; !isOver; number += 1) {
        const dueAt = began + (number * 1_000) / RATE
        const early = dueAt - performance.now()
        if (early > 0) await pause(early)
        sent.push(send(number, dueAt, period))
      }
      await Promise.all([...sent, over])
      return { latencies: period.times.sort((a, b) => a - b), failures: period.bad }
    },
    close: () => pool.close(),
  }
}
