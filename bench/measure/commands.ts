import { runCommand } from '../../test/support/processes/command.ts'

export type Environment = Readonly<Record<string, string>>

/** Output of a command of the service. @throws if the command fails */
export async function outputOf(args: readonly string[], env: Environment): Promise<string> {
  const { code, stdout, stderr } = await runCommand(args, env)
  if (code !== 0) throw new Error(`${args.join(' ')}: ${stdout}${stderr}`)
  return stdout
}
