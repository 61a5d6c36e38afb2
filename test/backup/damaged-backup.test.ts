import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { migrate } from '../../src/database/migrations.ts'
import { blockBytes } from '../../src/operator/backup/backup-format.ts'
import { checkBackup } from '../../src/operator/backup/read-backup.ts'
import { restoreBackup } from '../../src/operator/backup/restore-backup.ts'
import { writeBackup } from '../../src/operator/backup/write-backup.ts'
import { runCommand } from '../support/processes/command.ts'
import { temporaryDirectory } from '../support/processes/embedded-directory.ts'
import { backupParts, type Rewrite, rewriteBackup } from '../support/schema/rewritten-backup.ts'
import { emptyDatabase } from '../support/vault/empty-database.ts'
import { assertNothingIn } from '../support/vault/whole-vault.ts'

const OPTIONS = {
  serviceVersion: '1',
  signal: new AbortController().signal,
  progress: () => undefined,
}

test('a large backup that was altered anywhere is reported as damaged', async (t) => {
  const { sql } = await emptyDatabase(t)
  await migrate(sql, {})
  // Too large to be read to its end before the first error, and hard to compress.
  await sql`
    insert into organizations (id, name)
    select 'org_' || n, encode(sha256(n::text::bytea), 'hex') || encode(sha256((-n)::text::bytea), 'hex')
    from generate_series(1, 40000) as n`
  const path = join(temporaryDirectory(t), 'large.backup')
  await writeBackup(sql, { path, ...OPTIONS })
  const whole = readFileSync(path)
  assert.ok(whole.length > 2_000_000)
  const altered = [1_000, 70_000, whole.length >> 1, whole.length - 100_000].map((place) => {
    const bytes = Buffer.from(whole)
    bytes[place] = (bytes[place] as number) ^ 1
    return bytes
  })
  for (const bytes of [...altered, Buffer.concat([whole, Buffer.alloc(70_000)])]) {
    writeFileSync(path, bytes)
    await assert.rejects(checkBackup(path), / is damaged: /)
  }
})

test('a file that changes after it was checked is restored to nothing', async (t) => {
  const { sql: vault } = await emptyDatabase(t)
  await migrate(vault, {})
  const path = join(temporaryDirectory(t), 'vault.backup')
  await vault`insert into organizations (id, name) values ('org_1', 'One')`
  await writeBackup(vault, { path, ...OPTIONS })
  const blocks = [...backupParts(path)].map(([name, text]) => {
    return blockBytes({ name, content: Buffer.from(text) })
  })
  // Not compressed, so that each name makes a whole file of one length.
  const write = (name: string) => {
    const named = Buffer.concat(blocks).toString('latin1').replace('\tOne\t', `\t${name}\t`)
    const whole = gzipSync(Buffer.from(named, 'latin1'), { level: 0 })
    writeFileSync(path, Buffer.concat([whole, createHash('sha256').update(whole).digest()]))
  }
  write('One')
  const checked = await checkBackup(path)
  write('Two')
  const { sql } = await emptyDatabase(t)
  const restored = restoreBackup(sql, checked, { ...OPTIONS, verify: async () => undefined })
  await assert.rejects(restored, / is damaged: /)
  await assertNothingIn(sql)
})

test('a backup of an earlier format says which build restores it', async (t) => {
  const path = join(temporaryDirectory(t), 'former.backup')
  const manifest = JSON.stringify({ format: 'vault-inventory backup', formatVersion: 2 })
  const head = Buffer.alloc(512)
  head.write('manifest.json')
  head.write('0000644\0', 100)
  const content = Buffer.from(manifest.padEnd(512, '\0'))
  const whole = gzipSync(Buffer.concat([head, content, Buffer.alloc(1_024)]))
  writeFileSync(path, Buffer.concat([whole, createHash('sha256').update(whole).digest()]))
  await assert.rejects(checkBackup(path), /: restore it with build 61a6294d, /)
})

test('a file with anything but the tables in their order is refused', async (t) => {
  const path = join(temporaryDirectory(t), 'vault.backup')
  const { sql: vault } = await emptyDatabase(t)
  await migrate(vault, {})
  await vault`insert into organizations (id, name) values ('org_1', 'One')`
  await vault`insert into fbo_accounts (organization_id, id) values ('org_1', 'fbo_1')`
  await writeBackup(vault, { path, ...OPTIONS })
  const { sql, env: there } = await emptyDatabase(t)
  const whole = backupParts(path)
  const manifests = [undefined, '{', '{}', '[]', 'null']
  const names = ['organizations', 'others', '']
  const content = Buffer.from('')
  const changes: [manifest: string | undefined, more: { name: string; content: Buffer }[]][] = [
    ...manifests.map((manifest) => [manifest, []] satisfies (typeof changes)[number]),
    ...names.map(
      (name) => [whole.get('manifest'), [{ name, content }]] satisfies (typeof changes)[number],
    ),
  ]
  for (const [manifest, more] of changes) {
    const change: Rewrite = (name, text) => (name === 'manifest' ? manifest : text)
    rewriteBackup(path, `${path}.changed`, change, more)
    const { code, stderr } = await runCommand(['restore', `${path}.changed`], there)
    assert.equal(code, 1)
    assert.match(stderr, /is not a backup of a vault/)
  }
  await assertNothingIn(sql)
})
