import assert from 'node:assert/strict'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { interruptCommand, runCommand } from '../support/processes/command.ts'
import { eventually, temporaryDirectory } from '../support/processes/embedded-directory.ts'
import { databaseUrlOf } from '../support/processes/service-process.ts'
import { emptyDatabase } from '../support/vault/empty-database.ts'
import { fillVault } from '../support/vault/full-vault.ts'
import { whoWaitsForLock } from '../support/vault/lock-wait.ts'
import { openOwnVault } from '../support/vault/vault.ts'
import { assertNothingIn, wholeVault } from '../support/vault/whole-vault.ts'

const vault = await openOwnVault()
const env = { DATABASE_URL: databaseUrlOf(vault.connection) }
const owner = { DATABASE_URL: databaseUrlOf(vault.ownerConnection) }
await fillVault(vault)

test('backup --json prints one document with counts and no data of the vault', async (t) => {
  const path = join(temporaryDirectory(t), 'vault.backup')
  const { sql, env: there } = await emptyDatabase(t)
  const { document: backup } = await runCommand(['backup', path, '--json'], env)
  const { document: restore } = await runCommand(['restore', path, '--json'], there)
  const { durationMs, fileBytes, createdAt, ...reported } = backup
  assert.equal(fileBytes, statSync(path).size)
  assert.ok(Number.isInteger(durationMs))
  assert.equal(reported.file, path)
  assert.equal(reported.tables.inventory_items, 19)
  const { durationMs: _, ...told2 } = restore
  assert.deepEqual(told2, { ...reported, createdAt, applied: [], violationsTotal: 0 })
  assert.deepEqual(await wholeVault(sql), await wholeVault(vault.sql))
})

test('backup refuses a database without a vault, and restore one that is not empty', async (t) => {
  const directory = temporaryDirectory(t)
  const path = join(directory, 'vault.backup')
  const { env: there, sql } = await emptyDatabase(t)
  const nothing = await runCommand(['backup', path], there)
  assert.equal(nothing.stderr, 'The database holds no vault yet: there is nothing to back up.\n')
  assert.deepEqual(readdirSync(directory), [])
  assert.equal((await runCommand(['backup', path], env)).code, 0)
  const before = await wholeVault(vault.sql)
  const filled = await runCommand(['restore', path], owner)
  assert.deepEqual({ code: filled.code, stdout: filled.stdout }, { code: 1, stdout: '' })
  assert.match(
    filled.stderr,
    /^The database is not empty \(its table organizations has rows\): [^\n]+\n$/,
  )
  assert.deepEqual(await wholeVault(vault.sql), before)
  await sql`create table notes (note text)`
  const foreign = await runCommand(['restore', path], there)
  assert.match(foreign.stderr, /^The database is not empty \(it has a table notes, /)
  await sql`drop table notes`
  await assertNothingIn(sql)
})

test('a backup that cannot be noted is one all the same, and says so', async (t) => {
  const { sql } = vault
  await sql`alter table command_runs rename to command_runs_elsewhere`
  t.after(() => sql`alter table command_runs_elsewhere rename to command_runs`)
  const path = join(temporaryDirectory(t), 'vault.backup')
  const { code, stderr } = await runCommand(['backup', path], owner)
  assert.equal(code, 0)
  assert.equal(stderr, 'The metrics of the service will not show this backup (42P01).\n')
})

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  test(`a waiting backup ends on ${signal} and leaves no file`, async (t) => {
    const directory = temporaryDirectory(t)
    const path = join(directory, 'vault.backup')
    await vault.sql.begin(async (tx) => {
      await tx`lock table idempotency_keys in access exclusive mode`
      const ended = await interruptCommand(t, ['backup', path], env, async () => {
        await whoWaitsForLock(vault.sql)
        await eventually(() => existsSync(`${path}.unfinished`), 'the unfinished file')
        return signal
      })
      assert.equal(ended.code, 1)
      assert.match(ended.stderr, /^Stopped(: no backup was written| by SIG(INT|TERM))\.\n$/)
    })
    assert.deepEqual(readdirSync(directory), [])
  })
}
