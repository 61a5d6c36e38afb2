/**
 * Runs the resilience tests at full length, one after the other, and prints what each showed:
 * `npm run test:soak`, or `npm run test:soak -- clock disk` for files whose names contain a word.
 *
 * They take hours on a machine of their own. A missing tool is named, with its Debian package.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { soakFiles } from './support/chaos/soak-files.ts'
import type { SoakResult } from './support/chaos/soak-test.ts'
import { runTests } from './support/runner/run-tests.ts'

const words = process.argv.slice(2)
const files = soakFiles().filter(
  (file) => words.length === 0 || words.some((word) => file.includes(word)),
)
if (files.length === 0) throw new Error(`no test is named like ${words.join(' or ')}`)

const directory = mkdtempSync(join(tmpdir(), 'vault-soak-'))
const results = join(directory, 'results')
try {
  const { isGood } = await runTests({
    files,
    isAlone: () => true,
    processes: 1,
    fileTimeoutMs: 14_400_000,
    env: { VAULT_SOAK_RESULTS: results },
  })
  process.exitCode = isGood ? 0 : 1
  printTable(readResults())
} finally {
  rmSync(directory, { recursive: true })
}

function readResults(): SoakResult[] {
  try {
    const lines = readFileSync(results, 'utf8').trim().split('\n')
    return lines.map((line) => JSON.parse(line) as SoakResult)
  } catch {
    return []
  }
}

function printTable(rows: readonly SoakResult[]): void {
  console.log('\n| Test | Tool | Seed | Count | Result | Date |\n|---|---|---|---|---|---|')
  for (const { name, tool, seed, count, result, date } of rows) {
    console.log(`| ${[name, tool, seed, count, result, date].join(' | ')} |`)
  }
}
