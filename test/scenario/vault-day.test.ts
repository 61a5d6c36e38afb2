import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runCommand } from '../support/processes/command.ts'
import { databaseUrlOf } from '../support/processes/service-process.ts'
import { openOwnVault } from '../support/vault/vault.ts'
import { liveOneDay } from './vault-day.ts'

const { url, ownerConnection } = await openOwnVault()
const env = { DATABASE_URL: databaseUrlOf(ownerConnection) }

test('a day in a vault, over HTTP alone, leaves records that agree with every step', async () => {
  const lines: string[] = []
  const vault = { url, command: (args: readonly string[]) => runCommand(args, env) }
  await liveOneDay(vault, (line) => void lines.push(line))
  assert.match(lines.at(-1) ?? '', /^holdings as of each step: \d{2,} lists are what they were\.$/)
  assert.ok(lines.length >= 25)
})
