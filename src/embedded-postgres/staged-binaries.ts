import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  cpSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { makeFolder } from './make-folder.ts'
import { type ServerAccount, serverEnvironment } from './server-account.ts'

/**
 * Copies PostgreSQL to the first place where `attempt` succeeds, and returns its result; null when
 * no place will do. An earlier copy is used again.
 */
export function stageBinaries<T>(
  options: { native: string; dataRoot: string; account: ServerAccount | null },
  attempt: (directory: string) => T | null,
): T | null {
  const attemptTrusted = (directory: string) => (isTrusted(directory) ? attempt(directory) : null)
  const name = `binaries-${packageVersion(options.native)}`
  for (const parent of stagingParents(options.dataRoot)) {
    const staged = join(parent, name)
    try {
      const earlier = attemptTrusted(staged)
      if (earlier !== null) return earlier
      makeFolder(parent, 0o755)
      if (!canEnter(options.account, parent)) continue
      copyInto(staged, options.native)
      const copy = attemptTrusted(staged)
      if (copy !== null) return copy
    } catch {
      // Read-only, full or another user's: the next place may do.
    }
  }
  return null
}

/**
 * Makes the links of the libraries: npm packages hold no symbolic links, and their install scripts
 * are often blocked. Twenty starters may race, and node_modules may be read-only. No failure here
 * is final: running the programs is the proof.
 */
export function linkLibraries(native: string): void {
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

// A copy in a directory that the account cannot enter would be in vain.
function canEnter(account: ServerAccount | null, directory: string): boolean {
  if (account === null) return true
  const options = { ...account, cwd: '/', env: serverEnvironment }
  return spawnSync('/bin/sh', ['-c', 'cd "$1"', 'sh', directory], options).status === 0
}

// The data directory first: it needs no second place to clean up. The account that root chose may
// be unable to enter it, so a system directory follows. The temporary directory is last: cleaners
// empty it.
function stagingParents(dataRoot: string): string[] {
  const euid = process.geteuid?.()
  const temporary = join(tmpdir(), `vault-inventory-${euid}`)
  return euid === 0 ? [dataRoot, '/var/lib/vault-inventory', temporary] : [dataRoot, temporary]
}

// Built under a name that nobody can guess and renamed when complete: a killed copy is never taken
// for a whole one, and of two racing starters one wins.
function copyInto(staged: string, native: string): void {
  if (!isTrusted(dirname(staged))) return
  const draft = mkdtempSync(`${staged}-`)
  try {
    cpSync(native, draft, {
      recursive: true,
      verbatimSymlinks: true,
      // Only needed to link other programs, and a sixth of the size.
      filter: (source) => !source.endsWith('.a') && !source.endsWith('pkgconfig'),
    })
    linkLibraries(draft)
    openToReaders(draft)
    // A running server may use the copy that does not work: it is moved away before it is removed.
    if (lstatSync(staged, { throwIfNoEntry: false })) renameSync(staged, `${draft}-replaced`)
    renameSync(draft, staged)
    rmSync(`${draft}-replaced`, { recursive: true, force: true })
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    throw error
  }
}

// Root alone can read an install under umask 077, but the copy is for another account.
function openToReaders(directory: string): void {
  chmodSync(directory, 0o755)
  for (const entry of readdirSync(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name)
    if (entry.isDirectory()) openToReaders(path)
    else if (entry.isFile()) {
      const isProgram = (lstatSync(path).mode & 0o100) !== 0
      chmodSync(path, isProgram ? 0o755 : 0o644)
      if (process.geteuid?.() === 0) chownSync(path, 0, 0)
    }
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
