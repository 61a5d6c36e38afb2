import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { afterTest, isAlive } from './embedded-directory.ts'
import { CLI, type Ended, startProgram } from './program.ts'

export interface CommandResult {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
  /** Standard output as the one JSON document that it is. */
  // biome-ignore lint/suspicious/noExplicitAny: tests compare documents and read their members
  readonly document: any
}

/** Runs a command of the service as an operator does; the default `cwd` has no file .env. */
export async function runCommand(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  cwd?: string,
): Promise<CommandResult> {
  return await runProgram(CLI, args, env, cwd)
}

/** The same with the program of another version. */
export async function runProgram(
  cli: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  cwd?: string,
): Promise<CommandResult> {
  const { ended } = startProgram([cli, ...args], { env, ...(cwd !== undefined && { cwd }) })
  const { code, stdout, stderr } = await ended
  return {
    code: code as number,
    stdout,
    stderr,
    get document() {
      return JSON.parse(stdout)
    },
  }
}

/**
 * Runs a command and sends it the signal that `moment` resolves to; SIGINT goes to all of its
 * process group, as by Ctrl-C.
 */
export async function interruptCommand(
  t: TestContext,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  moment: () => Promise<NodeJS.Signals>,
): Promise<Pick<Ended, 'code' | 'signal' | 'stderr'>> {
  const { child, ended } = startProgram([CLI, ...args], { env, detached: true })
  const pid = child.pid as number
  afterTest(t, () => isAlive(pid) && child.kill('SIGKILL'))
  const missed = ended.then(({ stderr }) => assert.fail(`it ended before the moment: ${stderr}`))
  const signal = await Promise.race([moment(), missed])
  missed.catch(() => undefined)
  process.kill(signal === 'SIGINT' ? -pid : pid, signal)
  const { code, signal: endedBy, stderr } = await ended
  return { code, signal: endedBy, stderr }
}
