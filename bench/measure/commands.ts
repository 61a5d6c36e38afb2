import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { text } from 'node:stream/consumers'
import { CLI, plainEnvironment } from '../../test/support/processes/service-process.ts'

export type Environment = Readonly<Record<string, string>>

/** What a command of the service prints; fails where it does. */
export async function runCommand(args: readonly string[], env: Environment): Promise<string> {
  return await run(process.execPath, [CLI, ...args], env)
}

/** What a program prints; fails where it does. */
export async function run(
  program: string,
  args: readonly string[],
  env: Environment = {},
): Promise<string> {
  const child = spawn(program, args, {
    cwd: tmpdir(),
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...plainEnvironment(), ...env },
  })
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ])
  if (code !== 0) throw new Error(`${program} ${args.join(' ')}: ${stdout}${stderr}`)
  return stdout
}
