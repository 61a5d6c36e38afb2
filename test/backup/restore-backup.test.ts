import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { migrate } from '../../src/database/migrations.ts'
import { VAULT_TABLES } from '../../src/database/vault-tables.ts'
import { checkBackup } from '../../src/operator/backup/read-backup.ts'
import { restoreBackup } from '../../src/operator/backup/restore-backup.ts'
import { writeBackup } from '../../src/operator/backup/write-backup.ts'
import { runCommand, runProgram } from '../support/processes/command.ts'
import { temporaryDirectory } from '../support/processes/embedded-directory.ts'
import { LaterProgram } from '../support/processes/later-program.ts'
import { databaseUrlOf } from '../support/processes/service-process.ts'
import { pretendSteps, UNRELEASED_STEPS } from '../support/schema/later-version.ts'
import { rewriteBackup } from '../support/schema/rewritten-backup.ts'
import { dumpSchema } from '../support/schema/schema-dump.ts'
import { emptyDatabase } from '../support/vault/empty-database.ts'
import { fillVault } from '../support/vault/full-vault.ts'
import { whoWaitsForLock } from '../support/vault/lock-wait.ts'
import type { Sql } from '../support/vault/sql.ts'
import { openOwnVault } from '../support/vault/vault.ts'
import { assertNothingIn, wholeVault } from '../support/vault/whole-vault.ts'

const vault = await openOwnVault()
const env = { DATABASE_URL: databaseUrlOf(vault.connection) }
const org = await fillVault(vault)

test('every table of the schema is backed up, after the tables that it references', async () => {
  const tables = await vault.sql<{ name: string; needs: string[] }[]>`
    select relname as name, array(
        select confrelid::regclass::text from pg_constraint
        where conrelid = pg_class.oid and contype = 'f' and confrelid <> conrelid) as needs
    from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace
      and relname not in ('schema_migrations', 'command_runs')`
  const names: readonly string[] = VAULT_TABLES
  assert.deepEqual(tables.map(({ name }) => name).sort(), [...names].sort())
  for (const { name, needs } of tables) {
    const later = needs.filter((needed) => names.indexOf(needed) > names.indexOf(name))
    assert.deepEqual(later, [], `${name} comes after them`)
  }
})

test('a migration that starts meanwhile waits, and finds the restored vault', async (t) => {
  const path = await backup(t)
  const { sql } = await emptyDatabase(t)
  let migrating: Promise<unknown> | undefined
  await restore(sql, path, {
    verify: async () => {
      migrating = migrate(sql)
      await whoWaitsForLock(sql)
    },
  })
  assert.deepEqual(await migrating, await migrate(sql))
  assert.deepEqual((await migrate(sql)).applied, [])
  assert.deepEqual(await wholeVault(sql), await wholeVault(vault.sql))
})

test('a restore stopped at any stage leaves the database as it was', async (t) => {
  const path = await backup(t)
  const { sql } = await emptyDatabase(t)
  for (const stage of ['filling', 'verifying']) {
    const stop = new AbortController()
    const stopped = restore(sql, path, { stop, at: stage })
    await assert.rejects(stopped, { name: 'AbortError' })
    await assertNothingIn(sql)
  }
  await restore(sql, path)
  assert.deepEqual(await wholeVault(sql), await wholeVault(vault.sql))
})

test('a backup stopped while it reads leaves no file and a usable connection', async (t) => {
  const path = join(temporaryDirectory(t), 'vault.backup')
  const { sql } = vault
  for (let round = 0; round < 5; round += 1) {
    const stop = new AbortController()
    const progress = () => stop.abort()
    const options = { path, serviceVersion: 'test', signal: stop.signal, progress }
    await assert.rejects(writeBackup(sql, options), { name: 'AbortError' })
    assert.ok(!existsSync(path) && !existsSync(`${path}.unfinished`))
    await sql`select`
  }
})

test('a later version restores a backup of this one and brings it up to date', async (t) => {
  const later = new LaterProgram()
  t.after(() => later.remove())
  const path = await backup(t)
  const { sql, env: there } = await emptyDatabase(t)
  const { stdout, stderr } = await runProgram(later.cli, ['restore', path], there)
  assert.match(stdout, /Then applied \d+_later[^\n]*\.\n$/, stderr)
  const [item] = await sql`select shelf from inventory_items where id = ${org.items.resting ?? ''}`
  assert.equal(item?.shelf, 'new')
  const migrated = await emptyDatabase(t)
  assert.equal((await runProgram(later.cli, ['migrate'], migrated.env)).code, 0)
  assert.equal(await dumpSchema(sql), await dumpSchema(migrated.sql))
  const refused = await runProgram(later.cli, ['restore', path], migrated.env)
  assert.match(
    refused.stderr,
    /^The backup has schema \d+, older than schema \d+ of this database: /,
  )
})

