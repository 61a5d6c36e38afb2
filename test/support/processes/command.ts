import assert from 'node:assert/strict'
import { type ChildProcess, fork } from 'node:child_process'
import { tmpdir } from 'node:os'
import type { TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { afterTest, isAlive } from './embedded-directory.ts'
import { nextMessage } from './next-message.ts'
import { CLI, type Ended, plainEnvironment, startProgram } from './program.ts'

/** A command for `warm-cli.ts`. */
export interface CommandCall {
  readonly args: readonly string[]
  readonly env: NodeJS.ProcessEnv
  readonly cwd: string
}

export interface CommandEnd {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

export interface CommandResult extends CommandEnd {
  /** Standard output as the one JSON document that it is. */
  // biome-ignore lint/suspicious/noExplicitAny: tests compare documents and read their members
  readonly document: any
}

/** A line as an operator types it, or its words. In a line, quotes hold words with spaces. */
export type CommandLine = string | readonly string[]

const WARM_CLI = fileURLToPath(new URL('./warm-cli.ts', import.meta.url))
const idle: ChildProcess[] = []

/**
 * Runs a command of the service as an operator does, in a process that has run others: that takes
 * two thirds of a second less. The default `cwd` has no file .env. A test of the process itself takes
 * `runProgram`.
 */
export async function runCommand(
  command: CommandLine,
  env: Readonly<Record<string, string>> = {},
  cwd = tmpdir(),
): Promise<CommandResult> {
  const child = idle.pop() ?? startWarmCli()
  const call: CommandCall = { args: wordsOf(command), env: { ...plainEnvironment(), ...env }, cwd }
  child.send(call)
  const end = await nextMessage<CommandEnd>(child)
  if (end === undefined) throw new Error(`The process ended: ${child.signalCode ?? child.exitCode}`)
  idle.push(child)
  return resultOf(end)
}

function wordsOf(command: CommandLine): readonly string[] {
  if (typeof command !== 'string') return command
  return (command.match(/'[^']*'|\S+/g) ?? []).map((word) => word.replace(/^'(.*)'$/s, '$1'))
}

/** A process for commands, which ends with the process of the tests. */
function startWarmCli(): ChildProcess {
  const child = fork(WARM_CLI, {
    cwd: tmpdir(),
    env: plainEnvironment(),
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  child.unref()
  child.channel?.unref()
  return child
}

/** The same in a process of its own, which may be the program of another version. */
export async function runProgram(
  cli: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  cwd?: string,
): Promise<CommandResult> {
  const { ended } = startProgram([cli, ...args], { env, ...(cwd !== undefined && { cwd }) })
  const { code, stdout, stderr } = await ended
  return resultOf({ code: code as number, stdout, stderr })
}

function resultOf(end: CommandEnd): CommandResult {
  return {
    ...end,
    get document() {
      return JSON.parse(end.stdout)
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
