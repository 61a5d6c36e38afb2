import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { after, test } from 'node:test'
import { afterwards, postmasterPid } from '../support/embedded-directory.ts'
import { openEmbeddedVault } from '../support/embedded-vault.ts'
import { type ServiceProcess, spawnService } from '../support/service-process.ts'

// A port that another program has.
const taken = createServer().listen(0, '127.0.0.1')
await once(taken, 'listening')
after(() => taken.close())
const { port } = taken.address() as AddressInfo

test('a start that cannot succeed says why in one line, ends with 1 and leaves nothing behind', async (t) => {
  const { service: first, dataDir, sql } = await openEmbeddedVault(t)
  const postmaster = postmasterPid(dataDir)
  const start = (env: Record<string, string>): ServiceProcess => {
    const cleanup = (undo: () => unknown) => afterwards(t, undo)
    return spawnService({ env: { DATA_DIR: dataDir, ...env }, cleanup })
  }

  const second = start({})
  await assertRefused(second, `process ${first.pid}`)
  assert.match(second.complaints(), /uses the data directory .*: stop it first/)
  assert.equal((await fetch(`${first.url}/health/ready`)).status, 200)
  assert.equal(postmasterPid(dataDir), postmaster, 'the first one is undisturbed')
  const rows = await sql`select from organizations`
  assert.equal(rows.length, 0)

  first.signal('SIGTERM')
  assert.equal((await first.exited).code, 0)
  for (const setting of ['PORT', 'METRICS_PORT']) {
    const service = start({ [setting]: `${port}` })
    await assertRefused(service, `port ${port} is taken: free it or set ${setting} to another`)
    assert.equal(postmasterPid(dataDir), null, 'PostgreSQL was stopped again')
  }
})

test('an external database that cannot be used is told in one line, without the password', async () => {
  const env = {
    DATABASE_URL: `postgres://someone:a-secret@127.0.0.1:${port}/nothing`,
    DATABASE_CONNECT_TIMEOUT_MS: '500',
  }
  taken.once('connection', (socket) => socket.destroy())
  const service = spawnService({ env, cleanup: after })
  await assertRefused(service, 'The PostgreSQL of DATABASE_URL cannot be used')
  assert.doesNotMatch(service.complaints(), /a-secret/)
})

async function assertRefused(service: ServiceProcess, why: string): Promise<void> {
  assert.deepEqual(await service.exited, { code: 1, signal: null })
  const lines = service.complaints().split('\n')
  assert.equal(lines.length, 2, service.complaints())
  assert.equal(lines[1], '')
  assert.ok(lines[0]?.includes(why), lines[0])
}
