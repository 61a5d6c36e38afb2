import type { ContestantName } from './contestants.ts'
import { latenciesOf, type MeasuredLoad, type MeasuredRound, ratios } from './measured-rounds.ts'
import { grouped, median, spread } from './statistics.ts'

export const LOAD_TABLE_HEAD = [
  '| Load | Connections | Which | Requests/s, median (range) | Service against it | p50 ms | p90 ms | p99 ms | max ms | CPU us | Refused as due | Unexpected |',
  '|---|---|---|---|---|---|---|---|---|---|---|---|',
].join('\n')

/** The lines of the table for one load, one per contestant. */
export function loadLines(measured: MeasuredLoad): string {
  const { load, connections, results } = measured
  const lines = [...results].map(([name, rounds]) => {
    const latencies = latenciesOf(rounds)
    const against = ratios(measured, ['service', name], (one) => one.requestsPerSecond)
    const cells = [
      load,
      connections,
      name,
      spread(
        rounds.map((one) => one.requestsPerSecond),
        0,
      ),
      name === 'service' ? '' : spread(against, 2),
      ...[latencies.p50, latencies.p90, latencies.p99, latencies.max].map(milliseconds),
      processorOf(rounds),
      sum(rounds, (one) => one.refused),
      unexpectedOf(rounds),
    ]
    return `| ${cells.join(' | ')} |`
  })
  return lines.join('\n')
}

function milliseconds(value: number): string {
  return grouped(value, value < 10 ? 2 : 0)
}

function processorOf(rounds: readonly MeasuredRound[]): string {
  const known = rounds.flatMap(({ processorUs }) => processorUs ?? [])
  return known.length === 0 ? '-' : grouped(median(known), 0)
}

function sum(rounds: readonly MeasuredRound[], of: (one: MeasuredRound) => number): number {
  return rounds.reduce((total, one) => total + of(one), 0)
}

function unexpectedOf(rounds: readonly MeasuredRound[]): string {
  const counts = new Map<string, number>()
  for (const { unexpected } of rounds) {
    for (const [what, count] of Object.entries(unexpected)) {
      counts.set(what, (counts.get(what) ?? 0) + count)
    }
  }
  if (counts.size === 0) return '0'
  return [...counts].map(([what, count]) => `${count}: ${what.replaceAll('|', ' ')}`).join('; ')
}

/** Answers of that contestant, or of anyone, that were wrong. */
export function countUnexpected(measured: readonly MeasuredLoad[], of?: ContestantName): number {
  return measured
    .flatMap(({ results }) => [...results])
    .filter(([name]) => of === undefined || name === of)
    .flatMap(([, rounds]) => rounds.flatMap((one) => Object.values(one.unexpected)))
    .reduce((total, count) => total + count, 0)
}
