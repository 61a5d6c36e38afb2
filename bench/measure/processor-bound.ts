import { existsSync, mkdirSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { processesOf } from './server-use.ts'

const UNIFIED = '/sys/fs/cgroup'
const IS_UNIFIED = existsSync(join(UNIFIED, 'cgroup.controllers'))
/** The group of all processes that no other one bounds. */
const ROOT = IS_UNIFIED ? UNIFIED : '/sys/fs/cgroup/cpu'

/** The least quota that Linux takes: a server that has used it rests until the next period. */
const QUOTA_US = 1_000

/** Bounds the processors of a PostgreSQL by a cgroup of Linux, version 1 or 2; needs root. */
export class ProcessorBound {
  readonly #postmaster: number
  readonly #group: string

  constructor(postmaster: number) {
    this.#postmaster = postmaster
    this.#group = join(ROOT, `vault_bench_${postmaster}`)
    if (IS_UNIFIED) writeFileSync(join(ROOT, 'cgroup.subtree_control'), '+cpu')
    mkdirSync(this.#group)
    this.#move(this.#group)
  }

  /** @param share of one processor; null for no bound */
  set(share: number | null): void {
    const quota = share === null ? null : QUOTA_US
    const period = share === null ? 100_000 : Math.round(QUOTA_US / share)
    if (IS_UNIFIED) {
      this.#write('cpu.max', `${quota ?? 'max'} ${period}`)
    } else {
      // A quota may not exceed its period by much on the way: none first.
      this.#write('cpu.cfs_quota_us', '-1')
      this.#write('cpu.cfs_period_us', `${period}`)
      this.#write('cpu.cfs_quota_us', `${quota ?? -1}`)
    }
  }

  remove(): void {
    this.#move(ROOT)
    rmdirSync(this.#group)
  }

  #write(file: string, text: string): void {
    writeFileSync(join(this.#group, file), text)
  }

  #move(group: string): void {
    for (const pid of this.#processes()) {
      try {
        writeFileSync(join(group, 'cgroup.procs'), `${pid}`)
      } catch (error) {
        // It ended after it was listed.
        if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
      }
    }
  }

  /** Children are listed once the first process is there: those that it starts then are, too. */
  *#processes(): Iterable<number> {
    yield this.#postmaster
    yield* processesOf(this.#postmaster)
  }
}
