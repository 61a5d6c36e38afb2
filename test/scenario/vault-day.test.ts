import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { runCommand } from '../support/command.ts'
import { connectionTo, testServer } from '../support/server.ts'
import { databaseUrlOf, startServiceProcess } from '../support/service-process.ts'
import { freshDatabase } from '../support/vault.ts'
import { liveOneDay } from './vault-day.ts'

const { name } = await freshDatabase()
const env = { DATABASE_URL: databaseUrlOf(connectionTo(testServer(), name)) }
const service = await startServiceProcess({ env, cleanup: after })

test('a day in a vault, over HTTP alone, leaves books that agree with every step of it', async () => {
  const lines: string[] = []
  const vault = { url: service.url, command: (args: readonly string[]) => runCommand(args, env) }
  await liveOneDay(vault, (line) => void lines.push(line))
  assert.match(lines.at(-1) ?? '', /^holdings as of each step: \d{2,} lists are what they were\.$/)
  assert.ok(lines.length > 30)
})
