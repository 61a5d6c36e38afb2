import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Metrics, type MetricsReport } from '../http/metrics.ts'
import { TeamMetrics } from './team-metrics.ts'

class Worker {
  readonly metrics: Metrics
  lastReport: MetricsReport = []

  constructor(number: string, { conflicts, pending }: { conflicts: number; pending: number }) {
    this.metrics = new Metrics(number)
    for (let count = 0; count < conflicts; count += 1) this.metrics.conflictRetried('40P01')
    this.metrics.watchDatabase(() => pending)
  }

  async report(): Promise<MetricsReport> {
    this.lastReport = JSON.parse(JSON.stringify(await this.metrics.report()))
    return this.lastReport
  }
}

test('what the service counts is added up, and what a worker counted outlasts it', async () => {
  const first = new Worker('1', { conflicts: 3, pending: 5 })
  const second = new Worker('2', { conflicts: 4, pending: 6 })
  let workers = [first, second]
  const team = new TeamMetrics(() => workers)

  assert.deepEqual(await counts(team), { conflicts: 7, pending: 11 })
  for (const worker of ['1', '2', 'leader']) {
    const text = await team.text()
    assert.match(
      text,
      new RegExp(`^process_resident_memory_bytes\\{worker="${worker}"\\} \\d+$`, 'm'),
    )
    assert.match(text, new RegExp(`^process_start_time_seconds\\{worker="${worker}"\\} \\d+$`, 'm'))
  }

  team.keep(first.lastReport)
  workers = [second]
  assert.deepEqual(await counts(team), { conflicts: 7, pending: 6 })
  assert.doesNotMatch(await team.text(), /worker="1"/)

  const successor = new Worker('1', { conflicts: 2, pending: 1 })
  workers = [successor, second]
  assert.deepEqual(await counts(team), { conflicts: 9, pending: 7 })
  team.keep(successor.lastReport)
  workers = [second]
  assert.deepEqual(await counts(team), { conflicts: 9, pending: 6 })
})

async function counts(team: TeamMetrics): Promise<{ conflicts: number; pending: number }> {
  const text = await team.text()
  const number = (line: RegExp) => Number(line.exec(text)?.[1])
  return {
    conflicts: number(/^vault_database_conflict_retries_total\{sqlstate="40P01"\} (\d+)$/m),
    pending: number(/^vault_database_statements_pending (\d+)$/m),
  }
}
