import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { type TestContext, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { ApiClient } from '../support/api-client.ts'
import { startDemo } from '../support/demo-process.ts'
import {
  afterwards,
  eventually,
  isAlive,
  postmasterPid,
  temporaryDirectory,
} from '../support/embedded-directory.ts'
import { openEmbeddedVault } from '../support/embedded-vault.ts'
import { startLoad } from '../support/load.ts'
import {
  CLI,
  databaseUrlOf,
  type ServiceProcess,
  spawnService,
  startServiceProcess,
} from '../support/service-process.ts'
import { openVault } from '../support/vault.ts'
import { requestsCounted, workerPids, workersReady } from '../support/workers.ts'

const { app, connection } = await openVault()
const DIE_AS_WORKER = fileURLToPath(new URL('../support/die-as-worker.js', import.meta.url))

test('two workers answer on one port, are counted as one, and stop under load without losing an answer', async (t) => {
  const vault = await openEmbeddedVault(t, { WORKERS: '2' })
  const { service, records, sql, dataDir } = vault
  const pids = workerPids(service)
  assert.deepEqual([...pids.keys()].sort(), [1, 2])
  const load = await startLoad(new ApiClient(service.url, app), records)
  await eventually(() => load.acknowledged >= 200, 'the load to have changed something')
  await load.stop()
  assert.deepEqual([load.refusals, load.unanswered], [[], []])

  // Each request is one answer in one worker's log and one in the sum of the metrics.
  assert.equal(await requestsCounted(service, load.acknowledged), load.acknowledged)
  const answers = await eventually(() => {
    const lines = service.log.filter(({ msg }) => msg === 'request answered')
    return lines.length >= load.acknowledged && lines
  }, 'every answer to be logged')
  assert.equal(answers.length, load.acknowledged)
  for (const [number, pid] of pids) {
    const own = answers.filter((line) => line.worker === number && line.pid === pid)
    assert.ok(own.length > load.acknowledged / 10, `worker ${number} answered ${own.length}`)
  }
  assert.ok(
    service.log.every(({ level }) => typeof level === 'string'),
    'no line is torn',
  )
  for (const message of ['service is ready', 'schema is up to date']) {
    assert.equal(service.log.filter(({ msg }) => msg === message).length, 1, message)
  }
  const metrics = await (await fetch(service.metricsUrl)).text()
  const memory = [...metrics.matchAll(/^process_resident_memory_bytes\{worker="(\w+)"\} \d+$/gm)]
  assert.deepEqual(memory.map(([, worker]) => worker).sort(), ['1', '2', 'leader'])

  const last = await startLoad(new ApiClient(service.url, app), records)
  await eventually(() => last.acknowledged >= 100, 'the load to have changed something')
  // As Ctrl-C does: everybody gets it, and only the leader may act on it.
  for (const pid of pids.values()) process.kill(pid, 'SIGINT')
  service.signal('SIGINT')
  await last.stop()
  await assertStopped(service)
  for (const { code } of last.unanswered) assert.equal(code, 'ECONNREFUSED')
  assert.deepEqual([...pids.values()].filter(isAlive), [])
  assert.equal(postmasterPid(dataDir), null)

  await vault.restart()
  await load.assertKept(sql)
  await last.assertKept(sql)
})

test('a slow request is given up in time, also where another process took the connection', async (t) => {
  const { service } = await openEmbeddedVault(t, { WORKERS: '2', REQUEST_TIMEOUT_MS: '500' })
  const { hostname, port } = new URL(service.url)
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  socket.write('GET /health/live HTTP/1.1\r\nHost: slow')
  assert.match(await text(socket), /^HTTP\/1\.1 408 /)
})

test('a second signal ends the leader and its workers at once', async (t) => {
  const { service, sql, records, dataDir } = await openEmbeddedVault(t, { WORKERS: '2' })
  const organizationId = await records.organization()
  const { token } = await records.token(organizationId)
  const accountId = await records.fboAccount(organizationId)
  const api = new ApiClient(service.url, app)
  await sql.begin(async (tx) => {
    await tx`select from fbo_accounts where id = ${accountId} for update`
    const slow = api.patch(`/v1/fbo-accounts/${accountId}`, { token, body: { lastName: 'Late' } })
    const cut = assert.rejects(slow)
    await eventually(async () => {
      const waiting = await sql`select from pg_stat_activity where wait_event_type = 'Lock'`
      return waiting.length > 0
    }, 'a request to be under way')
    // Those within the first second are taken for one.
    let exit: Awaited<ServiceProcess['exited']> | undefined
    service.exited.then((how) => {
      exit = how
    })
    await eventually(() => {
      if (exit === undefined) service.signal('SIGTERM')
      return exit
    }, 'the service to end')
    assert.deepEqual(exit, { code: 1, signal: null })
    await cut
  })
  await eventually(() => ![...workerPids(service).values()].some(isAlive), 'the workers to end')
  assert.notEqual(postmasterPid(dataDir), null, 'PostgreSQL goes on, as after a kill')
})

test('a signal while the workers start: what was started is stopped again', async (t) => {
  const dataDir = temporaryDirectory(t)
  const service = spawnService({ env: { DATA_DIR: dataDir, WORKERS: '2' }, cleanup: undoIn(t) })
  await service.logged('schema is up to date')
  service.signal('SIGTERM')
  await assertStopped(service)
  assert.equal(postmasterPid(dataDir), null)
})

test('workers that can never start: one sentence, status 1, and nothing is left running', async (t) => {
  const dataDir = temporaryDirectory(t)
  const service = spawnService({
    command: ['--import', DIE_AS_WORKER, CLI],
    env: { DATA_DIR: dataDir, WORKERS: '2' },
    cleanup: undoIn(t),
  })
  assert.deepEqual(await service.exited, { code: 1, signal: null })
  assert.match(service.complaints(), /^Worker [12] ended 5 times in a row: the log says how\.\n$/)
  const ended = service.log.filter(({ msg }) => String(msg).startsWith('worker ended'))
  assert.deepEqual(
    ended.filter(({ worker }) => worker === ended.at(-1)?.worker).map(({ pauseMs }) => pauseMs),
    [0, 100, 200, 400, 800],
  )
  assert.equal(postmasterPid(dataDir), null)
})

test('a worker is told the database over its channel only', async (t) => {
  const env = { DATABASE_URL: databaseUrlOf(connection), WORKERS: '2' }
  const service = await startServiceProcess({ env, cleanup: undoIn(t) })
  assert.equal(workersReady(service).length, 2)
  assert.equal((await fetch(`${service.url}/health/ready`)).status, 200)
  if (process.platform !== 'linux') return
  for (const pid of workerPids(service).values()) {
    for (const place of ['environ', 'cmdline']) {
      const told = readFileSync(`/proc/${pid}/${place}`, 'utf8')
      assert.doesNotMatch(told, /DATABASE_URL|postgres:\/\//, place)
    }
  }
})

test('the demo runs with workers', async (t) => {
  const demo = await startDemo(t, { DATA_DIR: temporaryDirectory(t), PORT: '0', WORKERS: '2' })
  const headers = { Authorization: `Bearer ${demo.tokens[0]}` }
  const answer = await fetch(`${demo.url}/v1/outbound-shipments`, { headers })
  assert.equal(answer.status, 200)
  assert.deepEqual(await demo.stop(), { code: 0, stderr: '' })
})

async function assertStopped(service: ServiceProcess): Promise<void> {
  assert.deepEqual(await service.exited, { code: 0, signal: null }, service.complaints())
  assert.equal(service.log.at(-1)?.msg, 'service is stopped')
}

function undoIn(t: TestContext) {
  return (undo: () => unknown) => afterwards(t, undo)
}
