import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { pino } from 'pino'
import { readConfig } from '../../src/config/config.ts'
import { connectDatabase } from '../../src/database/connect.ts'
import { openProxy } from '../support/chaos/proxy.ts'
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
      database.run(null, (own) => own`select from organizations where id = ${'none'}`),
    )
    await eventually(() => database.pending === 3, 'one statement to run and two to wait')
    return { responses: Promise.all(counts) }
  })
  await statements.responses
  assert.equal(database.pending, 0)
  await database.close()
})

test('a server without TLS is named as such where the address asks for TLS', async () => {
  // The server of the tests has none; a proxy makes it reachable over TCP.
  const proxy = await openProxy(connection)
  after(() => proxy.close())
  for (const mode of ['require', 'verify-full']) {
    const config = readConfig({ DATABASE_URL: `${proxy.url}?sslmode=${mode}` })
    const log = pino({ level: 'silent' })
    await assert.rejects(
      connectDatabase(config, { role: 'service', log }),
      ({ message, cause }) => {
        assert.match(message, /^The PostgreSQL of DATABASE_URL offers no TLS, and the address asks/)
        assert.equal(cause, undefined, 'serve does not wait for it')
        return true
      },
    )
  }
})
