/**
 * Runs the tests.
 *
 * - `npm test`: what every change should pass, in some eight minutes on two cores.
 * - `npm run test:full`: all tests, some forty minutes.
 * - `npm test -- test/operations/get-fbo-account.test.ts`: the files that are named.
 */
import { globSync } from 'node:fs'
import { runTests } from './support/run-tests.ts'

/**
 * Left to `npm run test:full`: they start processes, fill large tables, or wait for time to pass.
 */
const FULL_ONLY = [
  ...[
    ...[
      'backup',
      'bench',
      'clients',
      'commands',
      'console/journeys',
      'deploy',
      'embedded-postgres',
      'migrations',
    ],
    'model',
    'plans',
    'resilience',
    'scenario',
    'service-role',
  ].map((folder) => `test/${folder}/**`),
  'test/**/*.race.test.ts',
  'clients/typescript/test/demo-commands.test.ts',
  'test/contract/{readme,console-build,forged-export,hostile-export,tampered-export}.test.ts',
]

/** Run by test/unit.test.ts, in one process. */
const UNIT = 'src/**'

/** They need a cluster: `npm run test:cluster`. */
const ON_CLUSTER = 'test/cluster/**'

const args = process.argv.slice(2)
const isFull = args.includes('--full')
const named = args.filter((arg) => !arg.startsWith('--'))
const skipped = [UNIT, ON_CLUSTER, ...(isFull ? [] : FULL_ONLY)]
const files = globSync(['test/**/*.test.ts', 'clients/*/test/**/*.test.ts'], {
  exclude: skipped,
}).sort()

process.exitCode = await runTests({
  files: named.length > 0 ? named : files,
  statements: isFull ? 'all' : 'some',
  options: [
    '--test-concurrency=2',
    '--test-timeout=300000',
    ...args.filter((arg) => arg.startsWith('--') && arg !== '--full'),
  ],
})
