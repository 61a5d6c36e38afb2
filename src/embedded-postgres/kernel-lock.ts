import { closeSync, openSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { EmbeddedServerFailed } from './embedded-errors.ts'

/** The kernel releases the lock when its holder dies, in any way. */
export interface KernelLock {
  release(): void
}

const SQLITE_BUSY = 5

/**
 * Takes the lock on `file`, or returns null while another process, or another holder in this one,
 * has it. Node has no flock. SQLite's exclusive transaction is a kernel lock on every platform. It
 * also excludes two holders inside one process, which bare fcntl locks do not.
 */
export function tryKernelLock(file: string): KernelLock | null {
  const { DatabaseSync } = sqliteWithoutWarning()
  let database: InstanceType<typeof DatabaseSync> | undefined
  try {
    makePrivateFile(file)
    database = new DatabaseSync(file)
    // In memory: the default journal would leave a second file next to every lock.
    database.exec('PRAGMA journal_mode = MEMORY')
    database.exec('BEGIN EXCLUSIVE')
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

/** Waits for the lock, at most `waitMs`; `describe` is the error's sentence after that. */
export async function waitForKernelLock(
  file: string,
  wait: { waitMs: number; describe: string; signal?: AbortSignal | undefined },
): Promise<KernelLock> {
  const deadline = Date.now() + wait.waitMs
  for (;;) {
    wait.signal?.throwIfAborted()
    const lock = tryKernelLock(file)
    if (lock) return lock
    if (Date.now() > deadline) throw new EmbeddedServerFailed(wait.describe)
    // Random, so that twenty waiters do not try in step.
    await pause(5 + Math.random() * 20)
  }
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

let sqlite: typeof import('node:sqlite') | undefined

// Early releases of Node 24 warn on stderr that node:sqlite is experimental. Only this warning is
// dropped, and only while the module loads.
function sqliteWithoutWarning(): typeof import('node:sqlite') {
  if (sqlite) return sqlite
  const emitWarning = process.emitWarning
  process.emitWarning = ((warning: string | Error, ...rest: never[]) => {
    if (!String(warning).includes('SQLite')) emitWarning.call(process, warning, ...rest)
  }) as typeof process.emitWarning
  try {
    sqlite = process.getBuiltinModule('node:sqlite')
  } finally {
    process.emitWarning = emitWarning
  }
  return sqlite
}
