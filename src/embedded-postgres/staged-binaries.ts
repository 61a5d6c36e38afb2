import {
  chmodSync,
  chownSync,
  cpSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/**
 * Copies PostgreSQL to the first place where `works` accepts it, and returns that directory, or
 * null when no place will do. An earlier copy is used again.
 */
export function stageBinaries(options: {
  native: string
  dataRoot: string
  prepare: (directory: string) => void
  /** Whether the server's account can walk to a directory; a copy elsewhere would be in vain. */
  reaches: (directory: string) => boolean
  works: (directory: string) => boolean
}): string | null {
  const name = `binaries-${packageVersion(options.native)}`
  for (const parent of stagingParents(options.dataRoot)) {
    const staged = join(parent, name)
    try {
      if (isTrusted(staged) && options.works(staged)) return staged
      mkdirSync(parent, { recursive: true, mode: 0o755 })
      if (!options.reaches(parent)) continue
      copyInto(staged, options)
      if (isTrusted(staged) && options.works(staged)) return staged
    } catch {
      // Read-only, full or somebody else's: the next place may do.
    }
  }
  return null
}

// The data directory first: it needs no second place to clean up. Root's server account may be
// unable to walk there, then a system directory, and the temporary directory comes last because
// it is emptied by others.
function stagingParents(dataRoot: string): string[] {
  const euid = process.geteuid?.()
  const temporary = join(tmpdir(), `vault-inventory-${euid ?? 'binaries'}`)
  if (euid !== 0) return [dataRoot, temporary]
  return [dataRoot, '/var/lib/vault-inventory', temporary]
}

// Built under a name nobody can guess and renamed when complete: a killed copy is never taken for
// a whole one, and of two racers one wins.
function copyInto(
  staged: string,
  options: { native: string; prepare: (directory: string) => void },
): void {
  if (!isTrusted(dirname(staged))) return
  const draft = mkdtempSync(`${staged}-`)
  try {
    cpSync(options.native, draft, {
      recursive: true,
      verbatimSymlinks: true,
      // Only for linking other programs against; a sixth of the files' size.
      filter: (source) => !source.endsWith('.a') && !source.endsWith('pkgconfig'),
    })
    options.prepare(draft)
    openToReaders(draft)
    // A copy that does not work may be in use by a running server: moved aside, not torn out.
    if (lstatSync(staged, { throwIfNoEntry: false })) renameSync(staged, `${draft}-replaced`)
    renameSync(draft, staged)
    rmSync(`${draft}-replaced`, { recursive: true, force: true })
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    throw error
  }
}

// An install under umask 077 is readable by root alone; the copy is for another account.
function openToReaders(directory: string): void {
  chmodSync(directory, 0o755)
  for (const entry of readdirSync(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name)
    if (entry.isDirectory()) openToReaders(path)
    else if (entry.isFile()) {
      const isProgram = (lstatSync(path).mode & 0o100) !== 0
      chmodSync(path, isProgram ? 0o755 : 0o644)
      const euid = process.geteuid?.()
      if (euid === 0) chownSync(path, 0, 0)
    }
  }
}

// A program is run only from a directory that nobody else could have prepared.
function isTrusted(directory: string): boolean {
  const found = lstatSync(directory, { throwIfNoEntry: false })
  if (!found?.isDirectory()) return false
  const euid = process.geteuid?.()
  if (euid === undefined) return true
  return (found.uid === euid || found.uid === 0) && (found.mode & 0o022) === 0
}

function packageVersion(native: string): string {
  try {
    return JSON.parse(readFileSync(join(native, '..', 'package.json'), 'utf8')).version
  } catch {
    return 'unversioned'
  }
}
