import type { LoadName } from './loads.ts'
import { latenciesOf, ratios } from './results.ts'
import type { MeasuredLoad, MeasuredRound } from './rounds.ts'
import { grouped, maxOf, median, spread } from './statistics.ts'
import type { SubjectName } from './subjects.ts'

/** One line of the table of marks: what must be reached, and what was. */
export interface Mark {
  readonly what: string
  readonly must: string
  readonly aim: string
  readonly reached: string
  readonly verdict: 'aim' | 'must' | 'falls short' | 'not measured'
}

/** Measurements other than the loads. */
export interface FurtherMeasurements {
  /** Memory of the service, the most while the mix ran; null if it did not run. */
  readonly memoryMb: number | null
  readonly startSeconds: readonly number[]
}

interface Found {
  readonly values: readonly number[]
  readonly unit?: string
  readonly digits?: number
}

/** The service that a load is compared with: reads without, changes with an outbox. */
type Baseline = 'plain' | 'outbox'

const AGAINST: readonly [
  load: LoadName,
  baseline: Baseline,
  limits: [number, number],
  aloneLimits: [number, number],
][] = [
  ['get', 'plain', [2.6, 3], [1.1, 1]],
  ['update', 'outbox', [2, 2.3], [1.25, 1.1]],
  ['list', 'plain', [1.5, 1.8], [1.1, 1]],
  ['list-status', 'plain', [1.9, 2.3], [1.1, 1]],
  ['create-5', 'outbox', [2.8, 3.2], [0.85, 0.7]],
  ['create-5-empty', 'outbox', [1.9, 2.2], [1.2, 1]],
  ['create-100', 'outbox', [1.9, 2.2], [1.2, 1]],
]

export function marksOf(
  measured: readonly MeasuredLoad[],
  { memoryMb, startSeconds }: FurtherMeasurements,
): Mark[] {
  const find = (load: LoadName, connections: number) =>
    measured.find((one) => one.load === load && one.connections === connections)
  const rate = (result: MeasuredRound) => result.requestsPerSecond
  const at64 = (load: LoadName, subjects: [SubjectName, SubjectName]) =>
    ratios(find(load, 64), subjects, rate)
  return [
    ...AGAINST.map(([load, baseline, limits]) =>
      atLeast(`${load} against ${baseline}`, limits, {
        values: at64(load, ['service', baseline]),
        unit: 'x',
      }),
    ),
    ...AGAINST.map(([load, baseline, , limits]) =>
      atMost(`${load} alone against ${baseline}`, limits, {
        values: ratios(find(load, 1), ['service', baseline], (one) => one.latencies.p50),
        unit: 'x',
      }),
    ),
    atLeast('get against ceiling', [0.6, 0.8], {
      values: at64('get', ['service', 'ceiling']),
      unit: 'x',
    }),
    atLeast('create-5, keys against service', [0.85, 0.95], {
      values: at64('create-5', ['keys', 'service']),
      unit: 'x',
    }),
    atMost('Memory under mix', [170, 155], {
      values: memoryMb === null ? [] : [memoryMb],
      unit: ' MB',
      digits: 0,
    }),
    worst('p99 against p50, the worst', [4, 2.5], tails(measured)),
    atMost('`serve` to ready, embedded, warm', [0.7, 0.5], {
      values: startSeconds,
      unit: ' s',
    }),
  ]
}

export function marksTable(marks: readonly Mark[]): string {
  const lines = marks.map(
    ({ what, must, aim, reached, verdict }) =>
      `| ${[what, must, aim, reached, verdict].join(' | ')} |`,
  )
  return ['| Mark | Must | Aim | Reached | |', '|---|---|---|---|---|', ...lines].join('\n')
}

type Named = readonly { readonly load: LoadName; readonly value: number }[]

/** Figures of the service. A mix is left out: its requests are of different lengths. */
function tails(measured: readonly MeasuredLoad[]): Named {
  return measured
    .filter(({ load, connections }) => connections === 64 && load !== 'mix')
    .map(({ load, results }) => {
      const { p50, p99 } = latenciesOf(results.get('service') ?? [])
      return { load, value: p99 / p50 }
    })
}

/** The largest of several decides, and each is named. */
function worst(what: string, limits: readonly [number, number], found: Named): Mark {
  const values = found.length === 0 ? [] : [maxOf(found.map(({ value }) => value))]
  const each = found.map(({ load, value }) => `${load} ${grouped(value, 2)}`).join(', ')
  return { ...atMost(what, limits, { values, unit: 'x' }), reached: each === '' ? '-' : each }
}

function atLeast(what: string, limits: readonly [number, number], found: Found): Mark {
  return judged(what, limits, found, (value, limit) => value >= limit)
}

function atMost(what: string, limits: readonly [number, number], found: Found): Mark {
  return judged(what, limits, found, (value, limit) => value <= limit)
}

function judged(
  what: string,
  [must, aim]: readonly [number, number],
  { values, unit = '', digits = 2 }: Found,
  holds: (value: number, limit: number) => boolean,
): Mark {
  const written = { what, must: `${must}${unit}`, aim: `${aim}${unit}` }
  if (values.length === 0) return { ...written, reached: '-', verdict: 'not measured' }
  const value = median(values)
  const verdict = holds(value, aim) ? 'aim' : holds(value, must) ? 'must' : 'falls short'
  return { ...written, reached: `${spread(values, digits)}${unit}`, verdict }
}
