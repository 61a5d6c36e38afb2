import assert from 'node:assert/strict'
import { after } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { openProxy } from '../support/chaos/proxy.ts'
import { soakTest } from '../support/chaos/soak-test.ts'
import { eventually } from '../support/processes/embedded-directory.ts'
import { freePort } from '../support/processes/free-port.ts'
import { spawnService } from '../support/processes/service-process.ts'
import { openOwnVault } from '../support/vault/vault.ts'

const { connection } = await openOwnVault()
const proxy = await openProxy(connection)
after(() => proxy.close())

soakTest('PostgreSQL absent at start', 'a proxy before PostgreSQL', async ({ t, size }) => {
  const connectMs = size(500, 5_000)
  const ways = {
    'nothing listens': proxy.disconnect,
    'nothing responds': async () => proxy.goSilent(),
    'connections are closed': proxy.hangUp,
  }
  const suffered: AbsentStart[] = []
  for (const [way, take] of Object.entries(ways)) {
    for (let start = 0; start < size(1, 10); start += 1) {
      await take()
      const env = {
        PORT: `${await freePort()}`,
        DATABASE_URL: proxy.url,
        DATABASE_CONNECT_TIMEOUT_MS: `${connectMs}`,
      }
      const suffers = await startWithoutDatabase(env, size(500, 5_000))
      t.diagnostic(`${way}: ${JSON.stringify(suffers)}`)
      assert.ok(suffers.readyMs <= size(15_000, 1_000), `ready in ${suffers.readyMs} ms`)
      assert.ok(suffers.refused <= 5, `${suffers.refused} looks refused`)
      suffered.push(suffers)
    }
  }
  const max = (of: (one: AbsentStart) => number) => Math.round(Math.max(...suffered.map(of)))
  const looks = suffered.reduce((sum, one) => sum + one.looks, 0)
  const refused = suffered.reduce((sum, one) => sum + one.refused, 0)
  return {
    count: `${suffered.length} starts, ${looks} looks`,
    result:
      `live at each look but ${refused} at the moment of the change, 503 in at most ` +
      `${max((one) => one.slowestMs)} ms, ready ${max((one) => one.readyMs)} ms later at most`,
  }
})

const POST = { method: 'POST', headers: { 'Content-Type': 'application/json' } }
/** Valid and invalid requests: none is judged while there is no database. */
const REFUSED: readonly (readonly [path: string, init: RequestInit])[] = [
  ['/health/ready', {}],
  ['/v1/fbo-accounts', {}],
  ['/v1/transfers/xfer_1/approve', { ...POST, body: '' }],
  ['/v1/transfers', { ...POST, body: '{' }],
  ['/v1/inventory-items', { ...POST, body: '['.repeat(2 ** 20) }],
  ['/console', {}],
  ['/nothing', {}],
]

interface AbsentStart {
  readonly looks: number
  /** Connections refused between the port's two owners. */
  readonly refused: number
  readonly slowestMs: number
  /** Time from the database to the service being ready. */
  readonly readyMs: number
}

/** Starts a service without its database, lets the database come, and stops the service. */
async function startWithoutDatabase(
  env: Readonly<Record<string, string>>,
  absentMs: number,
): Promise<AbsentStart> {
  const missing = spawnService({ env })
  await missing.logged('responding that the service is not ready')
  const url = `http://127.0.0.1:${env.PORT}`
  let [looks, refused, slowestMs, isOver] = [0, 0, 0, false]
  let mendedAt: number | undefined
  const looking = (async () => {
    while (!isOver) {
      looks += 1
      const live = await fetch(`${url}/health/live`).catch((error) => {
        // The port changes its owner only once the database is there.
        if (mendedAt === undefined) throw error
        return undefined
      })
      if (live === undefined) refused += 1
      else assert.deepEqual([live.status, await live.json()], [200, { status: 'live' }])
      await pause(5)
    }
  })()
  looking.catch(() => undefined)
  try {
    const until = performance.now() + absentMs
    do {
      for (const [path, init] of REFUSED) {
        const asked = performance.now()
        const response = await fetch(url + path, init)
        const problem = (await response.json()) as { code: string }
        slowestMs = Math.max(slowestMs, performance.now() - asked)
        assert.deepEqual([response.status, problem.code], [503, 'temporarily_unavailable'], path)
        assert.equal(response.headers.get('retry-after'), '1')
      }
    } while (performance.now() < until)
    await missing.logged('waiting for the database')
    mendedAt = performance.now()
    await proxy.restore()
    await eventually(
      async () => (await fetch(`${url}/health/ready`).catch(() => undefined))?.status === 200,
      'the service to be ready',
      60_000,
    )
    const readyMs = performance.now() - mendedAt
    isOver = true
    await looking
    missing.signal('SIGTERM')
    assert.deepEqual([(await missing.exited).code, missing.complaints()], [0, ''])
    return { looks, refused, slowestMs, readyMs }
  } finally {
    isOver = true
  }
}
