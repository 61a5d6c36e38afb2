import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { lockNumber, TRY_LOCK } from '../../src/database/changes/locks.ts'
import { runStatement } from '../../src/database/changes/organization-transaction.ts'
import { importerOf } from '../support/operations/import-requests.ts'
import { newKey } from '../support/vault/replays.ts'
import { openOwnVault } from '../support/vault/vault.ts'

const LIMITS = { REQUEST_TIMEOUT_MS: 500, HEADERS_TIMEOUT_MS: 500, IDLE_TIMEOUT_MS: 1_500 }
const vault = await openOwnVault(LIMITS)

async function* slowly(lines: readonly string[], everyMs: number) {
  for (const line of lines) {
    yield `${line}\n`
    await pause(everyMs)
  }
}

test('a file may come slowly, and be imported for long, but not stall', async () => {
  const { organizationId, sendChunks } = await importerOf(vault)
  const send = (lines: readonly string[], everyMs: number) =>
    sendChunks(slowly(lines, everyMs), newKey(), { type: 'fbo_accounts' })
  const lines = ['firstName', 'Ada', 'Grace', 'Edith', 'Mary', 'Joan', 'Barbara']
  let answered: Promise<number> | undefined
  await vault.sql.begin(async (tx) => {
    // Another import of the organization.
    await runStatement({ organizationId }, tx, TRY_LOCK, [lockNumber('import', organizationId)])
    answered = send(lines, 500)
    await pause(lines.length * 500 + 2 * LIMITS.IDLE_TIMEOUT_MS)
  })
  assert.equal(await answered, 201)
  await assert.rejects(send(['firstName', 'Ada'], 4 * LIMITS.IDLE_TIMEOUT_MS))
  const imported = await vault.sql`select from fbo_accounts where first_name is not null`
  assert.equal(imported.length, 6)
})

test('a file that does not end is refused in the end', async () => {
  const vault = await openOwnVault({ IMPORT_TIMEOUT_MS: 100 })
  const { sendChunks } = await importerOf(vault)
  // On a busy machine, several come at once: more than would come in the time.
  const lines = ['firstName', ...Array.from({ length: 200 }, () => 'Ada')]
  const sent = { type: 'fbo_accounts' }
  assert.equal(await sendChunks(slowly(lines, 60), newKey(), sent), 408)
  assert.equal((await vault.sql`select from fbo_accounts where first_name is not null`).length, 0)
})
