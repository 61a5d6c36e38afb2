import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FileResult } from './reporter.ts'

const WORKER = fileURLToPath(new URL('worker.ts', import.meta.url))
const REPORTER = new URL('reporter.ts', import.meta.url).href

/** A process that runs test files, one after the other. */
export class TestProcess {
  readonly #child: ChildProcess
  readonly #ran: string[] = []

  /** @param env settings over the environment of this process */
  constructor(env: Readonly<Record<string, string>>) {
    this.#child = spawn(process.execPath, [`--test-reporter=${REPORTER}`, WORKER], {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      env: {
        ...process.env,
        // The processes of a run, and of the next one, load the same files.
        NODE_COMPILE_CACHE: join(tmpdir(), 'vault-inventory-compile-cache'),
        ...env,
      },
    })
  }

  get isAlive(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null
  }

  /** Runs a file. The process is dead where it exceeds the limit, or ends before the file does. */
  async run(file: string, timeoutMs: number): Promise<FileResult> {
    const begun = performance.now()
    const isOver = new AbortController()
    const limit = AbortSignal.timeout(timeoutMs)
    const kill = () => this.#child.kill('SIGKILL')
    limit.addEventListener('abort', kill)
    try {
      this.#child.send(file)
      const { signal } = isOver
      const [result] = await Promise.race([
        once(this.#child, 'message', { signal }) as Promise<[FileResult]>,
        once(this.#child, 'exit', { signal }).then(() => [undefined]),
      ])
      if (result?.failed === 0) return result
      if (result === undefined) console.error(`\nFAILED ${file}: ${this.#death(limit.aborted)}`)
      if (this.#ran.length > 0) console.error(`Before it, its process ran: ${this.#ran.join(' ')}`)
      const durationMs = Math.round(performance.now() - begun)
      return result ?? { file, durationMs, passed: 0, failed: 1, skipped: [] }
    } finally {
      isOver.abort()
      limit.removeEventListener('abort', kill)
      this.#ran.push(file)
    }
  }

  /** @returns whether it ended well */
  async end(): Promise<boolean> {
    if (this.isAlive) {
      this.#child.send('')
      await once(this.#child, 'exit')
    }
    return this.#child.exitCode === 0
  }

  #death(isLate: boolean): string {
    const { exitCode, signalCode } = this.#child
    return isLate ? 'it took too long' : `its process ended (${signalCode ?? exitCode})`
  }
}
