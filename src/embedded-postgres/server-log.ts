import { chownSync, closeSync, openSync, readSync, renameSync, statfsSync, statSync } from 'node:fs'
import { type DataDirectory, explainingFileErrors } from './data-directory.ts'

const LOG_BYTES_MAX = 10_000_000

/** PostgreSQL's own reports of a crash: they name files, signals and memory, never a row. */
const CRASH = /PANIC: |LOG: {2}.* was terminated by signal|LOG: {2}.* exited with exit code/
const CRASH_LINES_MAX = 3
const CRASH_LINE_LENGTH_MAX = 300

/** Opens the log for appending. Rotates it: only here, because no server has the file open. */
export function openLog(directory: DataDirectory): number {
  return explainingFileErrors(directory.root, () => {
    if (logEnd(directory.log) > LOG_BYTES_MAX) renameSync(directory.log, `${directory.log}.1`)
    const log = openSync(directory.log, 'a', 0o600)
    // When root starts another user's server, that user must still be able to use the file.
    const owner = statSync(directory.root)
    if (process.geteuid?.() === 0) chownSync(directory.log, owner.uid, owner.gid)
    return log
  })
}

/** The log's length in bytes; 0 when somebody removed it. */
export function logEnd(path: string): number {
  try {
    return statSync(path).size
  } catch {
    return 0
  }
}

/** The log from a position on; empty when somebody removed the log. */
export function logSince(path: string, from: number): string {
  try {
    const log = openSync(path, 'r')
    try {
      const buffer = Buffer.alloc(Math.min(LOG_BYTES_MAX, Math.max(0, logEnd(path) - from)))
      return buffer.toString('utf8', 0, readSync(log, buffer, 0, buffer.length, from))
    } finally {
      closeSync(log)
    }
  } catch {
    return ''
  }
}

/** Why PostgreSQL crashed, as far as its log says from a position on. */
export function crashLog(path: string, from: number): string[] {
  const reported = logSince(path, from)
    .split('\n')
    .filter((line) => CRASH.test(line))
  return reported.slice(0, CRASH_LINES_MAX).map((line) => line.slice(0, CRASH_LINE_LENGTH_MAX))
}

/** Free space on the disk: on a full disk PostgreSQL cannot write a crash log. */
export function freeMegabytes(path: string): number | undefined {
  try {
    const { bavail, bsize } = statfsSync(path)
    return Math.floor((bavail * bsize) / 2 ** 20)
  } catch {
    return undefined
  }
}
