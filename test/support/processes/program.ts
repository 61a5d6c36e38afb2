import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { SETTINGS } from '../../../src/runtime/config/settings.ts'

export const CLI = fileURLToPath(new URL('../../../src/cli.ts', import.meta.url))

/** End of a program, and all that it wrote. */
export interface Ended {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly stdout: string
  readonly stderr: string
}

/** A program in a process of its own. */
export interface Program {
  readonly child: ChildProcessByStdio<null, Readable, Readable>
  /** Output so far. */
  stdout(): string
  stderr(): string
  readonly ended: Promise<Ended>
}

export interface ProgramOptions {
  /** By default the Node of the tests. */
  readonly program?: string
  /** By default `plainEnvironment`. */
  readonly environment?: NodeJS.ProcessEnv
  /** Settings over those of the environment. */
  readonly env?: Readonly<Record<string, string>>
  /** By default a directory without a file .env. */
  readonly cwd?: string
  /** Makes it the leader of a process group, as a shell does. */
  readonly detached?: boolean
  /** False for a service that writes a log for hours: the caller reads `child.stdout`. */
  readonly isStdoutKept?: boolean
}

/**
 * Starts a program, as an operator starts the service and its commands.
 * @param command arguments: for Node its own, the file and those of the file
 */
export function startProgram(command: readonly string[], options: ProgramOptions = {}): Program {
  const { env, cwd = tmpdir(), detached = false, isStdoutKept = true } = options
  const { program = process.execPath, environment = plainEnvironment() } = options
  const child = spawn(program, command, {
    cwd,
    detached,
    env: { ...environment, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const written = { stdout: '', stderr: '' }
  for (const name of isStdoutKept ? (['stdout', 'stderr'] as const) : (['stderr'] as const)) {
    child[name].setEncoding('utf8').on('data', (text: string) => {
      written[name] += text
    })
  }
  const ended = once(child, 'close').then(([code, signal]) => ({ code, signal, ...written }))
  return { child, stdout: () => written.stdout, stderr: () => written.stderr, ended }
}

/** The test's own environment without the settings of the service, and what tests alone know. */
export function plainEnvironment(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(
    ([name]) =>
      !(name.replace(/_FILE$/, '') in SETTINGS) &&
      !['NODE_OPTIONS', 'VAULT_TEST_SERVER'].includes(name),
  )
  return {
    ...Object.fromEntries(kept),
    NODE_OPTIONS: process.env.VAULT_TEST_NODE_OPTIONS ?? '',
    // Compiled once for all of them: a command takes half the time to start.
    NODE_COMPILE_CACHE: join(tmpdir(), 'vault-tests-compiled'),
  }
}
