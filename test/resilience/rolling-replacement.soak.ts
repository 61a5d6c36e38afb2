import assert from 'node:assert/strict'
import { soakTest } from '../support/chaos/soak-test.ts'
import { startSteadyLoad } from '../support/load/steady-load.ts'
import { afterTest, eventually } from '../support/processes/embedded-directory.ts'
import { freePort } from '../support/processes/free-port.ts'
import { LOOK_MS, startHaproxy } from '../support/processes/haproxy.ts'
import { databaseUrlOf, startServiceProcess } from '../support/processes/service-process.ts'
import { randomNumbers } from '../support/vault/random.ts'
import { openOwnVault } from '../support/vault/vault.ts'

const { sql, records, connection } = await openOwnVault()

soakTest('Rolling replacement of one of two', 'HAProxy, undici', async ({ t, seed, size }) => {
  const random = randomNumbers(seed)
  const ports = [await freePort(), await freePort()] as const
  const start = (port: number) =>
    startServiceProcess({
      cleanup: (undo) => afterTest(t, undo),
      env: {
        DATABASE_URL: databaseUrlOf(connection),
        PORT: `${port}`,
        SHUTDOWN_DELAY_MS: `${5 * LOOK_MS}`,
      },
    })
  const services = await Promise.all(ports.map(start))
  const url = await startHaproxy(t, ports)
  const rounds = size(4, 40)
  let responded = 0
  for (let round = 0; round < rounds; round += 1) {
    const place = round % 2
    const load = await startSteadyLoad(records, { url, random })
    const moment = 20 + Math.floor(random() * 300)
    await eventually(() => load.responded >= moment, 'the load to be on its way')
    const old = services[place]
    old?.signal('SIGTERM')
    assert.equal((await old?.exited)?.code, 0)
    const replacement = await start(ports[place] as number)
    services[place] = replacement
    // The other service is replaced only once the balancer sends requests to this one.
    await eventually(
      () => replacement.log.some(({ msg }) => msg === 'request completed'),
      'the replacement to be used',
    )
    await load.stop()
    assert.deepEqual(load.failures, [])
    assert.deepEqual([load.refused, load.reset], [0, 0])
    assert.deepEqual(await load.notAsAcknowledged(sql), [])
    responded += load.responded
  }
  return { count: `${rounds} replacements`, result: `${responded} requests, none failed` }
})
