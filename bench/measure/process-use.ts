import { readdirSync, readFileSync } from 'node:fs'

const SAMPLE_MS = 100
const BYTES_PER_KIB = 1_024

/** Seconds of processor time of a process so far; null where the system does not say. */
export function processorSecondsOf(pid: number): number | null {
  if (process.platform !== 'linux') return null
  // By the scheduler's clock: the ticks of `stat` are longer than a lone request. Threads that end
  // take theirs with them; those of the service and of PostgreSQL last as long as it does.
  const nanoseconds = readdirSync(`/proc/${pid}/task`).map((thread) =>
    Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ', 1)[0]),
  )
  return nanoseconds.reduce((sum, one) => sum + one, 0) / 1e9
}

/** The same for each backend of PostgreSQL; null where they do not run on this machine. */
export function backendSecondsOf(pids: readonly number[]): ReadonlyMap<number, number> | null {
  const seconds = new Map<number, number>()
  for (const pid of pids) {
    try {
      const isPostgres = readFileSync(`/proc/${pid}/stat`, 'utf8').includes('(postgres)')
      if (!isPostgres) return null
      seconds.set(pid, processorSecondsOf(pid) ?? 0)
    } catch {
      return null
    }
  }
  return seconds
}

/** Megabytes (10^6 bytes) of a process now, or at most so far; null where unknown. */
export function memoryMbOf(pid: number, field: 'VmRSS' | 'VmHWM'): number | null {
  if (process.platform !== 'linux') return null
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const kib = Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(status)?.[1])
  return (kib * BYTES_PER_KIB) / 1_000_000
}

/** The most memory that a process had in any sample. */
export class MemoryWatch {
  maxMb: number | null = null

  async during<Result>(pid: number, run: () => Promise<Result>): Promise<Result> {
    const look = () => {
      const mb = memoryMbOf(pid, 'VmRSS')
      if (mb !== null) this.maxMb = Math.max(this.maxMb ?? 0, mb)
    }
    const timer = setInterval(look, SAMPLE_MS)
    try {
      return await run()
    } finally {
      look()
      clearInterval(timer)
    }
  }
}
