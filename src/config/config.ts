import { existsSync, readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { SETTINGS, type Setting } from './settings.ts'

/**
 * Where a setting's value came from: the environment, `NAME_FILE`, the file `.env`, or its default.
 */
export type SettingSource = 'environment' | 'file' | '.env' | 'default'

export interface SettingReport {
  readonly name: string
  readonly value: string
  readonly source: SettingSource
  readonly description: string
}

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
  const problems: string[] = []
  const envFile = readEnvFile(problems)
  const report: SettingReport[] = []
  const values: Record<string, unknown> = {}
  for (const name of Object.keys(SETTINGS) as SettingName[]) {
    try {
      const setting = SETTINGS[name] as Setting<unknown>
      const { raw, source } = rawValue(name, setting, environment, envFile)
      // What stands in a file may be a secret of something else, named by mistake.
      const isShown = setting.secret !== true && source !== 'file'
      values[name] = parse(name, setting, { raw, isShown })
      const effective = raw === '' ? setting.default : raw
      const value = setting.secret ? masked(effective) : effective
      report.push({ name, value, source, description: setting.description })
    } catch (error) {
      problems.push((error as Error).message)
    }
  }
  if (problems.length > 0) throw new ConfigInvalid(problems)
  return Object.freeze({ ...values, report }) as unknown as Config
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
    // An empty value beside a file is how a wrapper says "not this one".
    if (own !== undefined && own !== '' && path !== undefined && path !== '') {
      throw new Error(`${name} and ${name}_FILE are both set: keep one of them.`)
    }
    if (path !== undefined && path !== '') return { raw: readSecret(name, path), source: 'file' }
    if (own !== undefined) return { raw: own.trim(), source }
  }
  return { raw: setting.default, source: 'default' }
}

function readSecret(name: string, path: string): string {
  const content = readText(`${name}_FILE`, path).trim()
  if (content === '') {
    throw new Error(`${name}_FILE names an empty file (${path}): write the value into it.`)
  }
  return content
}

function parse(
  name: string,
  setting: Setting<unknown>,
  { raw, isShown }: { raw: string; isShown: boolean },
): unknown {
  try {
    return setting.parse(raw === '' ? setting.default : raw)
  } catch (error) {
    const shown = isShown ? `, not "${raw}"` : ''
    throw new Error(`${name} must be ${(error as Error).message}${shown}.`)
  }
}

/** `.env` need not exist; one that cannot be read is a problem, or its settings would be lost. */
function readEnvFile(problems: string[]): Environment {
  if (!existsSync('.env')) return {}
  try {
    return parseEnv(readText('.env', '.env'))
  } catch (error) {
    problems.push((error as Error).message)
    return {}
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
