import { existsSync, readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import type { Setting, SettingProblem } from './setting-values.ts'
import { SETTINGS } from './settings.ts'

type Environment = Readonly<Record<string, string | undefined>>

export interface SettingReport {
  readonly name: string
  readonly value: string
  /** The environment, the file that `NAME_FILE` names, the file `.env`, or the default. */
  readonly source: 'environment' | 'file' | '.env' | 'default'
  readonly description: string
}

type SettingName = keyof typeof SETTINGS

/** Every setting, typed; frozen, and with the report of where each value came from. */
export type Config = {
  readonly [N in SettingName]: ReturnType<(typeof SETTINGS)[N]['parse']>
} & {
  readonly report: readonly SettingReport[]
}

/** Reports all unusable settings together. */
class ConfigInvalid extends Error {
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
 * @throws {ConfigInvalid} naming every bad value, and every name in `.env` that is no setting
 */
export function readConfig(overrides: Partial<Record<SettingName, string>> = {}): Config {
  const { config, problems } = examineConfig(overrides)
  if (problems.length > 0) throw new ConfigInvalid(problems.map(({ sentence }) => sentence))
  return config
}

/** The same, with the problems beside the settings; a setting with a problem has its default. */
export function examineConfig(overrides: Partial<Record<SettingName, string>> = {}): {
  config: Config
  problems: readonly SettingProblem[]
} {
  const environment = { ...process.env, ...overrides }
  const problems: SettingProblem[] = []
  const attempt = (setting: string | undefined, work: () => void) => {
    try {
      work()
    } catch (error) {
      problems.push({ setting, sentence: (error as Error).message })
    }
  }
  let envFile: Environment = {}
  // `.env` need not exist. When it cannot be read, its settings must not be ignored in silence.
  attempt(undefined, () => {
    if (existsSync('.env')) envFile = parseEnv(readText('.env', '.env'))
  })
  problems.push(...unknownNames(envFile))
  const report: SettingReport[] = []
  const values: Record<string, unknown> = {}
  for (const [name, setting] of Object.entries<Setting<unknown>>(SETTINGS)) {
    values[name] = setting.parse(setting.default)
    attempt(name, () => {
      const { raw, source } = rawValue(name, environment, envFile)
      const effective = raw === '' ? setting.default : raw
      // The file may hold a secret of another program, named by mistake.
      const isShown = setting.secret !== true && source !== 'file'
      values[name] = parse(name, setting, { text: effective, isShown })
      const value = setting.secret ? masked(effective) : effective
      report.push({ name, value, source, description: setting.description })
    })
  }
  return { config: Object.freeze({ ...values, report }) as unknown as Config, problems }
}

/** Docker Compose and PostgreSQL's image read these of the same `.env`. */
const BESIDE_OURS = /^(COMPOSE|DOCKER|POSTGRES)_/

/** A misspelt DATABASE_URL would start an empty vault in silence. */
function unknownNames(envFile: Environment): SettingProblem[] {
  const isKnown = (name: string) => Object.hasOwn(SETTINGS, name) || BESIDE_OURS.test(name)
  return Object.keys(envFile)
    .filter((name) => !isKnown(name) && !isKnown(name.replace(/_FILE$/, '')))
    .map((name) => ({
      setting: undefined,
      sentence:
        `${name} in .env is not a setting: .env.example lists them all, and names of other ` +
        'programs belong into files of their own.',
    }))
}

/** The text of a setting, or empty for its default. */
function rawValue(
  name: string,
  environment: Environment,
  envFile: Environment,
): { raw: string; source: SettingReport['source'] } {
  for (const [values, source] of [
    [environment, 'environment'],
    [envFile, '.env'],
  ] as const) {
    const own = values[name]
    // A wrapper sets NAME to an empty value to say that NAME_FILE counts.
    const path = values[`${name}_FILE`]
    if (own && path) throw new Error(`${name} and ${name}_FILE are both set: keep one of them.`)
    if (path) return { raw: readSecret(name, path), source: 'file' }
    if (own !== undefined) return { raw: own.trim(), source }
  }
  return { raw: '', source: 'default' }
}

function readSecret(name: string, path: string): string {
  const content = readText(`${name}_FILE`, path).trim()
  if (content !== '') return content
  throw new Error(`${name}_FILE names an empty file (${path}): write the value into it.`)
}

function parse(
  name: string,
  setting: Setting<unknown>,
  { text, isShown }: { text: string; isShown: boolean },
): unknown {
  try {
    return setting.parse(text)
  } catch (error) {
    const shown = isShown ? `, not "${text}"` : ''
    throw new Error(`${name} must be ${(error as Error).message}${shown}.`)
  }
}

function readText(what: string, path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw new Error(`${what} cannot be read: ${(error as Error).message}.`)
  }
}

function masked(raw: string): string {
  const url = URL.parse(raw)
  if (url === null) return raw === '' ? '' : '****'
  if (url.password !== '') url.password = '****'
  url.search = ''
  return url.href
}
