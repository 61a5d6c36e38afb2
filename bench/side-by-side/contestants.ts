import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync, truncateSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '../../test/support/free-port.ts'
import { CLI, plainEnvironment } from '../../test/support/service-process.ts'
import { type Child, startChild } from './child-process.ts'
import type { ConstantOrder } from './constant-program.ts'
import type { HttpOrder } from './load-program.ts'
import type { LoadName } from './loads.ts'
import type { RoundOrder, RoundResult } from './round.ts'
import type { StoreOrder } from './store-program.ts'
import type { VaultData } from './vault-data.ts'

export type ContestantName =
  | 'service'
  | 'keys'
  | 'workers'
  | 'constant'
  | 'bare'
  | 'yardstick'
  | 'database'

export const CONTESTANTS_EXPLAINED: Record<ContestantName, string> = {
  service: 'the service as `serve` starts it: tokens checked, a line of JSON in a file per request',
  keys: 'the same service, asked for each transfer under an `Idempotency-Key` of its own',
  workers: 'the same in as many processes as `--workers` said',
  constant:
    "a Fastify with the service's hooks (request id, log, metrics) that answers every request " +
    'with one ready text, as long as the answer of the service, 201 also where that refuses: no ' +
    'token, no database',
  bare: 'the same text from a Fastify without anything registered, no log either',
  yardstick:
    'the same operations on the same tables by Fastify and `pg`, a statement per read and a ' +
    'transaction of statements per transfer; no log',
  database:
    "the service's own store functions and pool for the same decisions, tokens too, without HTTP",
}

/** One of those that are measured side by side. */
export interface Contestant {
  readonly name: ContestantName
  readonly pid: number
  measures(load: LoadName): boolean
  run(order: RoundOrder): Promise<RoundResult>
  stop(): Promise<void>
}

interface Start {
  readonly data: VaultData
  /** The process that loads servers: one for all of them. */
  readonly loader: Child
  /** Where servers write their logs. */
  readonly folder: string
}

const READY_MS = 120_000
/** Loads whose answers are alike are compared with the constant once. */
const CONSTANT_LOADS: readonly LoadName[] = ['get', 'update', 'list', 'create-5', 'mix']
/** Those that create something: nothing else is asked for under a key. */
const KEY_LOADS: readonly LoadName[] = [
  'create-5',
  'create-100',
  'half-refused-5',
  'half-refused-100',
  'mix',
]
const BARE_LOADS: readonly LoadName[] = ['get', 'list']

/** `serve`, in a process of its own, or in several. */
export async function startService(
  { data, loader, folder }: Start,
  { workers = 1, profile }: { workers?: number; profile?: string | undefined } = {},
): Promise<Contestant & { readonly url: string; readonly underKeys: Contestant }> {
  const name = workers === 1 ? 'service' : 'workers'
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const logFile = join(folder, `${name}.log`)
  const log = openSync(logFile, 'a')
  const profiling =
    profile === undefined
      ? []
      : ['--cpu-prof', '--cpu-prof-interval=500', `--cpu-prof-dir=${profile}`]
  const child = spawn(process.execPath, [...startOptions(), ...profiling, CLI, 'serve'], {
    cwd: tmpdir(),
    stdio: ['ignore', log, 'inherit'],
    env: {
      ...plainEnvironment(),
      DATABASE_URL: data.databaseUrl,
      PORT: `${port}`,
      METRICS_PORT: '0',
      LOG_FORMAT: 'json',
      ...(workers > 1 && { WORKERS: `${workers}` }),
    },
  })
  closeSync(log)
  const exited = once(child, 'exit')
  const deadline = Date.now() + READY_MS
  while (!(await isReady(url))) {
    if (child.exitCode !== null || Date.now() > deadline) {
      child.kill('SIGKILL')
      throw new Error('serve did not start')
    }
    await pause(50)
  }
  const { pid } = child as { pid: number }
  const target = { loader, logFile, url, token: data.token, answers: 'judged' } as const
  return {
    name,
    url,
    pid,
    measures: () => true,
    run: overHttp(target),
    stop: async () => {
      child.kill('SIGTERM')
      await exited
    },
    underKeys: {
      name: 'keys',
      pid,
      measures: (load) => KEY_LOADS.includes(load),
      run: overHttp({ ...target, keys: 'used' }),
      stop: async () => undefined,
    },
  }
}

/** What `npm start` gives Node along. */
function startOptions(): string[] {
  const { scripts } = JSON.parse(
    readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
  ) as { scripts: { start: string } }
  return scripts.start.split(' ').filter((word) => word.startsWith('--'))
}

/** A Fastify that answers what the service once did. */
export async function startConstant(
  { loader, folder, data }: Start,
  setUp: ConstantOrder['setUp'],
  answers: ConstantOrder['answers'],
): Promise<Contestant> {
  const name = setUp === 'ours' ? 'constant' : 'bare'
  const logFile = join(folder, `${name}.log`)
  const child = startChild('constant-program.ts', { logFile, env: { LOG_FORMAT: 'json' } })
  const { url } = await child.ask<{ url: string }>({ setUp, answers } satisfies ConstantOrder)
  const loads = setUp === 'ours' ? CONSTANT_LOADS : BARE_LOADS
  return {
    name,
    pid: child.pid,
    measures: (load) => loads.includes(load),
    run: overHttp({ loader, logFile, url, token: data.token, answers: 'constant' }),
    stop: child.stop,
  }
}

export async function startYardstick({ data, loader }: Start): Promise<Contestant> {
  const child = startChild('yardstick-program.ts')
  const { url } = await child.ask<{ url: string }>({ databaseUrl: data.databaseUrl })
  return {
    name: 'yardstick',
    pid: child.pid,
    measures: () => true,
    run: overHttp({ loader, url, token: data.token, answers: 'judged' }),
    stop: child.stop,
  }
}

export function startStores({ data }: Start): Contestant {
  const child = startChild('store-program.ts')
  const { databaseUrl, token } = data
  return {
    name: 'database',
    pid: child.pid,
    measures: () => true,
    run: (order) => child.ask<RoundResult>({ ...order, databaseUrl, token } satisfies StoreOrder),
    stop: child.stop,
  }
}

function overHttp(
  server: Pick<HttpOrder, 'url' | 'token' | 'answers' | 'keys'> & {
    loader: Child
    logFile?: string
  },
): Contestant['run'] {
  const { loader, logFile, ...target } = server
  return async (order) => {
    // A run writes gigabytes of log: only the last round's is kept.
    if (logFile !== undefined) truncateSync(logFile)
    return await loader.ask<RoundResult>({ ...order, ...target } satisfies HttpOrder)
  }
}

async function isReady(url: string): Promise<boolean> {
  try {
    return (await fetch(new URL('/health/ready', url))).ok
  } catch {
    return false
  }
}
