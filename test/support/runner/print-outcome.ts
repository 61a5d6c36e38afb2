import type { FileResult } from './reporter.ts'
import type { TestOutcome } from './run-tests.ts'

const SLOWEST = 20

export function printResult({ file, durationMs, failed }: FileResult): void {
  print(durationMs, failed > 0 ? `${file}: FAILED` : file)
}

/** Prints what was skipped and why, the slowest files, how long each kind took, and the counts. */
export function printOutcome(
  { results, isGood }: TestOutcome,
  facts: { readonly seed?: number; readonly durationMs: number; readonly fileCount: number },
): void {
  const { fileCount } = facts
  for (const { file, skipped } of results) {
    for (const title of skipped) console.log(`skipped: ${file}: ${title}`)
  }
  if (results.length > SLOWEST) {
    const byTime = results.toSorted((a, b) => b.durationMs - a.durationMs)
    console.log(`\nThe ${SLOWEST} slowest files:`)
    for (const { file, durationMs } of byTime.slice(0, SLOWEST)) print(durationMs, file)
    console.log('\nBy kind:')
    for (const [kind, of] of kinds(results)) {
      print(sum(of, 'durationMs'), `${kind} (${of.length} files, ${sum(of, 'passed')} tests)`)
    }
  }
  const [passed, failed] = [sum(results, 'passed'), sum(results, 'failed')]
  const notRun = fileCount - results.length
  if (notRun > 0) console.log(`\nStopped: ${notRun} of ${fileCount} files did not run`)
  const failing = results
    .filter((result) => result.failed > 0)
    .flatMap(({ file, why }) => [file, ...why.map((text) => `  ${text}`)])
  if (failing.length > 0) console.log(`\nFailed:\n${failing.join('\n').replaceAll(/^/gm, '  ')}`)
  console.log(
    `\n${isGood ? 'Good' : 'NOT GOOD'}: ${passed} tests passed, ${failed} failed, in ` +
      `${results.length} files and ${(facts.durationMs / 1_000).toFixed(1)} s` +
      (facts.seed === undefined ? '' : ` (--seed=${facts.seed})`),
  )
}

/** By the folder of each file, the slowest first. */
function kinds(results: readonly FileResult[]): [kind: string, results: FileResult[]][] {
  const kindOf = ({ file }: FileResult) =>
    file.split('/').slice(0, file.startsWith('test/') ? 2 : 1)
  const byKind = Object.groupBy(results, (result) => kindOf(result).join('/'))
  const entries = Object.entries(byKind) as [string, FileResult[]][]
  return entries.sort(([, a], [, b]) => sum(b, 'durationMs') - sum(a, 'durationMs'))
}

function sum(results: readonly FileResult[], member: 'durationMs' | 'passed' | 'failed'): number {
  return results.reduce((total, result) => total + result[member], 0)
}

function print(durationMs: number, text: string): void {
  console.log(`${(durationMs / 1_000).toFixed(1).padStart(7)} s  ${text}`)
}
