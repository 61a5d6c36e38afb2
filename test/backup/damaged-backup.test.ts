import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { checkBackup } from '../../src/backup/read-backup.ts'
import { writeBackup } from '../../src/backup/write-backup.ts'
import { migrate } from '../../src/database/migrations.ts'
import { temporaryDirectory } from '../support/processes/embedded-directory.ts'
import { emptyDatabase } from '../support/vault/empty-database.ts'

test('a large backup that was altered anywhere is reported as damaged', async (t) => {
  const { sql } = await emptyDatabase(t)
  await migrate(sql, {})
  // Too large to be read to its end before the first error, and hard to compress.
  await sql`
    insert into organizations (id, name)
    select 'org_' || n, encode(sha256(n::text::bytea), 'hex') || encode(sha256((-n)::text::bytea), 'hex')
    from generate_series(1, 40000) as n`
  const path = join(temporaryDirectory(t), 'large.backup')
  const { signal } = new AbortController()
  await writeBackup(sql, { path, serviceVersion: '1', signal, progress: () => undefined })
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
