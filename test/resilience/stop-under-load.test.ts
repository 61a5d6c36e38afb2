import assert from 'node:assert/strict'
import { soakTest } from '../support/chaos/soak-test.ts'
import { startSteadyLoad } from '../support/load/steady-load.ts'
import { afterTest, eventually } from '../support/processes/embedded-directory.ts'
import { databaseUrlOf, startServiceProcess } from '../support/processes/service-process.ts'
import { randomNumbers } from '../support/vault/random.ts'
import { openOwnVault } from '../support/vault/vault.ts'

const { sql, records, connection } = await openOwnVault()

const SHUTDOWN_TIMEOUT_MS = 10_000
const SHUTDOWN_DELAY_MS = 1_000
const LOOK_MS = 50

/** A balancer's view of a service: the last response of `/health/ready`. */
function watchReadiness(url: string): { isReady: () => boolean; end: () => void } {
  let isReady = true
  const timer = setInterval(() => {
    fetch(`${url}/health/ready`).then(
      ({ status }) => {
        isReady = status === 200
      },
      () => {
        isReady = false
      },
    )
  }, LOOK_MS)
  return { isReady: () => isReady, end: () => clearInterval(timer) }
}

soakTest('SIGTERM under fixed load', 'undici', async ({ t, seed, size }) => {
  const random = randomNumbers(seed)
  const rounds = size(2, 100)
  const shown = { responded: 0, refused: 0, reset: 0, slowestMs: 0 }
  for (let round = 1; round <= rounds; round += 1) {
    // Every second time as behind a balancer, which sends nothing new to one that is not ready.
    const isBalanced = round % 2 === 0
    const service = await startServiceProcess({
      cleanup: (undo) => afterTest(t, undo),
      env: {
        DATABASE_URL: databaseUrlOf(connection),
        SHUTDOWN_TIMEOUT_MS: `${SHUTDOWN_TIMEOUT_MS}`,
        SHUTDOWN_DELAY_MS: isBalanced ? `${SHUTDOWN_DELAY_MS}` : '0',
      },
    })
    const { url } = service
    const balancer = isBalanced ? watchReadiness(url) : undefined
    const mayConnect = balancer?.isReady ?? (() => true)
    const load = await startSteadyLoad(records, { url, random, mayConnect })
    const moment = 20 + Math.floor(random() * 300)
    await eventually(() => load.responded >= moment, 'the load to be on its way')
    service.signal('SIGTERM')
    const reportedAt = performance.now()
    await load.ended
    const { code } = await service.exited
    const tookMs = Math.round(performance.now() - reportedAt)
    balancer?.end()
    assert.equal(code, 0, service.complaints())
    assert.ok(tookMs < SHUTDOWN_DELAY_MS + SHUTDOWN_TIMEOUT_MS, `it took ${tookMs} ms to stop`)
    assert.deepEqual(load.failures, [], 'every request that was accepted was finished')
    if (isBalanced) assert.deepEqual([load.refused, load.reset], [0, 0], 'no request came too late')
    assert.deepEqual(await load.notAsAcknowledged(sql), [], 'all that was acknowledged, no more')
    shown.responded += load.responded
    shown.refused += load.refused
    shown.reset += load.reset
    shown.slowestMs = Math.max(shown.slowestMs, tookMs)
  }
  return {
    count: `${rounds} times, every second one as behind a balancer`,
    result:
      `${shown.responded} requests of kept connections served and kept, none accepted and not ` +
      `finished; ended with 0 after ${shown.slowestMs} ms at most; behind a balancer nothing was ` +
      `refused; without one ${shown.refused} connections were refused and ${shown.reset} reset ` +
      'before their first request was read',
  }
})
