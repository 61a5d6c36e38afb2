import type { RoundResult } from './round.ts'
import type { MeasuredLoad, MeasuredRound } from './rounds.ts'
import { grouped, maxOf, median, spread } from './statistics.ts'
import type { SubjectName } from './subjects.ts'

export const LOAD_TABLE_HEAD = [
  '| Load | Connections | Subject | Requests/s, median (range) | Service against it | Its processor time against the service | CPU us | Database us | p50 ms | p90 ms | p99 ms | max ms | Refused as due | Unexpected |',
  '|---|---|---|---|---|---|---|---|---|---|---|---|---|---|',
].join('\n')

/** The lines of the table for one load, one per subject. */
export function loadLines(measured: MeasuredLoad): string {
  const lines = [...measured.results].map(([name, rounds]) => {
    const latencies = latenciesOf(rounds)
    const rates = rounds.map((one) => one.requestsPerSecond)
    const against = ratios(measured, ['service', name], (one) => one.requestsPerSecond)
    const processor = ratios(measured, [name, 'service'], processorOfBoth)
    const cells = [
      measured.load,
      measured.connections,
      name,
      spread(rates, 0),
      ...(name === 'service' ? ['', ''] : [spread(against, 2), spread(processor, 2)]),
      processorOf(rounds, 'processorUs'),
      processorOf(rounds, 'databaseUs'),
      ...[latencies.p50, latencies.p90, latencies.p99, latencies.max].map(milliseconds),
      rounds.reduce((total, one) => total + one.refused, 0),
      unexpectedOf(rounds),
    ]
    return `| ${cells.join(' | ')} |`
  })
  return lines.join('\n')
}

/** The ratio of two subjects in each round, of what `value` takes from a result. */
export function ratios(
  measured: MeasuredLoad | undefined,
  [one, other]: readonly [SubjectName, SubjectName],
  value: (result: MeasuredRound) => number,
): number[] {
  const over = measured?.results.get(one) ?? []
  const under = measured?.results.get(other) ?? []
  if (under.length === 0) return []
  return over.map((result, round) => value(result) / value(under[round] as MeasuredRound))
}

/** Over the rounds: the median of each percentile, and the longest response of all. */
export function latenciesOf(results: readonly MeasuredRound[]): RoundResult['latencies'] {
  const of = (name: keyof RoundResult['latencies']) => results.map((one) => one.latencies[name])
  const [p50, p90, p99] = [median(of('p50')), median(of('p90')), median(of('p99'))]
  return { p50, p90, p99, max: maxOf(of('max')) }
}

/** Wrong responses of all subjects. */
export function countUnexpected(measured: readonly MeasuredLoad[]): number {
  return measured
    .flatMap(({ results }) => [...results.values()].flat())
    .flatMap(({ unexpected }) => Object.values(unexpected))
    .reduce((total, count) => total + count, 0)
}

function processorOfBoth({ processorUs, databaseUs }: MeasuredRound): number {
  return (processorUs ?? 0) + (databaseUs ?? 0)
}

function milliseconds(value: number): string {
  return grouped(value, value < 10 ? 2 : 0)
}

function processorOf(
  rounds: readonly MeasuredRound[],
  whose: 'processorUs' | 'databaseUs',
): string {
  const known = rounds.flatMap((one) => one[whose] ?? [])
  return known.length === 0 ? '-' : grouped(median(known), 0)
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
