/**
 * Runs the attacks at full length, one after the other, and prints what each showed: `npm run
 * torture`, or `npm run torture -- clock disk` for those files whose names contain a word.
 *
 * Hours of work for a machine of its own. A tool that is missing is named, with its Debian package.
 */
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AttackResult } from './support/chaos/soak-test.ts'
import { runTests } from './support/run-tests.ts'

const words = process.argv.slice(2)
const files = globSync('test/resilience/*.{test,soak}.ts')
  .filter((file) => words.length === 0 || words.some((word) => file.includes(word)))
  .sort()
if (files.length === 0) throw new Error(`no attack is named like ${words.join(' or ')}`)

const directory = mkdtempSync(join(tmpdir(), 'vault-torture-'))
const results = join(directory, 'results')
try {
  process.exitCode = await runTests({
    files,
    options: ['--test-concurrency=1', '--test-timeout=14400000'],
    env: { VAULT_TORTURE_RESULTS: results },
  })
  printTable(readResults())
} finally {
  rmSync(directory, { recursive: true })
}

function readResults(): AttackResult[] {
  try {
    const lines = readFileSync(results, 'utf8').trim().split('\n')
    return lines.map((line) => JSON.parse(line) as AttackResult)
  } catch {
    return []
  }
}

function printTable(rows: readonly AttackResult[]): void {
  console.log('\n| Attack | Tool | Seed | Count | Result | Date |\n|---|---|---|---|---|---|')
  for (const { name, tool, seed, count, result, date } of rows) {
    console.log(`| ${[name, tool, seed, count, result, date].join(' | ')} |`)
  }
}
