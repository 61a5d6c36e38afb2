/**
 * Runs the tests of operations, races, access and the model on a Citus cluster: `CLUSTER_URL=...
 * npm run test:cluster`, or with files named behind `--` those. docs/SCALING.md says how to build
 * one.
 */
import { globSync } from 'node:fs'
import { runTests } from './support/runner/run-tests.ts'

const { CLUSTER_URL } = process.env

const FILES = [
  'test/cluster/**/*.test.ts',
  'test/operations/**/*.test.ts',
  'test/commands/import*.test.ts',
  'test/contract/access.test.ts',
  'test/model/vault.model.test.ts',
]

/** They take nodes away, which no other one may need meanwhile, or compare times. */
const ALONE = ['hung', 'lost', 'slow'].map((state) => `test/cluster/node-${state}.test.ts`)

/** Its test locks rows through the coordinator: Citus ends the deadlock there, not the service's. */
const ON_ONE_SERVER = ['test/operations/create-transfer.conflict.test.ts']

const named = process.argv.slice(2)
if (CLUSTER_URL === undefined || CLUSTER_URL === '') {
  console.error('Set CLUSTER_URL to the coordinator of a Citus cluster: postgres://...')
  process.exitCode = 2
} else {
  const all = FILES.flatMap((pattern) => globSync(pattern)).sort()
  const files = named.length > 0 ? named : all.filter((file) => !ON_ONE_SERVER.includes(file))
  const together = files.filter((file) => !ALONE.includes(file))
  const runs = [together, ...files.filter((file) => ALONE.includes(file)).map((file) => [file])]
  for (const run of runs.filter((each) => each.length > 0)) {
    const fileTimeoutMs = 900_000
    const { isGood } = await runTests({ clusterUrl: CLUSTER_URL, files: run, fileTimeoutMs })
    if (!isGood) process.exitCode = 1
  }
}
