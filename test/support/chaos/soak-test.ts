import { execFileSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { appendFileSync } from 'node:fs'
import { type TestContext, test } from 'node:test'

/** The result of a soak test: an entry of docs/PERFORMANCE.md. */
export interface SoakResult {
  readonly name: string
  /** The programs that took part, with their versions where they are not our own. */
  readonly tool: string
  readonly seed: number
  /** The amount of work: '10,000 rounds, 212 kills'. */
  readonly count: string
  /** The observations, in figures. */
  readonly result: string
  /** The day, as 2026-01-31. */
  readonly date: string
}

export interface SoakTest {
  /** The context of node:test. */
  readonly t: TestContext
  /** The seed of all random choices; VAULT_SOAK_SEED repeats them. */
  readonly seed: number
  /** Repetitions: the first in `npm test`, the second in `npm run test:soak`. */
  size(short: number, long: number): number
}

/** True in `npm run test:soak`. */
export const isSoak = process.env.VAULT_SOAK_RESULTS !== undefined

/**
 * A test that runs short in `npm test`, and at full length with a report in `npm run test:soak`.
 */
export function soakTest(
  name: string,
  tool: string,
  run: (soakTest: SoakTest) => Promise<Pick<SoakResult, 'count' | 'result'>>,
): void {
  test(name, async (t) => {
    const seed = Number(process.env.VAULT_SOAK_SEED ?? randomInt(2 ** 31))
    t.diagnostic(`VAULT_SOAK_SEED=${seed}`)
    const size = (short: number, long: number) => (isSoak ? long : short)
    const shown = await run({ t, seed, size })
    t.diagnostic(`${shown.count}: ${shown.result}`)
    const { VAULT_SOAK_RESULTS: file } = process.env
    if (file === undefined) return
    const date = new Date().toISOString().slice(0, 10)
    appendFileSync(file, `${JSON.stringify({ name, tool, seed, ...shown, date })}\n`)
  })
}

/** Fails with what to install unless the program is there. */
export function needsProgram(program: string, debianPackage = program): void {
  try {
    execFileSync('which', [program])
  } catch {
    throw new Error(`${program} is missing: apt-get install ${debianPackage}`)
  }
}
