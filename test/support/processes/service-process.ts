import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { SETTINGS } from '../../../src/config/settings.ts'
import type { ConnectionAddress } from '../../../src/database/database-options.ts'

export type Exit = { readonly code: number | null; readonly signal: NodeJS.Signals | null }

/** One line of the service's log. */
export type LogLine = Readonly<Record<string, unknown>> & { readonly msg: string }

/** A service in a process of its own, as an operator starts it. */
export interface ServiceProcess {
  readonly url: string
  readonly metricsUrl: string
  readonly pid: number
  readonly log: readonly LogLine[]
  /** What it wrote on standard error, so far. */
  complaints(): string
  /** The next or an earlier line with that message; rejects where the process ends without it. */
  logged(message: string): Promise<LogLine>
  signal(signal: NodeJS.Signals): void
  /** Settles when the process is gone. */
  readonly exited: Promise<Exit>
}

export interface ProcessOptions {
  /** Settings over the defaults of a test: free ports, a log of JSON lines. */
  readonly env?: Readonly<Record<string, string>>
  /** What comes before `serve`: the program, and arguments of Node. */
  readonly command?: readonly string[]
  /** Takes what must happen after the test, such as node:test's `after`. */
  readonly cleanup: (undo: () => unknown) => void
}

export const CLI = fileURLToPath(new URL('../../../src/cli.ts', import.meta.url))

/** Starts `serve` and returns when it is ready. */
export async function startServiceProcess(options: ProcessOptions): Promise<ServiceProcess> {
  const service = spawnService(options)
  const { url, metricsUrl } = await service.logged('service is ready')
  return { ...service, url: url as string, metricsUrl: metricsUrl as string }
}

/** Starts `serve` and returns at once. */
export function spawnService(options: ProcessOptions): ServiceProcess {
  const child = spawn(process.execPath, [...(options.command ?? [CLI]), 'serve'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    // A working directory without a file .env.
    cwd: tmpdir(),
    env: {
      ...plainEnvironment(),
      PORT: '0',
      METRICS_PORT: '0',
      LOG_FORMAT: 'json',
      ...options.env,
    },
  })
  const { log, logged, exited, complaints } = follow(child)
  options.cleanup(async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL')
    await exited
  })
  return {
    url: '',
    metricsUrl: '',
    pid: child.pid as number,
    log,
    complaints,
    logged,
    signal: (signal) => void child.kill(signal),
    exited,
  }
}

/** The test's own environment without the settings of the service, and what tests alone know. */
export function plainEnvironment(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(
    ([name]) =>
      !(name.replace(/_FILE$/, '') in SETTINGS) &&
      !['NODE_OPTIONS', 'VAULT_TEST_SERVER'].includes(name),
  )
  return {
    ...Object.fromEntries(kept),
    NODE_OPTIONS: process.env.VAULT_TEST_NODE_OPTIONS ?? '',
    // Compiled once for all of them: a command takes half the time to start.
    NODE_COMPILE_CACHE: join(tmpdir(), 'vault-tests-compiled'),
  }
}

function follow(
  child: ChildProcessByStdio<null, Readable, Readable>,
): Pick<ServiceProcess, 'log' | 'logged' | 'exited' | 'complaints'> {
  const log: LogLine[] = []
  const waiting = new Map<string, PromiseWithResolvers<LogLine>>()
  let stderr = ''
  child.stderr.on('data', (chunk: Buffer) => {
    stderr += chunk
  })
  const lines = createInterface(child.stdout)
  lines.on('line', (text) => {
    const line = parseLine(text)
    log.push(line)
    waiting.get(line.msg)?.resolve(line)
  })
  const whole = Promise.all([once(child, 'close'), once(lines, 'close')])
  const exited = whole.then(([[code, signal]]) => {
    for (const [message, { reject }] of waiting) {
      reject(new Error(`the process ended (${code ?? signal}) before "${message}": ${stderr}`))
    }
    return { code, signal } as Exit
  })
  const logged = (message: string): Promise<LogLine> => {
    const earlier = log.find((line) => line.msg === message)
    if (earlier !== undefined) return Promise.resolve(earlier)
    let entry = waiting.get(message)
    if (entry === undefined) {
      entry = Promise.withResolvers<LogLine>()
      // Whoever awaits it is told; nobody may be by the time the process ends.
      entry.promise.catch(() => undefined)
      waiting.set(message, entry)
    }
    return entry.promise
  }
  return { log, logged, exited, complaints: () => stderr }
}

function parseLine(text: string): LogLine {
  try {
    return JSON.parse(text) as LogLine
  } catch {
    return { msg: text }
  }
}

/** The connection of a test's database as an operator writes it into DATABASE_URL. */
export function databaseUrlOf(connection: string | ConnectionAddress): string {
  if (typeof connection === 'string') return connection
  const { path, host, port, username, password, database } = connection
  const user = `${encodeURIComponent(username)}:${encodeURIComponent(password)}`
  if (path === undefined) return `postgres://${user}@${host}:${port}/${database}`
  const [, directory, socketPort] = /^(.*)\/\.s\.PGSQL\.(\d+)$/.exec(path) as unknown as string[]
  const socket = new URLSearchParams({ host: directory as string, port: socketPort as string })
  return `postgres://${user}@/${database}?${socket}`
}

/** The sum of a counter of the service over all its labels. */
export async function counted(service: ServiceProcess, name: string): Promise<number> {
  const text = await (await fetch(service.metricsUrl)).text()
  return text
    .split('\n')
    .filter((line) => line.startsWith(name))
    .reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' ') + 1)), 0)
}
