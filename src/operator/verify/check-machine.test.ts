import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { checkClock } from './check-database.ts'
import { checkDisk } from './check-machine.ts'

test('Clocks that differ by 2 s are a warning, by the tolerance of webhooks a problem', () => {
  const levels = [0, 1_999, -1_999, 2_000, -2_000, 299_999, 300_000, -300_000].map(
    (ms) => checkClock(ms).level,
  )
  assert.deepEqual(levels, [
    ...['ok', 'ok', 'ok', 'warning', 'warning', 'warning', 'problem', 'problem'],
  ])
  assert.match(checkClock(-5_000).message, /the database is 5\.0 s behind this machine's/)
  assert.match(checkClock(5_000).message, /the database is 5\.0 s ahead of this machine's/)
})

test('A DATA_DIR that takes no files is a problem, and none is made', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'vault-disk-'))
  t.after(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 'file'), '')
  const look = (DATA_DIR: string) => checkDisk({ DATABASE_URL: null, DATA_DIR })
  assert.notEqual(look(join(folder, 'a', 'b')).level, 'problem')
  assert.match(
    look(join(folder, 'file')).message,
    /a file is in the place of a directory; set DATA_DIR to a directory/,
  )
  assert.equal(look(join(folder, 'file', 'data')).level, 'problem')
  assert.equal(look('/proc/nothing/data').level, 'problem')
  assert.deepEqual(readdirSync(folder), ['file'])
})
