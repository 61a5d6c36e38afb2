/**
 * Runs the tests, in an order that a seed decides:
 *
 * - `npm test`: what every change should pass.
 * - `npm test -- --full`: all of them.
 * - `npm test -- test/operations/create-fbo-account.test.ts`: the files or folders that are named.
 * - `npm test -- --seed=7`: in the order of an earlier run, which printed this seed.
 * - `npm test -- --timeout 120 FILE`: each file may take so many minutes.
 * - `npm run test:watch -- test/operations/create-fbo-account.test.ts`: again after each saved change.
 */
import { globSync, statSync } from 'node:fs'
import { availableParallelism, loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { printOutcome, printResult } from './support/runner/print-outcome.ts'
import { runTests, type TestRun, watchTests } from './support/runner/run-tests.ts'
import { randomNumbers, shuffled } from './support/vault/random.ts'

/** Left to `--full`: they start processes, fill large tables, compile, or wait for time to pass. */
const FULL_ONLY = [
  ...[
    'backup',
    'bench',
    'clients',
    'commands',
    'console/journeys',
    'deploy',
    'embedded-postgres',
    'migrations',
    'model',
    'plans',
    'resilience',
    'scenario',
    'service-role',
  ].map((folder) => `test/${folder}/**`),
  'test/**/*.race.test.ts',
  'clients/typescript/test/demo-commands.test.ts',
  'test/database/hostile-settings.test.ts',
  'test/contract/{readme,console-build,hostile-export,tampered-export}.test.ts',
]

/** Limit for the quick tests, on two processors that do nothing else. */
const QUICK_MS = 180_000

/** They need a cluster: `npm run test:cluster`. */
const ON_CLUSTER = 'test/cluster/**'

/** They change or measure what a whole process has. */
const ALONE: readonly string[] = ['test/contract/body-pieces.test.ts']

/** They take longest: begun first, so that the end of a run waits for none of them. */
const LONGEST: readonly string[] = [
  'commands/new-operation',
  'console/journeys/every-page',
  'console/journeys/tasks',
  'contract/access',
  'deploy/packed',
  'plans/plans',
].map((name) => `test/${name}.test.ts`)

/** Their tests wait for time, each in an organization of its own: they wait together. */
const CONCURRENT: readonly string[] = ['deliver-webhooks.failures', 'get-summary.waiting'].map(
  (name) => `test/operations/${name}.test.ts`,
)

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    full: { type: 'boolean', default: false },
    seed: { type: 'string' },
    timeout: { type: 'string' },
    watch: { type: 'boolean', default: false },
  },
})
const seed = Number(values.seed ?? Math.floor(Math.random() * 1_000_000))
const all = globSync(['{src,test}/**/*.test.ts', 'clients/*/test/**/*.test.ts'], {
  exclude: [ON_CLUSTER, ...(values.full ? [] : FULL_ONLY)],
})
const order = shuffled(all.sort(), randomNumbers(seed))
const longest = order.filter((file) => LONGEST.includes(file))
const run: TestRun = {
  files:
    positionals.length > 0 ? positionals.flatMap(filesOf) : [...new Set([...longest, ...order])],
  // A test waits for PostgreSQL and for time.
  processes: availableParallelism() + 1,
  isAlone: (file) => ALONE.includes(file),
  isConcurrent: (file) => CONCURRENT.includes(file),
  // Minutes.
  fileTimeoutMs: 60_000 * Number(values.timeout ?? (values.full ? 10 : 5)),
  onResult: printResult,
}

if (values.watch) {
  await watchTests(run, (outcome, durationMs) =>
    printOutcome(outcome, { durationMs, fileCount: run.files.length }),
  )
} else {
  const isIdle = (loadavg()[0] as number) < availableParallelism()
  const begun = performance.now()
  const outcome = await runTests({ ...run, statements: values.full ? 'all' : 'some' })
  const durationMs = performance.now() - begun
  printOutcome(outcome, { seed, durationMs, fileCount: run.files.length })
  const isSlow = !values.full && isIdle && durationMs > 1.5 * QUICK_MS
  if (isSlow)
    console.error(
      `The quick tests may take ${QUICK_MS / 1_000} s: speed some up, or move them to --full.`,
    )
  process.exitCode = outcome.isGood && !isSlow ? 0 : 1
}

function filesOf(name: string): string[] {
  const isFolder = statSync(name, { throwIfNoEntry: false })?.isDirectory() === true
  return isFolder ? globSync(`${name}/**/*.test.ts`).sort() : [name]
}
