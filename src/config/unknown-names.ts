import { editDistance } from './edit-distance.ts'
import { SETTINGS } from './settings.ts'

export type Environment = Readonly<Record<string, string | undefined>>

/** A name that is no setting, and the setting that it was probably meant to be. */
interface UnknownName {
  readonly name: string
  readonly setting: string | undefined
}

export interface ResemblingName extends UnknownName {
  readonly setting: string
}

export interface RefusedName extends UnknownName {
  /** Says what to do. */
  readonly sentence: string
}

/** Shorter names resemble too many words: they are reported, and nothing is refused for them. */
const REFUSED_LENGTH_MIN = 8

/** From this length on, two letters may be wrong. */
const TWO_LETTERS_LENGTH_MIN = 12

/** Programs that may run beside the service read these. */
const COMMON_ELSEWHERE = [
  ...['SECRET_KEY', 'LOGLEVEL', 'DATABASE_URLS', 'DATABASE_SSL', 'DATADIR', 'BASEPATH'],
  ...['SERVICE_CODE', 'SERVICE_MODE', 'SERVICE_NODE'],
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
export function unknownNames(
  environment: Environment,
  envFile: Environment,
): { refused: RefusedName[]; resembling: ResemblingName[] } {
  const refused: RefusedName[] = Object.keys(envFile)
    .filter((name) => settingOf(name) === undefined && !BESIDE_OURS.test(name))
    .map(inEnvFile)
  const resembling: ResemblingName[] = []
  for (const [name, value = ''] of Object.entries(environment)) {
    if (settingOf(name) !== undefined || KUBERNETES_ADDRESS.test(value)) continue
    const near = nearestTo(name)
    if (near === undefined) continue
    const { setting } = near
    if (isSet(setting, environment) || isSet(setting, envFile)) continue
    const isRefused = setting.length >= REFUSED_LENGTH_MIN && !COMMON_ELSEWHERE.includes(name)
    if (isRefused) refused.push(inEnvironment(name, near))
    else resembling.push({ name, setting })
  }
  return { refused, resembling }
}

function inEnvFile(name: string): RefusedName {
  const near = nearestTo(name)
  const remedy =
    near === undefined
      ? '.env.example lists them all, and names of other programs belong into files of their own.'
      : `did you mean ${near.wanted}?`
  return { name, setting: near?.setting, sentence: `${name} in .env is not a setting: ${remedy}` }
}

function inEnvironment(name: string, { setting, wanted }: Near): RefusedName {
  return {
    name,
    setting,
    sentence:
      `${name} in the environment is not a setting: did you mean ${wanted}? If another program ` +
      `reads it, set ${setting} as well, to an empty value for its default.`,
  }
}

/** The setting that this name sets, itself or through a file. */
function settingOf(name: string): string | undefined {
  if (Object.hasOwn(SETTINGS, name)) return name
  const base = name.replace(/_FILE$/, '')
  return Object.hasOwn(SETTINGS, base) ? base : undefined
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
