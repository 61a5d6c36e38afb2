import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'

/** Where a setting's value came from: the environment, `NAME_FILE`, the file `.env`, or its default. */
export type SettingSource = 'environment' | 'file' | '.env' | 'default'

export interface SettingReport {
  readonly name: string
  readonly value: string
  readonly source: SettingSource
  readonly description: string
}

interface Setting<T> {
  readonly description: string
  readonly default: string
  readonly secret?: true
  /** Returns the typed value, or throws an Error whose message completes "NAME must be ...". */
  readonly parse: (text: string) => T
}

const SETTINGS = {
  HOST: setting({
    description:
      'Address that the API listens on. 127.0.0.1 is this machine only; 0.0.0.0 is every interface.',
    default: '127.0.0.1',
    parse: text,
  }),
  PORT: setting({
    description: 'Port of the API; 0 takes any free one.',
    default: '8080',
    parse: integer(0, 65_535),
  }),
  DATABASE_URL: setting({
    description:
      'postgres:// address of your PostgreSQL (15 or later). Empty: the service runs its own under DATA_DIR.',
    default: '',
    secret: true,
    parse: databaseUrl,
  }),
  DATA_DIR: setting({
    description: 'Folder of the embedded PostgreSQL; used only while DATABASE_URL is empty.',
    default: './data',
    parse: text,
  }),
  DATABASE_POOL_SIZE: setting({
    description: 'Connections that one service process opens to PostgreSQL.',
    default: '10',
    parse: integer(1, 500),
  }),
  DATABASE_QUEUE_MAX: setting({
    description: 'Statements that may wait for a connection; one more is answered 503 at once.',
    default: '1000',
    parse: integer(1, 1_000_000),
  }),
  DATABASE_STATEMENT_TIMEOUT_MS: setting({
    description: 'Milliseconds that one statement of a request may run in PostgreSQL.',
    default: '10000',
    parse: integer(1, 600_000),
  }),
  DATABASE_LOCK_TIMEOUT_MS: setting({
    description: 'Milliseconds that a statement may wait for a lock that another one holds.',
    default: '5000',
    parse: integer(1, 600_000),
  }),
  DATABASE_CONNECT_TIMEOUT_MS: setting({
    description: 'Milliseconds until an attempt to connect to PostgreSQL is given up.',
    default: '5000',
    parse: integer(1, 600_000),
  }),
  METRICS_HOST: setting({
    description: 'Address that the Prometheus metrics listen on, apart from the API.',
    default: '127.0.0.1',
    parse: text,
  }),
  METRICS_PORT: setting({
    description:
      'Port of the metrics; 0 takes any free one. Empty: 9464, or any free one where that is taken.',
    default: '',
    parse: (value) => (value === '' ? null : integer(0, 65_535)(value)),
  }),
  LOG_LEVEL: setting({
    description:
      'Least severe log lines written: trace, debug, info, warn, error, fatal or silent.',
    default: 'info',
    parse: oneOf('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'),
  }),
  LOG_FORMAT: setting({
    description:
      'json writes one JSON object per line; pretty is for reading; auto: pretty on a terminal.',
    default: 'auto',
    parse: oneOf('auto', 'json', 'pretty'),
  }),
  REQUEST_TIMEOUT_MS: setting({
    description: 'Milliseconds that a client may take to send one request, headers and body.',
    default: '30000',
    parse: integer(100, 600_000),
  }),
  SHUTDOWN_DELAY_MS: setting({
    description:
      'Milliseconds between "not ready" and closing the port, for a load balancer to notice.',
    default: '0',
    parse: integer(0, 600_000),
  }),
  SHUTDOWN_TIMEOUT_MS: setting({
    description:
      'Milliseconds that requests under way may take to finish once a stop was asked for.',
    default: '30000',
    parse: integer(100, 600_000),
  }),
} as const

type SettingName = keyof typeof SETTINGS
type SettingValue<N extends SettingName> = ReturnType<(typeof SETTINGS)[N]['parse']>

/** Every setting, typed; frozen, and with the report of where each value came from. */
export type Config = { readonly [N in SettingName]: SettingValue<N> } & {
  readonly report: readonly SettingReport[]
}

