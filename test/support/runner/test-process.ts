import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { nextMessage } from '../processes/next-message.ts'
import type { TestServer } from '../vault/server.ts'
import type { FileResult } from './reporter.ts'

const WORKER = fileURLToPath(new URL('./worker.ts', import.meta.url))
const REPORTER = new URL('./reporter.ts', import.meta.url).href

/** A message to `worker.ts`; without a file, to end. */
export interface FileToRun {
  readonly file: string | null
  readonly server?: TestServer
  /** Whether its tests run at the same time. */
  readonly isConcurrent?: boolean
}

/** A process that runs test files, one after the other. */
export class TestProcess {
  readonly #child: ChildProcess
  readonly #ran: string[] = []

  /** @param env settings over the environment of this process */
  constructor(env: Readonly<Record<string, string>> = {}) {
    this.#child = spawn(
      process.execPath,
      ['--max-semi-space-size=64', `--test-reporter=${REPORTER}`, WORKER],
      {
        stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
        env: {
          ...process.env,
          // The processes of a run, and of the next one, load the same files.
          NODE_COMPILE_CACHE: join(tmpdir(), 'vault-inventory-compile-cache'),
          ...env,
          // The service under test must not find that of the tests.
          DATABASE_URL: '',
        },
      },
    )
  }

  get isAlive(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null
  }

  /** Runs a file. The process is dead where it exceeds the limit, or ends before the file does. */
  async run(
    file: string,
    { timeoutMs, ...facts }: Omit<FileToRun, 'file'> & { readonly timeoutMs: number },
  ): Promise<FileResult> {
    const begun = performance.now()
    const limit = AbortSignal.timeout(timeoutMs)
    const kill = () => this.kill()
    limit.addEventListener('abort', kill)
    this.#child.send({ file, ...facts } satisfies FileToRun)
    const result = await this.#resultOf(file)
    limit.removeEventListener('abort', kill)
    const died = this.#death(limit.aborted)
    if (result === undefined) console.error(`\nFAILED ${file}: ${died}`)
    if (result?.failed !== 0 && this.#ran.length > 0) {
      console.error(`Before it, its process ran: ${this.#ran.join(' ')}`)
    }
    this.#ran.push(file)
    const durationMs = Math.round(performance.now() - begun)
    return result ?? { file, durationMs, passed: 0, failed: 1, skipped: [], why: [died] }
  }

  /** A test that begins after its file has ended reports by itself: it is a failure of the next. */
  async #resultOf(file: string): Promise<FileResult | undefined> {
    const stray: string[] = []
    for (;;) {
      const result = await nextMessage<FileResult>(this.#child)
      if (result === undefined || (result.file === file && stray.length === 0)) return result
      if (result.file === file) return { ...result, failed: result.failed + stray.length }
      console.error(`\nFAILED ${file}: a test outside of its file: ${result.file}`)
      stray.push(result.file)
    }
  }

  /** @returns whether it ended well */
  async end(): Promise<boolean> {
    if (this.isAlive) {
      this.#child.send({ file: null } satisfies FileToRun)
      await once(this.#child, 'exit')
    }
    return this.#child.exitCode === 0
  }

  kill(): void {
    this.#child.kill('SIGKILL')
  }

  #death(isLate: boolean): string {
    const { exitCode, signalCode } = this.#child
    return isLate ? 'it took too long' : `its process ended (${signalCode ?? exitCode})`
  }
}
