import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { writeNewFile } from '../../runtime/write-new-file.ts'

test('A file whose writing fails leaves nothing behind, and can be written again', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'vault-inventory-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const options = { path: join(folder, 'a'), what: 'backup', signal: new AbortController().signal }
  const failed = writeNewFile(options, async (file) => {
    await file.write('half')
    throw new Error('the disk is full')
  })
  await assert.rejects(failed, { message: 'the disk is full' })
  assert.deepEqual(readdirSync(folder), [])
  await writeNewFile(options, async () => ({}))
  assert.deepEqual(readdirSync(folder), ['a'])
})
