import { closeSync, fstatSync, openSync, readSync, statfsSync } from 'node:fs'

/** What PostgreSQL writes of its own end: of files, signals and memory, never of a row. */
const OF_AN_END = /PANIC: |LOG: {2}.* was terminated by signal|LOG: {2}.* exited with exit code/

const BYTES_MAX = 1_000_000
const LINES_MAX = 3
const LINE_LENGTH_MAX = 300

/** How long the log is now. */
export function logEnd(path: string): number {
  return reading(path, (log) => fstatSync(log).size) ?? 0
}

/** Why PostgreSQL ended, as far as its log says since it was that long. */
export function crashLog(path: string, from: number): string[] {
  const text = reading(path, (log) => {
    const buffer = Buffer.alloc(Math.min(BYTES_MAX, Math.max(0, fstatSync(log).size - from)))
    return buffer.subarray(0, readSync(log, buffer, 0, buffer.length, from)).toString('utf8')
  })
  const reported = (text ?? '').split('\n').filter((line) => OF_AN_END.test(line))
  return reported.slice(0, LINES_MAX).map((line) => line.slice(0, LINE_LENGTH_MAX))
}

/** What is left of the disk: on a full one PostgreSQL cannot write its last words. */
export function freeMegabytes(path: string): number | undefined {
  try {
    const { bavail, bsize } = statfsSync(path)
    return Math.floor((bavail * bsize) / 2 ** 20)
  } catch {
    return undefined
  }
}

// A log that somebody removed must not keep the service from bringing PostgreSQL back.
function reading<T>(path: string, read: (log: number) => T): T | undefined {
  try {
    const log = openSync(path, 'r')
    try {
      return read(log)
    } finally {
      closeSync(log)
    }
  } catch {
    return undefined
  }
}
