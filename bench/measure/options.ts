import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { LOADS, type LoadName } from './loads.ts'

export interface BenchOptions {
  /** Share of a million items and shipments, and a hundred thousand accounts. */
  readonly scale: number
  readonly loads: readonly LoadName[]
  readonly connections: readonly number[]
  readonly rounds: number
  /** Length of a round. */
  readonly seconds: number
  /** Number of starts of `serve` that are timed. */
  readonly starts: number
  /** Folder for a CPU profile of the service, to be looked at as a flame graph. */
  readonly profile: string | undefined
  /** Whether the run goes into bench/results/. */
  readonly write: boolean
}

export function readOptions(): BenchOptions {
  const { values } = parseArgs({
    options: {
      scale: { type: 'string', default: '0.2' },
      only: { type: 'string', default: Object.keys(LOADS).join() },
      // The busier first: one connection alone would take minutes until all code is compiled.
      connections: { type: 'string', default: '64,1' },
      rounds: { type: 'string', default: '3' },
      seconds: { type: 'string', default: '2' },
      starts: { type: 'string', default: '5' },
      profile: { type: 'string' },
      write: { type: 'boolean', default: false },
    },
  })
  const loads = values.only.split(',') as LoadName[]
  const unknown = loads.filter((load) => !(load in LOADS))
  if (unknown.length > 0) {
    throw new Error(`--only knows ${Object.keys(LOADS).join()}, not ${unknown.join()}`)
  }
  return {
    loads,
    connections: values.connections.split(',').map((count) => positive('connections', count)),
    scale: positive('scale', values.scale),
    rounds: positive('rounds', values.rounds),
    seconds: positive('seconds', values.seconds),
    starts: values.starts === '0' ? 0 : positive('starts', values.starts),
    profile: values.profile === undefined ? undefined : resolve(values.profile),
    write: values.write,
  }
}

function positive(name: string, text: string): number {
  const number = Number(text)
  if (!(number > 0)) throw new Error(`--${name} must be a number above 0, not ${text}`)
  return number
}
