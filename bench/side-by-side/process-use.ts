import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

/** Megabytes (10^6 bytes) of a process. */
export interface Memory {
  readonly nowMb: number
  /** The most that it ever had; null where the system does not tell. */
  readonly peakMb: number | null
}

const SAMPLE_MS = 100
/** Of what Linux counts processor time in, whatever the kernel's own ticks are. */
const TICKS_PER_SECOND = 100
const BYTES_PER_KIB = 1_024

/** What a process and its children keep in memory. */
export function memoryOf(pid: number): Memory {
  const parts = [pid, ...childrenOf(pid)].map(memoryOfOne)
  const peaks = parts.map(({ peakMb }) => peakMb)
  return {
    nowMb: parts.reduce((total, { nowMb }) => total + nowMb, 0),
    peakMb: peaks.reduce((total, peak) => (total === null || peak === null ? null : total + peak)),
  }
}

/** Seconds of processor that a process and its children took so far; null where nobody tells. */
export function processorSecondsOf(pid: number): number | null {
  if (process.platform !== 'linux') return null
  const ticks = [pid, ...childrenOf(pid)].map((one) => {
    // After the program's name in parentheses; user and system time are the 14th and 15th.
    const fields = readFileSync(`/proc/${one}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
    return Number(fields[11]) + Number(fields[12])
  })
  return ticks.reduce((total, part) => total + part) / TICKS_PER_SECOND
}

/** Watches a process while something runs; the largest of the samples is what it returns. */
export class MemoryWatch {
  mostMb = 0

  start(pid: number): () => void {
    const look = () => {
      this.mostMb = Math.max(this.mostMb, memoryOf(pid).nowMb)
    }
    const timer = setInterval(look, SAMPLE_MS)
    return () => {
      look()
      clearInterval(timer)
    }
  }
}

function memoryOfOne(pid: number): Memory {
  if (process.platform === 'linux') {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    return { nowMb: field(status, 'VmRSS'), peakMb: field(status, 'VmHWM') }
  }
  const { stdout } = spawnSync('ps', ['-o', 'rss=', '-p', `${pid}`], { encoding: 'utf8' })
  return { nowMb: megabytes(Number(stdout)), peakMb: null }
}

/** Processes of a service that runs several; an embedded PostgreSQL is a family of its own. */
function childrenOf(pid: number): number[] {
  if (process.platform !== 'linux') return []
  const direct = readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
    readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').split(' ').filter(Boolean),
  )
  return direct.map(Number).flatMap((child) => [child, ...childrenOf(child)])
}

function field(status: string, name: string): number {
  return megabytes(Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]))
}

function megabytes(kib: number): number {
  return (kib * BYTES_PER_KIB) / 1_000_000
}
