import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pino } from 'pino'
import { connectDatabase } from '../../src/database/connect/connect.ts'
import { readConfig } from '../../src/runtime/config/config.ts'
import { eventually } from '../support/processes/embedded-directory.ts'
import { databaseUrlOf } from '../support/processes/service-process.ts'
import { openVault } from '../support/vault/vault.ts'

const { sql, connection } = await openVault()

test('a connected database reports how many statements run or wait', async () => {
  const config = readConfig({ DATABASE_URL: databaseUrlOf(connection), DATABASE_POOL_SIZE: '1' })
  const log = pino({ level: 'silent' })
  const database = await connectDatabase(config, { role: 'command', log })
  assert.equal(database.pending, 0)
  const statements = await sql.begin(async (tx) => {
    await tx`lock table organizations`
    const counts = [1, 2, 3].map(() =>
      database.run(null, (own) => own.query('select from organizations where id = $1', ['none'])),
    )
    await eventually(() => database.pending === 3, 'one statement to run and two to wait')
    return { responses: Promise.all(counts) }
  })
  await statements.responses
  assert.equal(database.pending, 0)
  await database.close()
})
