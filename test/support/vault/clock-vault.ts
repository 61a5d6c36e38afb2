import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { eventually } from '../processes/embedded-directory.ts'
import { type EmbeddedVault, openEmbeddedVault } from '../processes/embedded-vault.ts'
import { postgresWith } from '../processes/postgres-with.ts'
import { fakeClock } from './fake-clock.ts'
import type { Sql } from './sql.ts'

/** A vault whose service and whose PostgreSQL have a clock each that the test sets. */
export async function openClockVault(t: TestContext) {
  const clocks = { service: fakeClock(t), database: fakeClock(t) }
  const { command, env } = postgresWith(clocks.database.variables)
  const vault = await openEmbeddedVault(t, { ...env, ...clocks.service.variables }, { command })
  return { ...vault, clocks }
}

/** Waits until service and database report that they are that many seconds ahead. */
export async function eventuallyAhead(
  { sql, service }: Pick<EmbeddedVault, 'sql' | 'service'>,
  expected: readonly [service: number, database: number],
): Promise<void> {
  await eventually(async () => {
    const rows = await sql<{ now: Date }[]>`select clock_timestamp() as now`
    // Node looks at the clock for this header once a second.
    const { headers } = await fetch(`${service.url}/health/live`)
    const times = [
      Date.parse(headers.get('date') as string),
      ...rows.map(({ now }) => now.getTime()),
    ]
    return times.every((time, place) => {
      return Math.abs(time - Date.now() - (expected[place] as number) * 1_000) < 3_000
    })
  }, `the clocks to be ${expected} seconds ahead`)
}

/** Fails where a transfer ends before it begins. For movements and items `verify` does so. */
export async function assertTimesInOrder(sql: Sql): Promise<void> {
  const wrong = await sql`select * from transfer_batches where decided_at < created_at`
  assert.deepEqual([...wrong], [])
}
