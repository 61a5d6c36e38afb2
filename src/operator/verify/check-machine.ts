import { accessSync, constants, existsSync, statfsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { explainingFileErrors } from '../../embedded-postgres/data-directory.ts'
import type { Config } from '../../runtime/config/config.ts'
import type { SettingProblem } from '../../runtime/config/setting-values.ts'
import { unusablePorts } from '../../server/listen.ts'

/** One line of `vault-inventory check`, which tells whether `serve` would do all of its work. */
export interface SetUpFinding {
  /** `problem`: the service would not start, or not do all of its work. */
  readonly level: 'ok' | 'warning' | 'problem'
  readonly check: string
  /** The finding and, unless it is `ok`, the remedy. */
  readonly message: string
}

export function finding(
  check: string,
  level: SetUpFinding['level'],
  message: string,
): SetUpFinding {
  return { level, check, message }
}

/** Violations in the settings, and names in `.env` that are none. */
export function checkSettings(config: Config, problems: readonly SettingProblem[]): SetUpFinding[] {
  const findings = problems.map(({ sentence }) => finding('settings', 'problem', sentence))
  return findings.length > 0 ? findings : [finding('settings', 'ok', given(config))]
}

function given({ report }: Config): string {
  const names = report.filter(({ source }) => source !== 'default').map(({ name }) => name)
  const list = names.length === 0 ? 'all have their defaults' : `set: ${names.join(', ')}`
  return `${list}. The working directory is ${resolve('.')}.`
}

/** Below it the embedded PostgreSQL may not even make its files, in bytes. */
const FREE_MIN = 200e6
const FREE_LOW = 2e9

/** The file system of memory may have no size of its own. */
const TMPFS = 0x01021994

/** Whether DATA_DIR, or the folder that it would be made in, takes files. It makes none. */
export function checkDisk(config: Pick<Config, 'DATABASE_URL' | 'DATA_DIR'>) {
  if (config.DATABASE_URL !== null) {
    return finding(
      'disk',
      'ok',
      'not looked at: the disk of the PostgreSQL of DATABASE_URL is its own.',
    )
  }
  const wanted = resolve(config.DATA_DIR)
  let bytes: number
  try {
    bytes = explainingFileErrors(wanted, () => freeBytes(nearestExisting(wanted)))
  } catch (error) {
    return finding('disk', 'problem', (error as Error).message)
  }
  const size = bytes < 1e9 ? `${Math.floor(bytes / 1e6)} MB` : `${(bytes / 1e9).toFixed(1)} GB`
  const left = `${size} are free for DATA_DIR ${wanted}`
  if (bytes >= FREE_LOW) return finding('disk', 'ok', `${left}.`)
  const remedy = 'free some space, or set DATA_DIR to a folder on another disk.'
  return finding('disk', bytes < FREE_MIN ? 'problem' : 'warning', `${left}: ${remedy}`)
}

/** @throws the error that making a file in the folder would give */
function freeBytes(folder: string): number {
  // The slash: a file in the place of a folder is an error.
  accessSync(`${folder}/`, constants.R_OK | constants.W_OK | constants.X_OK)
  const { blocks, bavail, bsize, type } = statfsSync(folder)
  if (blocks > 0) return bavail * bsize
  if (type === TMPFS) return Number.POSITIVE_INFINITY
  throw Object.assign(new Error('this file system takes no files'), { code: 'ENOENT' })
}

function nearestExisting(path: string): string {
  return existsSync(path) ? path : nearestExisting(dirname(path))
}

/** Time for the program that has a port to say what it is. */
const RESPONSE_MS = 1_000

/** Whether the service could listen. */
export async function checkPorts(config: Config): Promise<SetUpFinding[]> {
  const unusable = await unusablePorts(config)
  if (unusable.length === 0) {
    const message = `free: ${portText(config.PORT)} (API), ${portText(config.METRICS_PORT)} (metrics).`
    return [finding('ports', 'ok', message)]
  }
  const isServing = await isServiceAt(config)
  return unusable.map(({ setting, error }) => {
    if (!isServing) return finding('ports', 'problem', error.message)
    const message =
      `a vault-inventory service responds on port ${config.PORT} and ${setting} is taken: right if ` +
      `it is this one; for a second one, set ${setting} to another.`
    return finding('ports', 'warning', message)
  })
}

function portText(port: number | null): string {
  return port === null || port === 0 ? 'any port' : `${port}`
}

/** Whether a service like this one has the port: then nothing is wrong with the set-up. */
async function isServiceAt({ HOST, PORT }: Config): Promise<boolean> {
  const anyAddress = HOST === '0.0.0.0' || HOST === '::'
  const host = anyAddress ? 'localhost' : HOST.includes(':') ? `[${HOST}]` : HOST
  try {
    const response = await fetch(`http://${host}:${PORT}/health/live`, {
      signal: AbortSignal.timeout(RESPONSE_MS),
    })
    return response.ok && ((await response.json()) as { status?: string }).status === 'live'
  } catch {
    return false
  }
}
