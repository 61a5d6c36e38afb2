import assert from 'node:assert/strict'
import { test } from 'node:test'
import { maxOf, quantile } from '../../bench/measure/statistics.ts'
import { startOrganizationLoad } from '../support/load/organization-load.ts'
import { organizationsApart, placeOf } from '../support/processes/cluster.ts'
import { eventually } from '../support/processes/embedded-directory.ts'
import { openVault } from '../support/vault/vault.ts'

const vault = await openVault()
const { sql, records, proxies } = vault
const apart = await organizationsApart(sql, () => records.organization())
const { host, port } = await placeOf(sql, apart[0])
const proxy = proxies.get(`${host}:${port}`)

const DELAY_MS = 200
const ROUNDS = 4
const RESPONSES_PER_ROUND = 300
const SOON_MS = 60_000

test('A node whose responses are late: others get no 503, and are served as fast as before', async (t) => {
  assert.ok(proxy !== undefined)
  const [slow, served] = await Promise.all(
    apart.map((organizationId) => startOrganizationLoad(t, vault, organizationId)),
  )
  assert.ok(slow !== undefined && served !== undefined)
  const [fast, late] = [
    { slow: [] as number[], served: [] as number[] },
    { slow: [] as number[], served: [] as number[] },
  ]

  /** Adds the times of the next responses. */
  async function measure(times: typeof fast): Promise<void> {
    const responses = () => [...served!.statuses.values()].reduce((sum, count) => sum + count, 0)
    const end = responses() + RESPONSES_PER_ROUND
    await eventually(() => responses() >= end, 'the other to be served', SOON_MS)
    times.slow.push(...slow!.takeTimes())
    times.served.push(...served!.takeTimes())
  }

  await measure({ slow: [], served: [] })
  for (let round = 1; round <= ROUNDS; round += 1) {
    await measure(fast)
    // Half of it on each way.
    proxy.delay(DELAY_MS / 2)
    await measure(late)
    proxy.delay(0)
    // The last late response.
    await eventually(() => slow.takeTimes().some((ms) => ms < DELAY_MS), 'the node', SOON_MS)
    served.takeTimes()
  }
  await Promise.all([slow.stop(), served.stop()])
  const p99 = (times: readonly number[]) => quantile(times, 0.99)
  const shown = (times: readonly number[]) =>
    `p99 ${p99(times).toFixed(1)} ms, slowest ${maxOf(times).toFixed(1)} ms of ${times.length}`
  t.diagnostic(`its own before: ${shown(fast.slow)}; late: ${shown(late.slow)}`)
  t.diagnostic(`others before: ${shown(fast.served)}; meanwhile: ${shown(late.served)}`)
  t.diagnostic(`late: ${JSON.stringify([...slow.statuses])}`)
  t.diagnostic(`others: ${JSON.stringify([...served.statuses])}`)
  assert.ok(quantile(late.slow, 0.5) > DELAY_MS, 'the node is late')
  assert.deepEqual([...slow.failures, ...served.failures], [])
  assert.equal(served.statuses.get(503), undefined)
  assert.ok(p99(late.served) <= 2 * p99(fast.served))
  for (const load of [slow, served]) assert.deepEqual(await load.notAsAcknowledged(sql), [])
})
