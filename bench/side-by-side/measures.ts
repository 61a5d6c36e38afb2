import { latenciesOf, type MeasuredLoad, type MeasuredRound, ratios } from './measured-rounds.ts'
import { grouped, maxOf, median, spread } from './statistics.ts'

/** One line of the table of measures: what has to be reached, and what was. */
export interface Measure {
  readonly what: string
  readonly must: string
  readonly aim: string
  readonly reached: string
  readonly verdict: 'aim' | 'pass' | 'falls short' | 'not measured'
}

/** What is measured beside the loads; null where it was not. */
export interface FurtherMeasurements {
  /** Of the service's process, the most while the mix ran over 64 connections. */
  readonly memoryMb: number | null
  readonly startSeconds: readonly number[]
}

/** What the service has to reach, and what it did; pages of ten million are `bench/pages.ts`. */
export function measuresOf(
  measured: readonly MeasuredLoad[],
  { memoryMb, startSeconds }: FurtherMeasurements,
): Measure[] {
  const find = (load: string, connections: number) =>
    measured.find((one) => one.load === load && one.connections === connections)
  const rate = (result: MeasuredRound) => result.requestsPerSecond
  const p50 = (result: MeasuredRound) => result.latencies.p50
  const tail = tailsOf(measured)
  return [
    atLeast('Get FBO Account, 64 connections, against the constant answer', [0.6, 0.8], {
      values: ratios(find('get', 64), ['service', 'constant'], rate),
    }),
    atLeast('Update FBO Account, 64 connections, against the yardstick', [2, 4], {
      values: ratios(find('update', 64), ['service', 'yardstick'], rate),
      unit: 'x',
    }),
    atLeast('Create Transfer, 5 items, 64 connections, against the yardstick', [3, 5], {
      values: ratios(find('create-5', 64), ['service', 'yardstick'], rate),
      unit: 'x',
    }),
    atMost('Create Transfer, 5 items, 1 connection, p50 against the yardstick', [1, 0.5], {
      values: ratios(find('create-5', 1), ['service', 'yardstick'], p50),
      unit: 'x',
    }),
    atLeast('List, page 1 of 25, 64 connections, against the constant answer', [0.4, 0.6], {
      values: ratios(find('list', 64), ['service', 'constant'], rate),
    }),
    {
      what: 'Any page of ten million shipments against page 1',
      must: '3x',
      aim: '1.5x',
      reached: 'see `bench/pages.ts`',
      verdict: 'not measured',
    },
    atMost('Memory of the service process under the 64-connection mix', [200, 120], {
      values: memoryMb === null ? [] : [memoryMb],
      unit: ' MB',
      digits: 0,
    }),
    atMost('From `serve` to ready, embedded, data directory present', [1, 0.5], {
      values: startSeconds,
      unit: ' s',
    }),
    {
      ...atMost('p99 against p50 at 64 connections, the worst load of one operation', [4, 2.5], {
        values: tail.length === 0 ? [] : [maxOf(tail.map(({ ratio }) => ratio))],
        unit: 'x',
      }),
      ...(tail.length > 0 && {
        reached: tail.map(({ load, ratio }) => `${load} ${grouped(ratio, 2)}`).join(', '),
      }),
    },
  ]
}

export const MEASURES_HEAD = '| Measure | Must | Aim | Reached | |\n|---|---|---|---|---|'

export function measureLine({ what, must, aim, reached, verdict }: Measure): string {
  return `| ${[what, must, aim, reached, verdict].join(' | ')} |`
}

/** p99 against p50 of the service. A mix is left out: its requests are of different lengths. */
function tailsOf(measured: readonly MeasuredLoad[]): { load: string; ratio: number }[] {
  return measured
    .filter(({ load, connections }) => connections === 64 && load !== 'mix')
    .flatMap(({ load, results }) => {
      const rounds = results.get('service')
      if (rounds === undefined) return []
      const { p50, p99 } = latenciesOf(rounds)
      return [{ load, ratio: p99 / p50 }]
    })
}

interface Found {
  readonly values: readonly number[]
  readonly unit?: string
  readonly digits?: number
}

function atLeast(what: string, limits: readonly [number, number], found: Found): Measure {
  return judged(what, limits, found, (value, limit) => value >= limit)
}

function atMost(what: string, limits: readonly [number, number], found: Found): Measure {
  return judged(what, limits, found, (value, limit) => value <= limit)
}

function judged(
  what: string,
  [must, aim]: readonly [number, number],
  { values, unit = '', digits = 2 }: Found,
  holds: (value: number, limit: number) => boolean,
): Measure {
  const written = { what, must: `${must}${unit}`, aim: `${aim}${unit}` }
  if (values.length === 0) return { ...written, reached: '-', verdict: 'not measured' }
  const value = median(values)
  const verdict = holds(value, aim) ? 'aim' : holds(value, must) ? 'pass' : 'falls short'
  return { ...written, reached: `${spread(values, digits)}${unit}`, verdict }
}
