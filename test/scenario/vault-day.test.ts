import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { runCommand } from '../support/processes/command.ts'
import { databaseUrlOf, startServiceProcess } from '../support/processes/service-process.ts'
import { connectionTo, testServer } from '../support/vault/server.ts'
import { freshDatabase } from '../support/vault/vault.ts'
import { liveOneDay } from './vault-day.ts'

const { name } = await freshDatabase()
const env = { DATABASE_URL: databaseUrlOf(connectionTo(testServer(), name)) }
const service = await startServiceProcess({ env, cleanup: after })

test('a day in a vault, over HTTP alone, leaves records that agree with every step', async () => {
  const lines: string[] = []
  const vault = { url: service.url, command: (args: readonly string[]) => runCommand(args, env) }
  await liveOneDay(vault, (line) => void lines.push(line))
  assert.match(lines.at(-1) ?? '', /^holdings as of each step: \d{2,} lists are what they were\.$/)
  assert.ok(lines.length >= 25)
})
