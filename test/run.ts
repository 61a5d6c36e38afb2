/**
 * Runs the tests, in an order that a seed decides:
 *
 * - `npm test`: what every change should pass.
 * - `npm test -- --full`: all of them.
 * - `npm test -- test/operations/get-fbo-account.test.ts`: the files that are named.
 * - `npm test -- --seed=7`: in the order of an earlier run, which printed this seed.
 */
import { globSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { printOutcome, printResult } from './support/runner/print-outcome.ts'
import { runTests } from './support/runner/run-tests.ts'
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
  'test/conventions/checks.test.ts',
  'test/contract/{readme,console-build,forged-export,hostile-export,tampered-export}.test.ts',
]

/** They need a cluster: `npm run test:cluster`. */
const ON_CLUSTER = 'test/cluster/**'

/** They change or measure what a whole process has. */
const ALONE: readonly string[] = ['test/contract/body-pieces.test.ts']

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { full: { type: 'boolean', default: false }, seed: { type: 'string' } },
})
const seed = Number(values.seed ?? Math.floor(Math.random() * 1_000_000))
const all = globSync(['{src,test}/**/*.test.ts', 'clients/*/test/**/*.test.ts'], {
  exclude: [ON_CLUSTER, ...(values.full ? [] : FULL_ONLY)],
})
const files = positionals.length > 0 ? positionals : shuffled(all.sort(), randomNumbers(seed))
const begun = performance.now()
const outcome = await runTests({
  files,
  isAlone: (file) => ALONE.includes(file),
  onResult: printResult,
  statements: values.full ? 'all' : 'some',
})
printOutcome(outcome, { seed, durationMs: performance.now() - begun })
process.exitCode = outcome.isGood ? 0 : 1
