import assert from 'node:assert/strict'
import { runCommand } from '../processes/command.ts'
import { eventually } from '../processes/embedded-directory.ts'
import type { ServiceProcess } from '../processes/service-process.ts'
import type { Sql } from '../vault/sql.ts'

/** Waits until the service says that it is not ready, and when to ask again; the reason. */
export async function becomesUnready({ url }: ServiceProcess): Promise<string> {
  const response = await eventually(async () => {
    const response = await fetch(`${url}/health/ready`)
    return response.status === 503 && response
  }, 'the service to say that it is not ready')
  assert.equal(response.headers.get('retry-after'), '1')
  return ((await response.json()) as { reason: string }).reason
}

/** Waits until the service says by itself that it is ready; how long that took. */
export async function readyByItself({ url }: ServiceProcess): Promise<number> {
  const begun = performance.now()
  await eventually(
    async () => (await fetch(`${url}/health/ready`)).status === 200,
    'the service to be ready again',
    60_000,
  )
  return Math.round(performance.now() - begun)
}

/**
 * Makes the test's connections reopen: after a PANIC the driver refuses the next statement with
 * the same PANIC, without sending it.
 */
export async function renewConnections(sql: Sql): Promise<void> {
  await Promise.allSettled(Array.from({ length: 10 }, () => sql`select pg_sleep(0.05)`))
}

/** Fails unless a line of the service's log, from that one on, names the cause. */
export function assertCauseReported({ log }: ServiceProcess, from: number, cause: RegExp): void {
  const lines = log.slice(from).map((line) => JSON.stringify(line))
  assert.ok(
    lines.some((line) => cause.test(line)),
    `no line names ${cause}: ${lines.slice(-5)}`,
  )
}

/** Fails unless `verify` finds nothing wrong in the data directory. */
export async function assertVerified(dataDir: string): Promise<void> {
  const { code, stdout, stderr } = await runCommand(['verify'], { DATA_DIR: dataDir })
  assert.equal(code, 0, stdout + stderr)
}
