import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { fillTable } from '../../src/operator/backup/backup-format.ts'
import { freshDatabase } from '../support/vault/vault.ts'

const { sql } = await freshDatabase()
const table = { name: 'organizations', columns: ['id', 'name'] }

/** Rows of which the second has the id of the first, in as many pieces as it takes. */
async function* repeated(): AsyncGenerator<Buffer> {
  yield Buffer.from('org_1\tOne\norg_1\tOne\n')
  for (let number = 2; number < 1_000_000; number += 1_000) {
    const rows = Array.from({ length: 1_000 }, (_, index) => `org_${number + index}\tName\n`)
    yield Buffer.from(rows.join(''))
    // The server's response is read between two pieces.
    await nextTurn()
  }
}

test('rows that PostgreSQL refuses leave nothing behind, and the reason is reported', async () => {
  const filled = sql.begin((tx) => fillTable(tx, table, repeated()))
  await assert.rejects(filled, /duplicate key value violates unique constraint/)
  assert.deepEqual([...(await sql`select from organizations`)], [])
})

test('rows refused only at the end of the copy are refused too', async () => {
  const rows = async function* () {
    yield Buffer.from('org_1\tOne\norg_1\tOne\n')
  }
  const filled = sql.begin((tx) => fillTable(tx, table, rows()))
  await assert.rejects(filled, /duplicate key|rejected the rows of organizations/)
  assert.deepEqual([...(await sql`select from organizations`)], [])
})
