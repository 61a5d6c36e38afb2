import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ApiClient } from '../support/api-client.ts'
import { eventually, isAlive } from '../support/embedded-directory.ts'
import { openEmbeddedVault } from '../support/embedded-vault.ts'
import { startLoad } from '../support/load.ts'
import { openVault } from '../support/vault.ts'
import { answered, askAnew, workerPids, workersReady } from '../support/workers.ts'

const { app } = await openVault()

test('a worker killed under load: the other answers, a new one comes, nothing acknowledged is lost', async (t) => {
  const { service, records, sql } = await openEmbeddedVault(t, { WORKERS: '2' })
  const load = await startLoad(new ApiClient(service.url, app), records)
  await eventually(() => load.acknowledged >= 100, 'the load to have changed something')
  const before = await answered(service)
  const victim = workerPids(service).get(1) as number
  process.kill(victim, 'SIGKILL')
  assert.equal(await askAnew(service), 401, 'the other one answers')
  await eventually(() => workersReady(service).length === 3, 'a new worker to be ready')
  assert.ok((await answered(service)) > before, 'what the dead one had counted is not forgotten')
  const ended = await service.logged('worker ended: another one takes its place')
  assert.deepEqual(
    [ended.level, ended.worker, ended.workerPid, ended.signal, ended.pauseMs],
    ['error', 1, victim, 'SIGKILL', 0],
  )
  const successor = workerPids(service).get(1) as number
  await eventually(async () => {
    await askAnew(service)
    return service.log.some(({ pid, worker }) => pid === successor && worker === 1)
  }, 'the new worker to answer')
  const kept = load.acknowledged
  await eventually(() => load.acknowledged > kept, 'the load on the other worker to go on')
  await load.stop()
  assert.deepEqual(load.refusals, [])
  await load.assertKept(sql)
})

test('a connection on its way to a worker that is killed is answered by another', async (t) => {
  const { service } = await openEmbeddedVault(t, { WORKERS: '2' })
  const stuck = workerPids(service).get(1) as number
  process.kill(stuck, 'SIGSTOP')
  let done = 0
  const asked = Array.from({ length: 6 }, async () => {
    const status = await askAnew(service)
    done += 1
    return status
  })
  await eventually(() => done === 3, 'the other worker to answer its half')
  process.kill(stuck, 'SIGKILL')
  assert.deepEqual(await Promise.all(asked), Array(6).fill(401))
})

test('the leader killed under load: the workers end, the next start works, nothing is lost', async (t) => {
  const vault = await openEmbeddedVault(t, { WORKERS: '2' })
  const { service, records, sql } = vault
  const load = await startLoad(new ApiClient(service.url, app), records)
  await eventually(() => load.acknowledged >= 100, 'the load to have changed something')
  const pids = [...workerPids(service).values()]
  service.signal('SIGKILL')
  await eventually(() => !pids.some(isAlive), 'the workers to end')
  await load.stop()
  const again = await vault.restart()
  assert.equal(await askAnew(again), 401)
  await load.assertKept(sql)
})
