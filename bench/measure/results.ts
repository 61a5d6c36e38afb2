import type { RoundResult } from './round.ts'
import type { MeasuredLoad, MeasuredRound } from './rounds.ts'
import { maxOf, median } from './statistics.ts'
import type { SubjectName } from './subjects.ts'

const withRange = (name: string) => [name, `${name}Least`, `${name}Most`]

/** The first line of the CSV file; bench/results/latest.md says what the columns are. */
export const LOADS_HEADER = [
  ...['load', 'connections', 'subject'],
  ...['requestsPerSecond', 'serviceAgainst', 'processorAgainst'].flatMap(withRange),
  ...['processorUs', 'databaseUs', 'p50Ms', 'p90Ms', 'p99Ms', 'maxMs', 'refused', 'unexpected'],
].join()

/** The lines of the CSV file for one load, one per subject. */
export function loadLines(measured: MeasuredLoad): string {
  const lines = [...measured.results].map(([name, rounds]) => {
    const { p50, p90, p99, max } = latenciesOf(rounds)
    const rates = rounds.map((one) => one.requestsPerSecond)
    const against = ratios(measured, ['service', name], (one) => one.requestsPerSecond)
    const processor = ratios(measured, [name, 'service'], processorOfBoth)
    return [
      ...[measured.load, measured.connections, name],
      ...rangeOf(rates),
      ...rangeOf(name === 'service' ? [] : against),
      ...rangeOf(name === 'service' ? [] : processor),
      ...(['processorUs', 'databaseUs'] as const).map((of) =>
        figure(median(rounds.flatMap((one) => one[of] ?? []))),
      ),
      ...[p50, p90, p99, max].map(figure),
      rounds.reduce((total, one) => total + one.refused, 0),
      unexpectedOf(rounds),
    ].join()
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

/** The median, the least and the most. */
function rangeOf(values: readonly number[]): string[] {
  const ends = [Math.min(...values), Math.max(...values)]
  return [median(values), ...ends].map(figure)
}

/** Empty where nothing was measured. */
function figure(value: number): string {
  return Number.isFinite(value) ? String(Number(value.toFixed(value < 100 ? 2 : 0))) : ''
}

function unexpectedOf(rounds: readonly MeasuredRound[]): string {
  const counts = new Map<string, number>()
  for (const { unexpected } of rounds) {
    for (const [what, count] of Object.entries(unexpected)) {
      counts.set(what, (counts.get(what) ?? 0) + count)
    }
  }
  if (counts.size === 0) return '0'
  const text = [...counts].map(([what, count]) => `${count}: ${what}`).join('; ')
  return `"${text.replaceAll('"', '""')}"`
}
