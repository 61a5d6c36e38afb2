import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import type { Sql } from 'postgres'
import { isSoak, soakTest } from '../support/chaos/soak-test.ts'
import { runMixedLoad } from '../support/load/mixed-load.ts'
import { runCommand } from '../support/processes/command.ts'
import { openEmbeddedVault } from '../support/processes/embedded-vault.ts'
import { ApiClient } from '../support/vault/api-client.ts'
import { openOwnVault } from '../support/vault/vault.ts'

const { app } = await openOwnVault()
const WORKERS = 8
/** Tables whose number of rows does not grow under the load. */
const STEADY = ['fbo_accounts', 'inventory_items', 'access_tokens', 'organizations']

interface Sample {
  readonly memoryMb: number
  /** Bytes of each table with its indexes: all of a steady one, for each row of any other. */
  readonly bytes: Readonly<Record<string, number>>
  readonly deadRows: number
}

soakTest('an hour of mixed load', 'our own load', async ({ t, seed, size }) => {
  const { service, sql, records, dataDir } = await openEmbeddedVault(t)
  const api = new ApiClient(service.url, app)
  const endsAt = performance.now() + size(1_600, 3_600_000)
  const isOver = () => performance.now() >= endsAt
  const samples: Sample[] = []
  const sampling = (async () => {
    while (!isOver()) {
      await pause(Math.min(size(150, 60_000), Math.max(1, endsAt - performance.now())))
      samples.push(await sample(service.metricsUrl, sql))
    }
  })()
  const load = { seed, workers: WORKERS, pauseMs: size(0, 25), isOver }
  const [responded] = await Promise.all([runMixedLoad(api, records, load), sampling])
  const { code, stdout, stderr } = await runCommand(['verify'], { DATA_DIR: dataDir })
  assert.equal(code, 0, stdout + stderr)
  const errors = service.log.filter(({ level }) => level === 'error')
  assert.deepEqual(errors, [])

  const growth = growthOf(samples)
  const worst = Object.entries(growth).reduce((a, b) => (b[1] > a[1] ? b : a))
  if (isSoak) {
    for (const [name, ratio] of Object.entries(growth)) t.diagnostic(`${name}: ${ratio.toFixed(2)}`)
    for (const [name, ratio] of Object.entries(growth)) assert.ok(ratio <= 1.25, `${name} ${ratio}`)
  }
  const memory = samples.map(({ memoryMb }) => memoryMb)
  const dead = samples.map(({ deadRows }) => deadRows)
  return {
    count: `${responded} requests in ${size(1.6, 3_600)} s`,
    result:
      `last quarter against the second: memory ${growth.memory?.toFixed(2)}, the worst of all ` +
      `(${worst[0]}) ${worst[1].toFixed(2)}; memory at most ${Math.max(...memory)} MB; dead rows ` +
      `${Math.max(...dead)} at most, ${dead.at(-1)} in the end; verify clean`,
  }
})

/** Growth of each figure from the second quarter to the last, by their medians. */
function growthOf(samples: readonly Sample[]): Record<string, number> {
  const quarter = Math.floor(samples.length / 4)
  const [second, last] = [samples.slice(quarter, 2 * quarter), samples.slice(-quarter)]
  const ratio = (read: (sample: Sample) => number) =>
    median(last.map(read)) / median(second.map(read))
  const tables = Object.keys(second[0]?.bytes ?? {})
  return {
    memory: ratio(({ memoryMb }) => memoryMb),
    ...Object.fromEntries(
      tables.map((table) => [table, ratio(({ bytes }) => bytes[table] as number)]),
    ),
  }
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] as number
}

async function sample(metricsUrl: string, sql: Sql): Promise<Sample> {
  const metrics = await (await fetch(metricsUrl)).text()
  const memory = Number(/^process_resident_memory_bytes (\S+)/m.exec(metrics)?.[1])
  const tables = await sql<{ name: string; bytes: number; dead: number }[]>`
    select relname as name, n_dead_tup::integer as dead,
      (pg_total_relation_size(relid)
        / case when relname = any(${STEADY}::text[]) then 1 else n_live_tup end)::float8 as bytes
    from pg_stat_user_tables
    where n_live_tup > 0 and schemaname = 'public'
      and (n_live_tup > 500 or relname = any(${STEADY}::text[]))`
  return {
    memoryMb: Math.round(memory / 1e6),
    bytes: Object.fromEntries(tables.map(({ name, bytes }) => [name, bytes])),
    deadRows: tables.reduce((sum, { dead }) => sum + dead, 0),
  }
}
