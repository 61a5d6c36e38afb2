import { statSync, watch } from 'node:fs'
import { availableParallelism } from 'node:os'
import { serviceRole as EMBEDDED } from '../../../src/embedded-postgres/server-connection.ts'
import { reportOn, SeenStatements } from '../schema/seen-statements.ts'
import type { TestServer } from '../vault/server.ts'
import { withCluster, withServer } from './prepared-server.ts'
import type { FileResult } from './reporter.ts'
import { TestProcess } from './test-process.ts'

export interface TestRun {
  /** In the order in which they begin. */
  readonly files: readonly string[]
  /** Files that need a process of their own. */
  readonly isAlone?: (file: string) => boolean
  /** Files whose tests wait for time, each in an organization of its own: they wait together. */
  readonly isConcurrent?: (file: string) => boolean
  /** Processes at a time; as many as there are processors. */
  readonly processes?: number
  /** Limit for one file; 300,000 by default. */
  readonly fileTimeoutMs?: number
  /** Settings over the environment of this process. */
  readonly env?: Readonly<Record<string, string>>
  /** Whether statements that were sent are judged, as some of those there are or as all. */
  readonly statements?: 'some' | 'all'
  /** Is told each result as it comes. */
  readonly onResult?: (result: FileResult) => void
  /** Coordinator of a cluster, where that is to be tested: each vault is distributed. */
  readonly clusterUrl?: string
}

export interface TestOutcome {
  readonly results: readonly FileResult[]
  /** Whether every test passed, and every statement that was judged. */
  readonly isGood: boolean
}

/**
 * Runs test files over one PostgreSQL: that of DATABASE_URL (whose user may create databases and
 * roles), or an embedded one in a temporary folder. Vaults are copies of one migrated template.
 * Then the statements that their services have sent are judged (CONTRIBUTING.md, Statements).
 */
export async function runTests(run: TestRun): Promise<TestOutcome> {
  refuseMissing(run)
  const { clusterUrl, statements } = run
  if (clusterUrl !== undefined) {
    return await withCluster(clusterUrl, (server) => runFiles(run, server, []))
  }
  const seen = statements === undefined ? undefined : new SeenStatements()
  const collecting = { ...run, env: { ...run.env, ...seen?.env } }
  try {
    // They load the program while the server starts.
    const started = startProcesses(collecting)
    return await withServer(async (server, facts) => {
      const outcome = await runFiles(collecting, server, started)
      const texts = seen?.of(server.serviceRole, EMBEDDED) ?? []
      const report = await reportOn(texts, facts, { isWhole: statements === 'all' })
      if (report.length > 0) {
        const title = 'Statements break rules (CONTRIBUTING.md, Statements):'
        console.error(['', title, ...report, ''].join('\n\n'))
      }
      return { ...outcome, isGood: outcome.isGood && report.length === 0 }
    })
  } finally {
    seen?.remove()
  }
}

const SAVED_TOGETHER_MS = 100

/** Runs the files, and again after each change of a source, until the process is interrupted. */
export async function watchTests(
  run: TestRun,
  onOutcome: (outcome: TestOutcome, durationMs: number) => void,
): Promise<void> {
  refuseMissing(run)
  const end = Promise.withResolvers<void>()
  let change = Promise.withResolvers<void>()
  let isEnded = false
  let saving: NodeJS.Timeout | undefined
  const watchers = ['src', 'test', 'clients'].map((folder) =>
    watch(folder, { recursive: true }, (_, name) => {
      clearTimeout(saving)
      // Several files may be saved at once.
      saving = setTimeout(() => {
        console.log(`\n--- ${folder}/${name} changed\n`)
        change.resolve()
      }, SAVED_TOGETHER_MS)
    }),
  )
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      isEnded = true
      end.resolve()
    })
  }
  await withServer(async (server) => {
    while (!isEnded) {
      const begun = performance.now()
      onOutcome(await runFiles(run, server, []), performance.now() - begun)
      await Promise.race([change.promise, end.promise])
      change = Promise.withResolvers<void>()
    }
  })
  clearTimeout(saving)
  for (const each of watchers) each.close()
}

function refuseMissing({ files }: TestRun): void {
  const missing = files.filter((name) => !statSync(name, { throwIfNoEntry: false })?.isFile())
  if (missing.length > 0) throw new Error(`name files of tests; no file: ${missing.join(', ')}`)
}

function startProcesses(run: TestRun): TestProcess[] {
  const { processes = availableParallelism(), files, isAlone } = run
  const sharing = files.filter((file) => isAlone?.(file) !== true).length
  return Array.from({ length: Math.min(processes, sharing) }, () => new TestProcess(run.env))
}

/** In a few processes, each of which takes the next file when it has run one. */
async function runFiles(
  run: TestRun,
  server: TestServer,
  started: TestProcess[],
): Promise<TestOutcome> {
  const { processes = availableParallelism(), fileTimeoutMs = 300_000, isAlone } = run
  const left = [...run.files]
  const results: FileResult[] = []
  const ends: boolean[] = []
  const running = new Set<TestProcess>()
  const stop = () => {
    left.length = 0
    for (const each of running) each.kill()
  }
  process.once('SIGINT', stop).once('SIGTERM', stop)
  const lane = async () => {
    let shared = started.pop()
    for (let file = left.shift(); file !== undefined; file = left.shift()) {
      const isOwn = isAlone?.(file) === true
      if (shared?.isAlive === false) {
        ends.push(await shared.end())
        shared = undefined
      }
      const each: TestProcess = isOwn || !shared ? new TestProcess(run.env) : shared
      running.add(each)
      const result = await each.run(file, {
        server,
        timeoutMs: fileTimeoutMs,
        isConcurrent: run.isConcurrent?.(file) === true,
      })
      running.delete(each)
      results.push(result)
      run.onResult?.(result)
      if (isOwn) ends.push(await each.end())
      else shared = each
    }
    if (shared !== undefined) ends.push(await shared.end())
  }
  await Promise.all(Array.from({ length: processes }, lane))
  process.off('SIGINT', stop).off('SIGTERM', stop)
  return { results, isGood: !ends.includes(false) && results.every(({ failed }) => failed === 0) }
}
