import { Command } from 'commander'
import { readConfig } from '../../runtime/config/config.ts'
import { packageVersion } from '../../runtime/package.ts'
import { serveMcp } from '../mcp/serve-mcp.ts'
import { CommandFailed } from './command.ts'
import { visible } from './text-output.ts'

/** `mcp`: the operations of a running service as tools of a model (docs/MCP.md). */
export function mcpCommand(): Command {
  return new Command('mcp')
    .description('serve the operations of a running service to a model (Model Context Protocol)')
    .option('--allow-changes', 'make changes, too; without it, reads and dry runs only')
    .addHelpText(
      'after',
      '\nA client such as an editor starts it, and talks to it over standard input and output until it\n' +
        'closes them. It sends requests to VAULT_URL with the access token VAULT_TOKEN (or\n' +
        'VAULT_TOKEN_FILE), and needs no database. The permissions of the token decide which tools there\n' +
        'are.',
    )
    .action(mcp)
}

async function mcp({ allowChanges = false }: { readonly allowChanges?: boolean }): Promise<void> {
  const { VAULT_URL: url, VAULT_TOKEN: token } = readConfig()
  if (token === '') {
    throw new CommandFailed(
      'VAULT_TOKEN is not set: set it to an access token, or VAULT_TOKEN_FILE to a file with one. ' +
        'vault-inventory token create issues one.',
    )
  }
  const end = Promise.withResolvers<void>()
  process.stdin.once('end', end.resolve)
  process.once('SIGINT', () => end.resolve()).once('SIGTERM', () => end.resolve())
  // Standard output is for the protocol.
  const say = (line: string) => process.stderr.write(`${visible(line)}\n`)
  const version = packageVersion()
  const served = serveMcp({ url, token, allowsChanges: allowChanges, version, warn: say })
  const scope = allowChanges ? 'reads, dry runs and changes' : 'reads and dry runs'
  say(`Serving ${scope} of ${url} over standard input and output.`)
  await end.promise
  await served.close()
}
