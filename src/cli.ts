import { readFileSync } from 'node:fs'
import { Command, CommanderError } from 'commander'
import { printFailure } from './commands/command.ts'
import { configCommand } from './commands/config.ts'
import { importCommand } from './commands/import.ts'
import { migrateCommand } from './commands/migrate.ts'
import { organizationCommand } from './commands/organization.ts'
import { serveCommand } from './commands/serve.ts'
import { tokenCommand } from './commands/token.ts'
import { verifyCommand } from './commands/verify.ts'

const program = new Command('vault-inventory')
  .description('The vault inventory service and everything to run it.')
  .version(packageVersion())
  .configureHelp({ showGlobalOptions: true })
  .addCommand(serveCommand())
  .addCommand(migrateCommand())
  .addCommand(organizationCommand())
  .addCommand(tokenCommand())
  .addCommand(importCommand())
  .addCommand(verifyCommand())
  .addCommand(configCommand())

const json = process.argv.includes('--json')
for (const command of [
  program,
  ...program.commands,
  ...program.commands.flatMap((c) => c.commands),
]) {
  command.exitOverride()
  // With --json a wrong call is answered with the one document that every failure is.
  if (json) command.configureOutput({ writeErr: () => undefined })
}

try {
  await program.parseAsync()
} catch (error) {
  if (!(error instanceof CommanderError)) printFailure({ json }, error)
  else if (error.exitCode !== 0 && json) {
    printFailure({ json }, new Error(error.message.replace(/^error: /, '')))
  } else process.exitCode = error.exitCode
}

function packageVersion(): string {
  const text = readFileSync(new URL('../package.json', import.meta.url), 'utf8')
  return (JSON.parse(text) as { version: string }).version
}
