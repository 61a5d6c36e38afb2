import { editDistance } from './edit-distance.ts'
import type { SettingProblem } from './setting-values.ts'
import { SETTINGS } from './settings.ts'

export type Environment = Readonly<Record<string, string | undefined>>

/** Shorter names of settings resemble too many words of other programs. */
const REFUSED_LENGTH_MIN = 8

/** From this length on, two letters may be wrong. */
const TWO_LETTERS_LENGTH_MIN = 12

/** Programs that may run beside the service read these. */
const COMMON_ELSEWHERE = [
  'SECRET_KEY',
  'LOGLEVEL',
  'DATABASE_URLS',
  'DATABASE_SSL',
  'DATADIR',
  'BASEPATH',
  'SERVICE_CODE',
  'SERVICE_MODE',
  'SERVICE_NODE',
]

/** Docker Compose and PostgreSQL's image read these of the same `.env`. */
const BESIDE_OURS = /^(COMPOSE|DOCKER|POSTGRES)_/

/** Kubernetes sets NAME_PORT to such an address for each of its services. */
const KUBERNETES_ADDRESS = /^(tcp|udp|sctp):\/\//

/**
 * Names that were probably meant to be settings. A misspelt DATABASE_URL would start an empty vault
 * in silence. In `.env` every unknown name is one; in the environment, where most names are other
 * programs', only one that is nearly that of a setting, unless that setting is there as well.
 */
export function unknownNames(environment: Environment, envFile: Environment): SettingProblem[] {
  const inFile = Object.keys(envFile)
    .filter((name) => settingOf(name) === undefined && !BESIDE_OURS.test(name))
    .map(inEnvFile)
  const inEnvironment = Object.entries(environment).flatMap(([name, value = '']) => {
    if (settingOf(name) !== undefined || KUBERNETES_ADDRESS.test(value)) return []
    const near = nearestTo(name)
    if (near === undefined || COMMON_ELSEWHERE.includes(name)) return []
    const { setting, wanted } = near
    if (setting.length < REFUSED_LENGTH_MIN) return []
    if (isSet(setting, environment) || isSet(setting, envFile)) return []
    const sentence =
      `${name} in the environment is not a setting: did you mean ${wanted}? If another program ` +
      `reads it, set ${setting} as well, to an empty value for its default.`
    return { setting, sentence }
  })
  return [...inFile, ...inEnvironment]
}

function inEnvFile(name: string): SettingProblem {
  const near = nearestTo(name)
  const remedy =
    near === undefined
      ? '.env.example lists them all, and names of other programs belong into files of their own.'
      : `did you mean ${near.wanted}?`
  return { setting: near?.setting, sentence: `${name} in .env is not a setting: ${remedy}` }
}

/** The setting that this name sets, itself or through a file. */
function settingOf(name: string): string | undefined {
  return [name, name.replace(/_FILE$/, '')].find((each) => Object.hasOwn(SETTINGS, each))
}

function isSet(setting: string, values: Environment): boolean {
  return values[setting] !== undefined || values[`${setting}_FILE`] !== undefined
}

interface Near {
  readonly setting: string
  /** The setting's name, or that of its file. */
  readonly wanted: string
}

/** The nearest name of a setting; undefined if none is near. */
function nearestTo(name: string): Near | undefined {
  const given = name.toUpperCase()
  const near = Object.keys(SETTINGS).flatMap((setting) => {
    const max = setting.length >= TWO_LETTERS_LENGTH_MIN ? 2 : 1
    return [setting, `${setting}_FILE`]
      .filter((wanted) => Math.abs(wanted.length - given.length) <= max)
      .map((wanted) => ({ setting, wanted, distance: editDistance(given, wanted) }))
      .filter(({ distance }) => distance <= max)
  })
  return near.sort((a, b) => a.distance - b.distance)[0]
}
