import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { after } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { median } from '../support/access/distinguish.ts'
import { attack, needsProgram } from '../support/attack.ts'
import { type NormalLoad, normalLoad, quantile } from '../support/normal-load.ts'
import {
  counted,
  databaseUrlOf,
  type ServiceProcess,
  startServiceProcess,
} from '../support/service-process.ts'
import { openVault } from '../support/vault.ts'

needsProgram('slowhttptest')

const CONNECTIONS = 1_000
const PER_SECOND = 200
const ROUNDS = 3
/** Without an attack, before each one. */
const CALM_MS = 15_000
/** From the last connection on, over the service's limit: its own look once a second, and noise. */
const GRACE_MS = 8_000
const MEMORY_MAX = 640 * 2 ** 20
const RAMP_MS = (CONNECTIONS / PER_SECOND) * 1_000

const { records, connection } = await openVault()
const { token } = await records.token(await records.organization())

interface Mode {
  readonly name: string
  readonly options: readonly string[]
  /** What the service gives such a connection, by its defaults. */
  readonly limitMs: number
}

const MODES: readonly Mode[] = [
  { name: 'slow headers', options: ['-H', '-i', '2', '-u', '/v1/fbo-accounts'], limitMs: 10_000 },
  {
    name: 'slow body',
    // The program has no option for a header: the type of the body brings the credentials along.
    options: [
      ...['-B', '-i', '2', '-s', '100000', '-u', '/v1/fbo-accounts'],
      ...['-f', `application/json\r\nAuthorization: Bearer ${token}`],
    ],
    limitMs: 30_000,
  },
  {
    name: 'slow reading',
    options: ['-X', '-w', '512', '-y', '1024', '-n', '2', '-z', '64', '-u', '/docs/js/scalar.js'],
    limitMs: 60_000,
  },
]

interface Round {
  readonly calmP99: number
  readonly slowP99: number
  readonly endedMs: number
  readonly memory: number
}

for (const mode of MODES) {
  attack(`${mode.name}, beside normal load`, 'slowhttptest 1.8', async ({ t }) => {
    const service = await startServiceProcess({
      env: { DATABASE_URL: databaseUrlOf(connection) },
      cleanup: after,
    })
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
      count: `${ROUNDS} rounds of ${CONNECTIONS} connections beside 100 requests/s`,
      result: [
        `p99 ${of('calmP99').join(', ')} ms calm, ${of('slowP99').join(', ')} ms attacked`,
        `times ${median(ratios).toFixed(2)} in the median`,
        'no normal request refused',
        `all ended by the service after ${Math.round(Math.max(...of('endedMs')) / 1_000)} s at most`,
        `memory ${Math.round(Math.max(...of('memory')) / 2 ** 20)} MiB at most`,
      ].join('; '),
    }
  })
}

async function attackOnce(service: ServiceProcess, load: NormalLoad, mode: Mode): Promise<Round> {
  const calm = await load.during(pause(CALM_MS))
  let memory = 0
  const look = setInterval(async () => {
    memory = Math.max(memory, await counted(service, 'process_resident_memory_bytes'))
  }, 1_000)
  const began = performance.now()
  const deadlineMs = RAMP_MS + mode.limitMs + GRACE_MS
  const slow = slowhttptest(service.url, mode, deadlineMs)
  const attacked = await load.during(slow)
  const endedMs = performance.now() - began
  clearInterval(look)
  const said = await slow
  assert.match(said, /No open connections left/, `connections outlived ${deadlineMs} ms: ${said}`)
  assert.deepEqual([...calm.failures, ...attacked.failures], [])
  assert.ok(memory > 0 && memory < MEMORY_MAX, `${memory} bytes`)
  return {
    calmP99: quantile(calm.latencies, 0.99),
    slowP99: quantile(attacked.latencies, 0.99),
    endedMs,
    memory,
  }
}

/** Runs the program until the service has ended all of its connections; what it said at last. */
async function slowhttptest(url: string, { options }: Mode, mostMs: number): Promise<string> {
  const args = options.map((option) => (option.startsWith('/') ? `${url}${option}` : option))
  const bounds = ['-c', `${CONNECTIONS}`, '-r', `${PER_SECOND}`, '-l', `${mostMs / 1_000}`]
  const child = spawn('slowhttptest', [...args, ...bounds, '-v', '1'], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  after(() => child.kill('SIGKILL'))
  const [out] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return out.slice(-3_000)
}
