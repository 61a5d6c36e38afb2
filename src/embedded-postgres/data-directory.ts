import { randomBytes } from 'node:crypto'
import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, resolve } from 'node:path'

/** The embedded PostgreSQL cannot be started. The message is one sentence for an operator. */
export class EmbeddedServerFailed extends Error {
  override name = 'EmbeddedServerFailed'
}

/** The files of one embedded server. All paths are absolute and resolved. */
export interface DataDirectory {
  root: string
  cluster: string
  log: string
  password: string
  /** Held exclusively while PostgreSQL is started or stopped. */
  startLock: string
  /** Held shared by every process that uses PostgreSQL: the last one stops it. */
  usersLock: string
  /** Held exclusively by the one service. */
  serviceLock: string
  serviceHolder: string
}

/** Makes DATA_DIR when it is missing. @throws {EmbeddedServerFailed} when it cannot be used */
export function openDataDirectory(dataDir: string): DataDirectory {
  const wanted = resolve(dataDir)
  return explainingFileErrors(wanted, () => {
    const firstMade = makeFolder(wanted)
    // Resolved: two names of one directory must give the locks and the server one identity.
    const root = realpathSync(wanted)
    accessSync(root, constants.R_OK | constants.W_OK | constants.X_OK)
    if (firstMade) syncDirectory(dirname(realpathSync(firstMade)))
    return {
      root,
      cluster: join(root, 'postgres'),
      log: join(root, 'postgres.log'),
      password: join(root, 'postgres-password'),
      startLock: join(root, 'start.lock'),
      usersLock: join(root, 'users.lock'),
      serviceLock: join(root, 'service.lock'),
      serviceHolder: join(root, 'service.pid'),
    }
  })
}

/**
 * Makes a folder, and those above it that are missing, and returns the topmost that it made. Node's
 * own `recursive` never ends under a parent that exists and takes no folders, such as `/proc`.
 */
export function makeFolder(path: string, mode?: number): string | undefined {
  const parent = dirname(path)
  try {
    mkdirSync(path, mode)
    return path
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST' && statSync(path).isDirectory()) return undefined
    if (code !== 'ENOENT' || existsSync(parent)) throw error
  }
  const above = makeFolder(parent, mode)
  const own = makeFolder(path, mode)
  return above ?? own
}

/** A file's text; empty when the file cannot be read. */
export function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

/**
 * The server's password, made at first use. Call it under start.lock, before the cluster is made:
 * a cluster then never exists without its password.
 */
export function readOrMakePassword(directory: DataDirectory): string {
  return explainingFileErrors(directory.root, () => {
    const stored = existsSync(directory.password) && readFileSync(directory.password, 'utf8').trim()
    if (stored) return stored
    const password = randomBytes(24).toString('base64url')
    const draft = `${directory.password}.new`
    writeFileSync(draft, `${password}\n`, { mode: 0o600, flush: true })
    renameSync(draft, directory.password)
    syncDirectory(directory.root)
    return password
  })
}

/** Makes renames inside `path` survive a power cut. */
export function syncDirectory(path: string): void {
  const descriptor = openSync(path, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

/** Runs `work`; a file error becomes one sentence that names DATA_DIR and the remedy. */
export function explainingFileErrors<T>(path: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    const remedy = code && REMEDIES[code]
    if (!remedy) throw error
    throw new EmbeddedServerFailed(
      `The data directory ${path} cannot be used: ${remedy} (${code}).`,
    )
  }
}

/** A full disk has this one sentence, wherever it shows. */
export function diskIsFull(path: string): EmbeddedServerFailed {
  return new EmbeddedServerFailed(`The data directory ${path} cannot be used: ${REMEDIES.ENOSPC}.`)
}

const ANOTHER_DIRECTORY = 'set DATA_DIR to a directory this user can write'
const REMEDIES: Record<string, string> = {
  EACCES: `permission denied; ${ANOTHER_DIRECTORY}`,
  EPERM: `permission denied; ${ANOTHER_DIRECTORY}`,
  EROFS: `the file system is read-only; ${ANOTHER_DIRECTORY}`,
  ENOTDIR: 'a file is in the place of a directory; set DATA_DIR to a directory',
  EEXIST: 'a file is in the place of a directory; set DATA_DIR to a directory',
  ENOSPC: 'the disk is full; free some space, or set DATA_DIR to a directory on another disk',
  EDQUOT: 'the disk quota is used up; free some space, or set DATA_DIR to another directory',
  ENAMETOOLONG: 'the path is too long; set DATA_DIR to a shorter one',
  ENOENT: 'its path cannot be made; set DATA_DIR to a directory this user can write',
}
