import { Command, CommanderError } from 'commander'
import { packageVersion } from './runtime/package.ts'

// A command is loaded when it is called: the code of the others must not delay `serve`.
const COMMANDS: Record<string, () => Promise<Command>> = {
  serve: async () => (await import('./operator/commands/serve.ts')).serveCommand(),
  demo: async () => (await import('./operator/commands/serve.ts')).demoCommand(),
  check: async () => (await import('./operator/commands/check.ts')).checkCommand(),
  migrate: async () => (await import('./operator/commands/migrate.ts')).migrateCommand(),
  organization: async () =>
    (await import('./operator/commands/organization.ts')).organizationCommand(),
  person: async () => (await import('./operator/commands/person.ts')).personCommand(),
  call: async () => (await import('./operator/commands/call.ts')).callCommand(),
  token: async () => (await import('./operator/commands/token.ts')).tokenCommand(),
  events: async () => (await import('./operator/commands/events.ts')).eventsCommand(),
  import: async () => (await import('./operator/commands/import.ts')).importCommand(),
  'signing-key': async () =>
    (await import('./operator/commands/signing-key.ts')).signingKeyCommand(),
  verify: async () => (await import('./operator/commands/verify.ts')).verifyCommand(),
  backup: async () => (await import('./operator/commands/backup.ts')).backupCommand(),
  restore: async () => (await import('./operator/commands/backup.ts')).restoreCommand(),
  distribute: async () => (await import('./operator/commands/distribute.ts')).distributeCommand(),
  config: async () => (await import('./operator/commands/check.ts')).configCommand(),
}

const program = new Command('vault-inventory')
  .description('The vault inventory service and the commands of its operator.')
  .version(packageVersion())
  .configureHelp({ showGlobalOptions: true })
  .addHelpText(
    'after',
    `
Examples:
  vault-inventory demo                                        try it, on a vault of its own
  vault-inventory organization create --name "Acme"           then: token create, import
  vault-inventory call listEvents --organization ID           an operation, as the operator
  vault-inventory import fbo-accounts FILE.csv --organization ID
  vault-inventory check                                       whether serve would start
  vault-inventory backup FILE

Data are in the PostgreSQL of DATABASE_URL, or else in an embedded one in DATA_DIR. That is ./data
by default: it depends on the folder that you are in. vault-inventory config shows all settings.`,
  )
for (const command of await Promise.all(wanted().map((load) => load()))) {
  program.addCommand(command)
}

const json = process.argv.includes('--json')
for (const command of [
  program,
  ...program.commands,
  ...program.commands.flatMap((c) => c.commands),
]) {
  command.exitOverride()
  command.configureOutput({
    outputError: (text, write) => write(`${withNames(command, text.trimEnd())}\n`),
  })
  // With --json a wrong call prints one document, as every failure does.
  if (json) command.configureOutput({ writeErr: () => undefined })
}

try {
  await program.parseAsync()
} catch (error) {
  const { printFailure } = await import('./operator/commands/command.ts')
  if (!(error instanceof CommanderError)) printFailure({ json }, error)
  else if (error.exitCode !== 0 && json) {
    const called = program.commands.find((command) => command.name() === process.argv[2])
    const message = withNames(called ?? program, error.message.replace(/^error: /, ''))
    printFailure({ json }, new Error(message))
  } else process.exitCode = error.exitCode
}

/** The called command, or all of them for help and for an unknown name. */
function wanted(): (() => Promise<Command>)[] {
  const [name = ''] = process.argv.slice(2)
  const named = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  return named === undefined ? Object.values(COMMANDS) : [named]
}

/** Names the commands that there are, in the message about one that there is not. */
function withNames({ commands }: Command, message: string): string {
  if (!message.includes('unknown command')) return message
  const names = commands.map((command) => command.name()).join(', ')
  return `${message.split('\n', 1)[0]}: one of ${names}`
}
