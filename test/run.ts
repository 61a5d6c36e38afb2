/** Runs the tests: `npm test`, or `npm test -- test/operations/get-fbo-account.test.ts` for some. */
import { globSync } from 'node:fs'
import { runTests } from './support/run-tests.ts'

const FILES = ['src/**/*.test.ts', 'test/**/*.test.ts']
/** They need a cluster: `npm run test:cluster`. */
const ON_CLUSTER = 'test/cluster/**'

const args = process.argv.slice(2)
const named = args.filter((arg) => !arg.startsWith('--'))
process.exitCode = await runTests({
  files:
    named.length > 0
      ? named
      : FILES.flatMap((pattern) => globSync(pattern, { exclude: [ON_CLUSTER] })).sort(),
  statements: named.length > 0 ? 'some' : 'all',
  options: [
    '--test-concurrency=2',
    '--test-timeout=300000',
    ...args.filter((arg) => arg.startsWith('--')),
  ],
})
