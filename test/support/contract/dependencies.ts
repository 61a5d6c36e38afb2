import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'

export interface Dependency {
  readonly name: string
  readonly version: string
  readonly licence: string | null
  readonly isDevelopment: boolean
}

/** As npm writes them; each lets us ship products built with it, without publishing our source. */
const LICENCES_ALLOWED = [
  ...['Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'ISC', 'MIT', 'Unlicense', '0BSD'],
  ...['MIT OR Apache-2.0', '(MIT OR CC0-1.0)', 'MIT AND ISC AND BSD-3-Clause'],
]

/**
 * Allowed for development tools, of which we ship nothing. Who passes on files under MPL-2.0 has to
 * offer their source, changed or not; PSF-2.0 and Python-2.0 ask for a summary of what was changed;
 * CC0-1.0 grants no patents.
 */
const LICENCES_OF_TOOLS = ['CC0-1.0', 'MPL-2.0', 'PSF-2.0', 'Python-2.0']

/** A folder with packages of its own, which only tests install. */
const GENERATORS = 'client-generators'

export const KINDS = ['dependencies', 'devDependencies', 'optionalDependencies'] as const
export type Kind = (typeof KINDS)[number]

/** The packages in package.json and in that of `client-generators`, with their versions. */
export function directDependencies(): Record<Kind, Record<string, string>> {
  const { devDependencies: tools, ...direct } =
    readJson<ReturnType<typeof directDependencies>>('package.json')
  const { dependencies } = readJson<ReturnType<typeof directDependencies>>(
    `${GENERATORS}/package.json`,
  )
  return { ...direct, devDependencies: { ...dependencies, ...tools } }
}

/** All of both lock files, for every platform. */
export function lockedDependencies(): Dependency[] {
  const generators = lockedIn(GENERATORS).map((each) => ({ ...each, isDevelopment: true }))
  return [...lockedIn('.'), ...generators]
}

/** All of one package-lock.json; what is installed states its own licence. */
export function lockedIn(folder: string): Dependency[] {
  return Object.entries(lockOf(folder)).flatMap(([path, { version, license, dev, link }]) => {
    // Only what comes from the registry.
    if (!path.includes('node_modules/') || link === true) return []
    const manifest = `${folder}/${path}/package.json`
    const stated = existsSync(manifest) ? readJson<LockedPackage>(manifest).license : license
    const name = path.replace(/^.*node_modules\//, '')
    const licence = typeof stated === 'string' ? stated : null
    return [{ name, version, licence, isDevelopment: dev === true }]
  })
}

/** The packages of a lock file by their places; the project itself has none. */
export function lockOf(folder: string): Record<string, LockedPackage> {
  const path = `${folder}/package-lock.json`
  return readJson<{ packages: Record<string, LockedPackage> }>(path).packages
}

/** A sentence for each package whose licence is not allowed. */
export function licenceViolations(dependencies: readonly Dependency[]): string[] {
  return dependencies
    .filter(({ licence, isDevelopment }) => {
      if (licence === null) return true
      const isOfTool = isDevelopment && LICENCES_OF_TOOLS.includes(licence)
      return !isOfTool && !LICENCES_ALLOWED.includes(licence)
    })
    .map(
      ({ name, version, licence }) =>
        `${name} ${version}: ${licence === null ? 'no licence is stated' : `licence ${licence}`}. ` +
        'Replace it, or add what its licence says to LICENCES_ALLOWED in test/support/contract/dependencies.ts.',
    )
}

/** The known advisories of the locked packages, or why they are unknown. */
export type Advisories = { readonly known: readonly string[] } | { readonly unasked: string }

/** Asks the registry of npm, once for each lock file and for 20 seconds. */
export async function askAdvisories(): Promise<Advisories> {
  const both = await Promise.all(['.', GENERATORS].map(askAbout))
  const unasked = both.find((one) => 'unasked' in one)
  const known = both.flatMap((one) => ('known' in one ? one.known : []))
  return unasked ?? { known: [...new Set(known)].sort() }
}

async function askAbout(cwd: string): Promise<Advisories> {
  // The status means nothing: it is 1 for an advisory and for a registry that does not respond.
  const response = await new Promise<{ stdout: string; stderr: string }>((resolve) => {
    execFile(
      'npm',
      ['audit', '--json', '--package-lock-only', '--fetch-retries=0', '--fetch-timeout=20000'],
      { cwd, maxBuffer: 64 * 2 ** 20, shell: process.platform === 'win32' },
      (error, stdout, stderr) => resolve({ stdout, stderr: stderr || String(error) }),
    )
  })
  return advisoriesOf(response.stdout, response.stderr)
}

function advisoriesOf(stdout: string, stderr: string): Advisories {
  let report: AuditReport
  try {
    report = JSON.parse(stdout) as AuditReport
  } catch {
    return { unasked: stderr.trim().split('\n').at(-1) ?? '' }
  }
  const { vulnerabilities, message, error } = report
  if (vulnerabilities === undefined) {
    return { unasked: message ?? error?.summary ?? 'npm audit did not say why' }
  }
  // A package that only depends on one with an advisory has the other's name in its place.
  const causes = Object.values(vulnerabilities).flatMap(({ via }) =>
    via.filter((cause) => typeof cause !== 'string'),
  )
  const known = causes.map(
    ({ name, severity, title, range, url }) => `${name} ${range}: ${title} (${severity}) ${url}`,
  )
  return { known }
}

export interface LockedPackage {
  readonly version: string
  readonly license?: unknown
  readonly dev?: boolean
  readonly link?: boolean
  readonly integrity?: string
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

interface AuditReport {
  readonly message?: string
  readonly error?: { readonly summary?: string }
  readonly vulnerabilities?: Record<string, { readonly via: readonly (string | Cause)[] }>
}

interface Cause {
  readonly name: string
  readonly severity: string
  readonly title: string
  readonly range: string
  readonly url: string
}

function readJson<T>(path: string): T {
  return JSON.parse(readFileSync(path, 'utf8')) as T
}
