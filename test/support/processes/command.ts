import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { text } from 'node:stream/consumers'
import { CLI, plainEnvironment } from './service-process.ts'

export interface CommandResult {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
  /** Standard output as the one JSON document that it is. */
  // biome-ignore lint/suspicious/noExplicitAny: tests compare whole documents and read their members
  readonly document: any
}

/**
 * Runs a command of the service as an operator does; the default `cwd` has no file .env.
 */
export async function runCommand(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  cwd = tmpdir(),
): Promise<CommandResult> {
  return await runProgram(CLI, args, env, cwd)
}

/** The same of another program than this one. */
export async function runProgram(
  cli: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  cwd = tmpdir(),
): Promise<CommandResult> {
  const child = spawn(process.execPath, [cli, ...args], {
    cwd,
    env: { ...plainEnvironment(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ])
  return {
    code,
    stdout,
    stderr,
    get document() {
      return JSON.parse(stdout)
    },
  }
}