/** All settings that cannot be used, told at once. */
export class ConfigInvalid extends Error {
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(`The configuration cannot be used:\n${problems.map((line) => `  - ${line}`).join('\n')}`)
    this.problems = problems
  }
}

/**
 * Reads every setting from the environment, from the file that `NAME_FILE` names, from `.env` in
 * the working directory, or from its default, in this order.
 * @param overrides settings that a command line flag fixes; they count as the environment
 * @throws {ConfigInvalid} naming every bad value
 */
export function readConfig(overrides: Partial<Record<SettingName, string>> = {}): Config {
  const environment = { ...process.env, ...overrides }
  const envFile = readEnvFile()
  const problems: string[] = []
  const report: SettingReport[] = []
  const values: Record<string, unknown> = {}
  for (const name of Object.keys(SETTINGS) as SettingName[]) {
    try {
      const setting = SETTINGS[name] as Setting<unknown>
      const { raw, source } = rawValue(name, setting, environment, envFile)
      values[name] = parse(name, setting, raw)
      const value = setting.secret ? masked(raw) : raw
      report.push({ name, value, source, description: setting.description })
    } catch (error) {
      problems.push((error as Error).message)
    }
  }
  if (problems.length > 0) throw new ConfigInvalid(problems)
  return Object.freeze({ ...values, report }) as unknown as Config
}

/** What `.env.example` and the documentation say of each setting. */
export function settingsDocumented(): { name: string; default: string; description: string }[] {
  return Object.entries(SETTINGS).map(([name, setting]) => ({
    name,
    default: setting.default,
    description: setting.description,
  }))
}

type Environment = Readonly<Record<string, string | undefined>>

function rawValue(
  name: SettingName,
  setting: Setting<unknown>,
  environment: Environment,
  envFile: Environment,
): { raw: string; source: SettingSource } {
  for (const [values, source] of [
    [environment, 'environment'],
    [envFile, '.env'],
  ] as const) {
    const own = values[name]
    const path = values[`${name}_FILE`]
    if (own !== undefined && path !== undefined && path !== '') {
      throw new Error(`${name} and ${name}_FILE are both set: keep one of them.`)
    }
    if (own !== undefined) return { raw: own.trim(), source }
    if (path !== undefined && path !== '') return { raw: readSecret(name, path), source: 'file' }
  }
  return { raw: setting.default, source: 'default' }
}

function readSecret(name: string, path: string): string {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch (error) {
    throw new Error(`${name}_FILE cannot be read: ${(error as Error).message}`)
  }
}

function parse(name: string, setting: Setting<unknown>, raw: string): unknown {
  try {
    return setting.parse(raw === '' ? setting.default : raw)
  } catch (error) {
    const shown = setting.secret ? '' : `, not "${raw}"`
    throw new Error(`${name} must be ${(error as Error).message}${shown}.`)
  }
}

function readEnvFile(): Environment {
  try {
    return parseEnv(readFileSync('.env', 'utf8'))
  } catch {
    return {}
  }
}

function masked(raw: string): string {
  if (raw === '') return ''
  try {
    const url = new URL(raw)
    url.password = url.password === '' ? '' : '****'
    url.search = ''
    return url.href
  } catch {
    return '****'
  }
}

function setting<T>(value: Setting<T>): Setting<T> {
  return value
}

function text(value: string): string {
  if (value === '') throw new Error('a text that is not empty')
  return value
}

function integer(least: number, most: number): (value: string) => number {
  return (value) => {
    const number = /^\d{1,9}$/.test(value) ? Number(value) : Number.NaN
    if (!(number >= least && number <= most)) {
      throw new Error(`a whole number from ${least} to ${most}`)
    }
    return number
  }
}

function oneOf<const T extends string>(...allowed: T[]): (value: string) => T {
  return (value) => {
    if (!(allowed as string[]).includes(value)) throw new Error(`one of ${allowed.join(', ')}`)
    return value as T
  }
}

function databaseUrl(value: string): string | null {
  if (value === '') return null
  const protocol = URL.canParse(value) ? new URL(value).protocol : ''
  if (protocol !== 'postgres:' && protocol !== 'postgresql:') {
    throw new Error('an address such as postgres://user:password@host:5432/database')
  }
  return value
}
