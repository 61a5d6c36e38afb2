import assert from 'node:assert/strict'
import {
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { interruptCommand, runCommand } from '../support/processes/command.ts'
import { eventually, temporaryDirectory } from '../support/processes/embedded-directory.ts'
import { type EmbeddedVault, openEmbeddedVault } from '../support/processes/embedded-vault.ts'
import { CLI } from '../support/processes/program.ts'
import { databaseUrlOf } from '../support/processes/service-process.ts'
import { emptyDatabase } from '../support/vault/empty-database.ts'
import { fillVault } from '../support/vault/full-vault.ts'
import { whoWaitsForLock } from '../support/vault/lock-wait.ts'
import { openVault } from '../support/vault/vault.ts'
import { assertNothingIn, triggersOff, wholeVault } from '../support/vault/whole-vault.ts'

const vault = await openVault()
const env = { DATABASE_URL: databaseUrlOf(vault.connection) }
await fillVault(vault)

test('a serving embedded vault is backed up, restored elsewhere, and serves there', async (t) => {
  const first = await openEmbeddedVault(t)
  const { sql, records, dataDir } = first
  const organizationId = await records.organization()
  const [from, to] = [
    await records.fboAccount(organizationId),
    await records.fboAccount(organizationId),
  ]
  const [itemId, other] = await records.inventoryItems(organizationId, from, 2)
  await records.outboundShipment(organizationId, from)
  const { token } = await records.token(organizationId)
  const transfer = (inventoryItemId?: string) => ({
    fromFboAccountId: from,
    toFboAccountId: to,
    items: [{ inventoryItemId, reason: 'trade' }],
  })
  const response = await post(first, token, { body: transfer(itemId), key: 'kept' })
  assert.equal(response.status, 201)
  const path = join(temporaryDirectory(t), 'vault.backup')
  const before = await wholeVault(sql)
  const backup = await runCommand(['backup', path], { DATA_DIR: dataDir })
  assert.deepEqual({ code: backup.code, stderr: backup.stderr }, { code: 0, stderr: '' })
  assert.match(
    backup.stdout,
    /^\S+ holds \d+ rows of \d+ tables as of \d{4}-\S+Z: \d+\.\d kB in \d+\.\d s\.\n$/,
  )
  assert.equal(statSync(path).mode & 0o777, 0o600)
  assert.deepEqual(await wholeVault(sql), before, 'it changed nothing')

  const restoredDir = temporaryDirectory(t)
  const restore = await runCommand(['restore', path], { DATA_DIR: restoredDir })
  assert.deepEqual({ code: restore.code, stderr: restore.stderr }, { code: 0, stderr: '' })
  assert.match(restore.stdout, /^Restored \d+ rows of \d+ tables as of \S+; nothing is wrong \(/)
  // As docs/OPERATIONS.md says: without the key, the vault's own signing key is one of anybody.
  copyFileSync(join(dataDir, 'secrets.key'), join(restoredDir, 'secrets.key'))
  const second = await openEmbeddedVault(t, {}, { dataDir: restoredDir })
  assert.deepEqual(await wholeVault(second.sql), before)
  const replay = await post(second, token, { body: transfer(itemId), key: 'kept' })
  assert.equal(replay.text, response.text)
  assert.equal(replay.headers.get('idempotent-replayed'), 'true')
  assert.equal((await post(second, token, { body: transfer(itemId) })).status, 409)
  assert.equal((await post(second, token, { body: transfer(other) })).status, 201)
  assert.deepEqual(await triggersOff(second.sql), [])
  await assert.rejects(second.sql`delete from inventory_movements`, /append-only/)
  assert.equal((await runCommand(['verify'], { DATA_DIR: restoredDir })).code, 0)
})

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

test('backup does not overwrite an existing file', async (t) => {
  const path = join(temporaryDirectory(t), 'vault.backup')
  writeFileSync(path, 'mine')
  const { code, stdout, stderr } = await runCommand(['backup', path], env)
  assert.deepEqual({ code, stdout }, { code: 1, stdout: '' })
  assert.equal(stderr, `${path} already exists and was not changed: name another file.\n`)
  assert.equal(readFileSync(path, 'utf8'), 'mine')
})

test('backup does not overwrite a file that another backup is writing', async (t) => {
  const path = join(temporaryDirectory(t), 'vault.backup')
  writeFileSync(`${path}.unfinished`, 'half')
  const { code, stderr } = await runCommand(['backup', path], env)
  assert.equal(code, 1)
  assert.match(
    stderr,
    /^\S+\.unfinished already exists: another backup is writing it, or a [^\n]+\n$/,
  )
  assert.equal(readFileSync(`${path}.unfinished`, 'utf8'), 'half')
})

test('a file that cannot be written or read is reported in one line', async (t) => {
  const directory = temporaryDirectory(t)
  const missing = join(directory, 'none', 'vault.backup')
  assert.match(
    (await runCommand(['backup', missing], env)).stderr,
    /vault\.backup cannot be written: there is no folder \S+\/none\.\n$/,
  )
  assert.match(
    (await runCommand(['backup', join(CLI, 'vault.backup')], env)).stderr,
    /vault\.backup cannot be written: \S+ is not a folder\.\n$/,
  )
  const { env: there, sql } = await emptyDatabase(t)
  const cases: [string, RegExp][] = [
    [missing, /^There is no file \S+\.\n$/],
    [directory, /^\S+ is not a file: name a file that vault-inventory backup wrote\.\n$/],
    [CLI, /^\S+ is not a backup of a vault: name a file that vault-inventory backup wrote\.\n$/],
  ]
  for (const [path, reported] of cases) {
    const { code, stdout, stderr } = await runCommand(['restore', path], there)
    assert.deepEqual({ code, stdout }, { code: 1, stdout: '' })
    assert.match(stderr, reported)
  }
  await assertNothingIn(sql)
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
  const owner = { DATABASE_URL: databaseUrlOf(vault.ownerConnection) }
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

interface Posted {
  readonly body: object
  readonly key?: string
}

async function post({ service }: EmbeddedVault, token: string, { body, key }: Posted) {
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    ...(key === undefined ? {} : { 'idempotency-key': key }),
  }
  const sent = { method: 'POST', headers, body: JSON.stringify(body) }
  const response = await fetch(`${service.url}/v1/transfers`, sent)
  return { status: response.status, headers: response.headers, text: await response.text() }
}
