import { closeSync, openSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { EmbeddedServerFailed } from './data-directory.ts'

/** The kernel releases the lock when its holder dies, in any way. */
export interface KernelLock {
  release(): void
}

const SQLITE_BUSY = 5

/**
 * Takes the lock on `file`, or returns null while another process, or another holder in this one,
 * excludes it. Any number hold it `shared`, or one holds it `exclusive`. Node has no flock; a
 * transaction of SQLite holds a kernel lock on every platform.
 */
export function tryKernelLock(
  file: string,
  mode: 'exclusive' | 'shared' = 'exclusive',
): KernelLock | null {
  let database: DatabaseSync | undefined
  try {
    makePrivateFile(file)
    database = new DatabaseSync(file)
    // In memory: the default journal would leave a second file next to every lock.
    database.exec('PRAGMA journal_mode = MEMORY')
    database.exec(mode === 'shared' ? 'BEGIN; SELECT 1 FROM sqlite_schema' : 'BEGIN EXCLUSIVE')
  } catch (error) {
    database?.close()
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) return null
    throw new EmbeddedServerFailed(
      `The lock file ${file} cannot be used (${(error as Error).message}); ` +
        'run as the user who owns the data directory, or set another DATA_DIR.',
    )
  }
  const held = database
  return {
    release() {
      if (held.isOpen) held.close()
    },
  }
}

/** Waits for the lock, at most ten minutes, as long as a recovery may take. */
export async function waitForKernelLock(file: string, signal?: AbortSignal): Promise<KernelLock> {
  for (const deadline = Date.now() + 600_000; Date.now() < deadline; ) {
    signal?.throwIfAborted()
    const lock = tryKernelLock(file)
    if (lock) return lock
    // Random, so that twenty waiters do not try in step.
    await pause(5 + Math.random() * 20)
  }
  throw new EmbeddedServerFailed(
    `Another process has held ${file} for ten minutes, to start or stop PostgreSQL: end it.`,
  )
}

// No other account may open the file: a mere reader could hold the lock. An existing file is not
// opened here: closing any descriptor of it would drop this process's lock.
function makePrivateFile(file: string): void {
  try {
    closeSync(openSync(file, 'wx', 0o600))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}
