import assert from 'node:assert/strict'
import {
  closeSync,
  copyFileSync,
  openSync,
  readFileSync,
  statSync,
  truncateSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { checkBackup } from '../../src/operator/backup/read-backup.ts'
import { FileUnusable } from '../../src/runtime/write-new-file.ts'
import { soakTest } from '../support/chaos/soak-test.ts'
import { startLoad } from '../support/load/load.ts'
import { runCommand } from '../support/processes/command.ts'
import { eventually, temporaryDirectory } from '../support/processes/embedded-directory.ts'
import { databaseUrlOf } from '../support/processes/service-process.ts'
import { startTwoProcesses } from '../support/processes/two-processes.ts'
import { backupParts } from '../support/schema/rewritten-backup.ts'
import { emptyDatabase } from '../support/vault/empty-database.ts'
import { randomNumbers } from '../support/vault/random.ts'
import { openOwnVault } from '../support/vault/vault.ts'
import { assertNothingIn } from '../support/vault/whole-vault.ts'

const vault = await openOwnVault()
const env = { DATABASE_URL: databaseUrlOf(vault.connection) }
const { clients } = await startTwoProcesses(vault)

soakTest('backups under load, restored and compared', 'own load', async ({ t, size }) => {
  const rounds = size(1, 10)
  const directory = temporaryDirectory(t)
  let [rows, acknowledged, meanwhile] = [0, 0, 0]
  for (let round = 0; round < rounds; round += 1) {
    const loads = await Promise.all(clients.map((client) => startLoad(client, vault.records)))
    const count = () => loads.reduce((sum, load) => sum + load.acknowledged, 0)
    await eventually(() => count() >= 20, 'the load to begin')
    const before = count()
    // As when the backup began: a batch's items never change after its creation.
    const promised = await batches(vault.sql)
    const path = join(directory, `${round}.backup`)
    const backup = await runCommand(['backup', path, '--json'], env)
    assert.equal(backup.code, 0, backup.stderr)
    meanwhile += count() - before
    await Promise.all(loads.map((load) => load.stop()))
    acknowledged += count()
    for (const load of loads) {
      assert.deepEqual([load.refusals.length, load.withoutResponse.length], [0, 0])
      await load.assertKept(vault.sql)
    }
    const { sql, env: there } = await emptyDatabase(t)
    const restore = await runCommand(['restore', path, '--json'], there)
    assert.equal(restore.code, 0, restore.stderr || restore.stdout)
    const restored = await batches(sql)
    const later = await batches(vault.sql)
    for (const [id, batch] of promised) assert.equal(restored.get(id), batch, `${id} is in it`)
    for (const [id, batch] of restored) assert.equal(later.get(id), batch, `${id} is whole`)
    assert.ok(meanwhile > 0 && restored.size < later.size, 'it was made under load')
    await assertSameAgain({ path, there, rows: backup.document.rows })
    assert.equal((await runCommand(['verify'], there)).code, 0)
    rows += backup.document.rows
  }
  return {
    count: `${rounds} backups next to two processes under load, ${meanwhile.toLocaleString('en')} changes acknowledged while they were written`,
    result: `all ${acknowledged.toLocaleString('en')} acknowledged changes kept; ${rows.toLocaleString('en')} rows restored as they were in the file, nothing half, verify clean`,
  }
})

soakTest(
  'a backup cut short, or with a bit turned',
  'own file damage',
  async ({ t, size, seed }) => {
    const random = randomNumbers(seed)
    const directory = temporaryDirectory(t)
    const path = join(directory, 'whole.backup')
    const damaged = join(directory, 'damaged.backup')
    assert.equal((await runCommand(['backup', path], env)).code, 0)
    const { size: bytes } = statSync(path)
    const { sql, env: there } = await emptyDatabase(t)
    const refusals = new Set<string>()
    const refused = async (what: string) => {
      await assert.rejects(checkBackup(damaged), (error: Error) => {
        assert.ok(error instanceof FileUnusable, `${what}: ${error.stack}`)
        refusals.add(error.message)
        return true
      })
    }
    // The ends of the file, then anywhere.
    const cuts = [0, 1, 31, 32, 33, bytes - 33, bytes - 32, bytes - 31, bytes - 1]
    while (cuts.length < size(20, 500)) cuts.push(Math.floor(random() * bytes))
    for (const cut of cuts) {
      copyFileSync(path, damaged)
      truncateSync(damaged, cut)
      await refused(`cut at ${cut} of ${bytes}`)
    }
    const flips = [0, 8, 16, 24, 32, 72, 8 * bytes - 1, 8 * (bytes - 32), 8 * (bytes - 33)]
    while (flips.length < size(20, 2_000)) flips.push(Math.floor(random() * bytes * 8))
    copyFileSync(path, damaged)
    for (const flip of flips) {
      turn(damaged, flip)
      await refused(`bit ${flip} of ${8 * bytes}`)
      turn(damaged, flip)
    }
    assert.ok(readFileSync(damaged).equals(readFileSync(path)), 'each bit was turned back')
    const commands = size(2, 20)
    for (let round = 0; round < commands; round += 1) {
      copyFileSync(path, damaged)
      if (round % 2 === 0) truncateSync(damaged, Math.floor(random() * bytes))
      else turn(damaged, Math.floor(random() * bytes * 8))
      const { code, stdout, stderr } = await runCommand(['restore', damaged], there)
      assert.deepEqual({ code, stdout }, { code: 1, stdout: '' })
      assert.match(stderr, /^\S+ is (damaged|not a backup)[^\n]+\n$/)
      await assertNothingIn(sql)
    }
    const whole = await runCommand(['restore', path], there)
    assert.equal(whole.code, 0, whole.stderr)
    return {
      count: `${cuts.length} cuts and ${flips.length} bits of a file of ${bytes.toLocaleString('en')} bytes; ${commands} of them by the command`,
      result: `all refused with one of ${refusals.size} sentences, the database stayed empty; the file itself was restored`,
    }
  },
)

/** Flips one bit of a file. */
function turn(path: string, bit: number): void {
  const at = Math.floor(bit / 8)
  const byte = readFileSync(path)[at] as number
  const file = openSync(path, 'r+')
  writeSync(file, Buffer.from([byte ^ (1 << (bit % 8))]), 0, 1, at)
  closeSync(file)
}

/** Each batch with its items in order, as one text. */
async function batches(sql: typeof vault.sql): Promise<Map<string, string>> {
  const rows = await sql<{ id: string; whole: string }[]>`
    select id, batch::text as whole from transfer_batches as batch`
  return new Map(rows.map(({ id, whole }) => [id, whole]))
}

interface Restored {
  readonly path: string
  readonly there: Readonly<Record<string, string>>
  readonly rows: number
}

/** Fails unless the restored vault, backed up and restored once more, is the same. */
async function assertSameAgain({ path, there, rows }: Restored): Promise<void> {
  const again = await runCommand(['backup', `${path}.again`, '--json'], there)
  assert.equal(again.code, 0, again.stderr)
  assert.equal(again.document.rows, rows)
  assert.deepEqual(tableTexts(`${path}.again`), tableTexts(path))
}

function tableTexts(path: string): Map<string, string> {
  const texts = backupParts(path)
  texts.delete('manifest')
  return texts
}
