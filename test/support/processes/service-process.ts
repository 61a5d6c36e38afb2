import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { after } from 'node:test'
import type { ConnectionAddress } from '../../../src/database/postgres/open-address.ts'
import { CLI, type Ended, type Program, startProgram } from './program.ts'

export type Exit = Pick<Ended, 'code' | 'signal'>

/** One line of the service's log. */
export type LogLine = Readonly<Record<string, unknown>> & { readonly msg: string }

/** A service in a process of its own, as an operator starts it. */
export interface ServiceProcess {
  readonly url: string
  readonly metricsUrl: string
  readonly pid: number
  readonly log: readonly LogLine[]
  /** Text written to standard error so far. */
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
  /** The arguments before `serve`: those of Node, and the program. */
  readonly command?: readonly string[]
  /** Takes what must happen after the test; by default node:test's `after`. */
  readonly cleanup?: (undo: () => unknown) => void
}

const TEST_SETTINGS = {
  PORT: '0',
  METRICS_PORT: '0',
  LOG_FORMAT: 'json',
  // Delivery would look for work while a test counts statements, or breaks connections.
  WEBHOOK_DELIVERY: 'off',
}

/** The embedded PostgreSQL has a key of its own. */
const SECRETS_KEY = randomBytes(32).toString('base64')

/** Starts `serve` and returns when it is ready. */
export async function startServiceProcess(options: ProcessOptions): Promise<ServiceProcess> {
  const service = spawnService(options)
  const { url, metricsUrl } = await service.logged('service is ready')
  return { ...service, url: url as string, metricsUrl: metricsUrl as string }
}

/** Starts `serve` and returns at once. */
export function spawnService(options: ProcessOptions): ServiceProcess {
  const { cleanup = after } = options
  const program = startProgram([...(options.command ?? [CLI]), 'serve'], {
    env: { ...TEST_SETTINGS, ...(options.env?.DATABASE_URL && { SECRETS_KEY }), ...options.env },
    isStdoutKept: false,
  })
  const { child } = program
  const { log, logged, exited } = follow(program)
  cleanup(async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL')
    await exited
  })
  return {
    url: '',
    metricsUrl: '',
    pid: child.pid as number,
    log,
    complaints: program.stderr,
    logged,
    signal: (signal) => void child.kill(signal),
    exited,
  }
}

function follow({ child, ended }: Program): Pick<ServiceProcess, 'log' | 'logged' | 'exited'> {
  const log: LogLine[] = []
  const waiting = new Map<string, PromiseWithResolvers<LogLine>>()
  const lines = createInterface(child.stdout)
  lines.on('line', (text) => {
    const line = parseLine(text)
    log.push(line)
    waiting.get(line.msg)?.resolve(line)
  })
  const whole = Promise.all([ended, once(lines, 'close')])
  const exited = whole.then(([{ code, signal, stderr }]) => {
    for (const [message, { reject }] of waiting) {
      reject(new Error(`the process ended (${code ?? signal}) before "${message}": ${stderr}`))
    }
    return { code, signal }
  })
  const logged = (message: string): Promise<LogLine> => {
    const earlier = log.find((line) => line.msg === message)
    if (earlier !== undefined) return Promise.resolve(earlier)
    let entry = waiting.get(message)
    if (entry === undefined) {
      entry = Promise.withResolvers<LogLine>()
      // It rejects for callers that await it; there may be none when the process ends.
      entry.promise.catch(() => undefined)
      waiting.set(message, entry)
    }
    return entry.promise
  }
  return { log, logged, exited }
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
