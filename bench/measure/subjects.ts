import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, truncateSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from '../../test/support/processes/free-port.ts'
import { plainEnvironment } from '../../test/support/processes/program.ts'
import type { Cleanups } from './cleanups.ts'
import type { Environment } from './commands.ts'
import type { DatabaseName } from './databases.ts'
import type { LoadName } from './loads.ts'
import { PUBLISHED, PUBLISHED_ENV, PUBLISHED_OPTIONS } from './published.ts'
import type { RoundOptions } from './round.ts'

export const SUBJECTS = {
  service: 'as `serve` starts it, with its log in a file',
  plain:
    'Fastify 5 and `pg` over lean tables: a statement per read, a transaction per transfer, ' +
    'tokens remembered for 60 s, no log (`bench/plain-service/`)',
  outbox: 'the same, with one event row in the transaction of each change',
  keys: 'the service, with an `Idempotency-Key` for each transfer',
  ceiling: "the service's Fastify with one ready response: no token, no database",
} as const

export type SubjectName = keyof typeof SUBJECTS

/** The service that is measured. */
export interface Subject {
  readonly name: SubjectName
  readonly pid: number
  readonly url: string
  /** Table of its transfers. */
  readonly database: DatabaseName | 'none'
  /** The loads that it is measured with; all of them if absent. */
  readonly loads?: readonly LoadName[]
  readonly how: Pick<RoundOptions, 'responses' | 'keys'>
  /** Called before each round. */
  readonly clearLog: () => void
}

const PLAIN_SERVICE = fileURLToPath(new URL('../plain-service/main.ts', import.meta.url))
const READY_MS = 60_000
const JUDGED = { responses: 'judged', keys: 'unused' } as const

/** `serve`, in a process of its own. */
export async function startService(
  cleanups: Cleanups,
  { databaseUrl, profile }: { databaseUrl: string; profile?: string | undefined },
): Promise<Subject> {
  const profiling =
    profile === undefined
      ? []
      : ['--cpu-prof', '--cpu-prof-interval=500', `--cpu-prof-dir=${profile}`]
  const env = { ...PUBLISHED_ENV, DATABASE_URL: databaseUrl, METRICS_PORT: '0', LOG_FORMAT: 'json' }
  const command = [...PUBLISHED_OPTIONS, ...profiling, PUBLISHED, 'serve']
  const server = await startServer(cleanups, { command, env, readyPath: '/health/ready' })
  return { ...server, name: 'service', database: 'service', how: JUDGED }
}

/** The same process, with a key for each transfer. */
export function underKeys(service: Subject): Subject {
  const how = { responses: 'judged', keys: 'used' } as const
  return { ...service, name: 'keys', how, loads: ['create-5', 'create-100'] }
}

export async function startPlain(cleanups: Cleanups, databaseUrl: string): Promise<Subject> {
  const command = [PLAIN_SERVICE]
  const server = await startServer(cleanups, { command, env: { DATABASE_URL: databaseUrl } })
  return { ...server, name: 'plain', database: 'plain', how: JUDGED }
}

/** Its reads are those of the plain service, so that only its changes are measured. */
export async function startOutbox(cleanups: Cleanups, databaseUrl: string): Promise<Subject> {
  const command = [PLAIN_SERVICE]
  const env = { DATABASE_URL: databaseUrl, OUTBOX: '1' }
  const server = await startServer(cleanups, { command, env })
  const loads = ['update', 'create-5', 'create-5-empty', 'create-100', 'mix'] as const
  return { ...server, name: 'outbox', database: 'outbox', how: JUDGED, loads }
}

/** @param response the service's response to one Get FBO Account */
export async function startCeiling(cleanups: Cleanups, response: string): Promise<Subject> {
  const program = fileURLToPath(new URL('ceiling-program.ts', import.meta.url))
  const env = { ...PUBLISHED_ENV, CEILING_RESPONSE: response, LOG_FORMAT: 'json' }
  const server = await startServer(cleanups, { command: [...PUBLISHED_OPTIONS, program], env })
  const how = { responses: 'constant', keys: 'unused' } as const
  return { ...server, name: 'ceiling', database: 'none', how, loads: ['get'] }
}

/** Starts a program that listens on PORT, and waits until it responds. */
async function startServer(
  cleanups: Cleanups,
  { command, env, readyPath }: { command: readonly string[]; env: Environment; readyPath?: string },
): Promise<Pick<Subject, 'url' | 'pid' | 'clearLog'>> {
  const folder = mkdtempSync(join(tmpdir(), 'vault-bench-log-'))
  cleanups.add(() => rmSync(folder, { recursive: true, force: true }))
  const logFile = join(folder, 'log')
  const log = openSync(logFile, 'a')
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const child = spawn(process.execPath, command, {
    cwd: tmpdir(),
    stdio: ['ignore', log, 'inherit'],
    env: { ...plainEnvironment(), ...env, PORT: `${port}` },
  })
  closeSync(log)
  const exited = once(child, 'exit')
  cleanups.add(async () => {
    child.kill('SIGTERM')
    await exited
  })
  const deadline = Date.now() + READY_MS
  while (!(await isReady(url, readyPath))) {
    if (child.exitCode !== null || Date.now() > deadline) {
      throw new Error(`${command.at(-1)} did not start: ${readFileSync(logFile, 'utf8')}`)
    }
    await pause(50)
  }
  // A run writes gigabytes of log: only the last round's is kept.
  return { url, pid: child.pid as number, clearLog: () => truncateSync(logFile) }
}

async function isReady(url: string, readyPath: string | undefined): Promise<boolean> {
  try {
    const { ok } = await fetch(new URL(readyPath ?? '/', url))
    return ok || readyPath === undefined
  } catch {
    return false
  }
}
