import { runCommand } from '../../test/support/processes/command.ts'

export type Environment = Readonly<Record<string, string>>

/** What a command of the service prints. @throws where the command fails */
export async function outputOf(args: readonly string[], env: Environment): Promise<string> {
  const { code, stdout, stderr } = await runCommand(args, env)
  if (code !== 0) throw new Error(`${args.join(' ')}: ${stdout}${stderr}`)
  return stdout
}
