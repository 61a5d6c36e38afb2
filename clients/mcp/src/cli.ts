#!/usr/bin/env node
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { serveMcp } from './serve-mcp.ts'
import { readSettings } from './settings.ts'

// The operations of a running service as tools of a model, over standard input and output, until
// the client that started it closes them. Standard output is for the protocol.
const USAGE = `vault-inventory-mcp [--allow-changes]

Serves the operations of a running vault inventory service to a model (Model Context Protocol).
A client such as an editor starts it, with the address of the service in VAULT_URL and an access
token in VAULT_TOKEN, or a file with one in VAULT_TOKEN_FILE.

  --allow-changes  make changes, too; without it, reads and dry runs only
`

try {
  const { values } = parseArgs({
    options: { 'allow-changes': { type: 'boolean', default: false }, help: { type: 'boolean' } },
  })
  if (values.help === true) process.stdout.write(USAGE)
  else serve(values['allow-changes'])
} catch (error) {
  say((error as Error).message)
  process.exitCode = 1
}

function serve(allowsChanges: boolean): void {
  const access = readSettings(process.env)
  const { version } = JSON.parse(
    readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
  ) as { version: string }
  const served = serveMcp({ ...access, allowsChanges, version, warn: say })
  const end = () => void served.close().then(() => process.exit())
  process.stdin.once('end', end)
  process.once('SIGINT', end).once('SIGTERM', end)
  const scope = allowsChanges ? 'reads, dry runs and changes' : 'reads and dry runs'
  say(`Serving ${scope} of ${access.url} over standard input and output.`)
}

function say(line: string): void {
  process.stderr.write(`${line}\n`)
}