test('a backup of the last unreleased build is restored, and none of a build before', async (t) => {
  const { sql: from } = await emptyDatabase(t)
  await restore(from, await backup(t))
  await pretendSteps(from)
  const path = join(temporaryDirectory(t), 'vault.backup')
  const { signal } = new AbortController()
  await writeBackup(from, { path, serviceVersion: 'test', signal, progress: () => undefined })
  const { sql, env: there } = await emptyDatabase(t)
  const ofSteps = async (migrations: readonly object[]) => {
    rewriteBackup(path, `${path}.steps`, (name, content) =>
      name === 'manifest' ? JSON.stringify({ ...JSON.parse(content), migrations }) : content,
    )
    return await runCommand(['restore', `${path}.steps`], there)
  }
  const older = await ofSteps(UNRELEASED_STEPS.slice(0, -1))
  assert.deepEqual(
    { code: older.code, stderr: older.stderr },
    {
      code: 1,
      stderr:
        'This backup was made by an unreleased build of vault-inventory before the first ' +
        'version: restore it with build 61a6294d, open that database with this version, and back ' +
        'it up.\n',
    },
  )
  await assertNothingIn(sql)
  const { code, stdout, stderr } = await ofSteps(UNRELEASED_STEPS)
  assert.deepEqual({ code, stderr }, { code: 0, stderr: '' })
  assert.match(stdout, /Then applied 0002_/)
  assert.deepEqual(await wholeVault(sql), await wholeVault(vault.sql))
})

test('a backup of a newer schema, of another build or of a newer format is refused', async (t) => {
  const path = await backup(t)
  const { sql, env: there } = await emptyDatabase(t)
  // biome-ignore lint/suspicious/noExplicitAny: a document that is changed anywhere
  const cases: [(manifest: any) => void, RegExp][] = [
    [
      ({ migrations }) => migrations.push({ version: 9999, name: '9999_later', sha256: 'x' }),
      /^The backup has schema 9999 \(9999_later\), newer than the \d+ of this program: start a /,
    ],
    [
      ({ migrations }) => Object.assign(migrations[0], { sha256: 'other' }),
      /^Migration 1 \(\w+\) was applied with a text [^\n]+: this backup was made by a diff/,
    ],
    [
      (manifest) => Object.assign(manifest, { formatVersion: 4, serviceVersion: '9.0.0' }),
      /^The backup has format 4, newer than format 3 of this program: [^\n]+ 9\.0\.0 or later/,
    ],
    [
      ({ tables }) => tables[0].columns.reverse(),
      /^The tables of this database differ from those of the backup\.$/m,
    ],
    [(manifest) => Object.assign(manifest, { format: 'other' }), /is not a backup of a vault/],
  ]
  for (const [change, reported] of cases) {
    rewriteBackup(path, `${path}.changed`, (name, content) => {
      if (name !== 'manifest') return content
      const manifest = JSON.parse(content)
      change(manifest)
      return JSON.stringify(manifest)
    })
    const { code, stdout, stderr } = await runCommand(['restore', `${path}.changed`], there)
    assert.deepEqual({ code, stdout }, { code: 1, stdout: '' })
    assert.match(stderr, reported)
  }
  await assertNothingIn(sql)
})

test('an inconsistent vault is restored only with the option that allows it', async (t) => {
  const { sql: invalid, connection } = await emptyDatabase(t)
  await restore(invalid, await backup(t))
  await invalid`update inventory_items set movement_count = 9 where id = ${org.items.resting ?? ''}`
  const path = join(temporaryDirectory(t), 'vault.backup')
  await runCommand(['backup', path], { DATABASE_URL: databaseUrlOf(connection) })
  const { sql, env: there } = await emptyDatabase(t)
  const refused = await runCommand(['restore', path], there)
  assert.deepEqual({ code: refused.code, stdout: refused.stdout }, { code: 1, stdout: '' })
  assert.match(refused.stderr, /^The backup has 1 violation [^\n]*\(item_log_incomplete: [^\n]+\n$/)
  await assertNothingIn(sql)
  const { code, stdout } = await runCommand(['restore', path, '--despite-violations'], there)
  assert.equal(code, 0)
  assert.match(stdout, /; it has 1 violation: run vault-inventory verify \(/)
  assert.deepEqual(await wholeVault(sql), await wholeVault(invalid))
})

async function backup(t: TestContext): Promise<string> {
  const path = join(temporaryDirectory(t), 'vault.backup')
  const { code, stderr } = await runCommand(['backup', path], env)
  assert.equal(code, 0, stderr)
  return path
}

interface Restoring {
  readonly verify?: () => Promise<void>
  readonly stop?: AbortController
  /** The stage in which it is stopped. */
  readonly at?: string
}

async function restore(
  sql: Sql,
  path: string,
  { verify = async () => undefined, stop = new AbortController(), at }: Restoring = {},
): Promise<void> {
  const checked = await checkBackup(path)
  const progress = ({ stage }: { stage: string }) => stage === at && stop.abort()
  await restoreBackup(sql, checked, { signal: stop.signal, progress, verify })
}
