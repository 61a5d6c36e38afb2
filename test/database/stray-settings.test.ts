import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { pino } from 'pino'
import { connectDatabase } from '../../src/database/connect/connect.ts'
import { openDatabase } from '../../src/database/database.ts'
import { readConfig } from '../../src/runtime/config/config.ts'
import { openForgetfulPooler } from '../support/chaos/forgetful-pooler.ts'
import { runCheck } from '../support/processes/run-check.ts'
import { databaseUrlOf } from '../support/processes/service-process.ts'
import { testServer } from '../support/vault/server.ts'
import { withTemplates } from '../support/vault/sql.ts'
import { openOwnVault } from '../support/vault/vault.ts'

const { sql, connection, ownerConnection } = await openOwnVault({}, { signingKey: false })
const database = (await sql<{ name: string }[]>`select current_database() as name`)[0]?.name
const { serviceRole } = testServer()
const pooler = await openForgetfulPooler(connection)
after(() => pooler.close())

const LIMITS = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout']
const role = `alter role ${serviceRole} in database ${database}`
const reset = () => sql.query(`${role} reset all`)

async function connectTo(url: string) {
  const log = pino({ level: 'silent' })
  const connected = await connectDatabase(readConfig({ DATABASE_URL: url }), {
    role: 'service',
    log,
  })
  await connected.close()
}

test('behind a pooler that sends no settings, those of the server are right, or refused', async (t) => {
  t.after(reset)
  await sql.query(`${role} set timezone = 'UTC'`)
  for (const name of LIMITS) await sql.query(`${role} set ${name} = '2s'`)
  await connectTo(pooler.url)
  for (const [name, value, wanted] of [
    ['bytea_output', 'escape', 'hex'],
    ['extra_float_digits', '-15', '1'],
    ['DateStyle', 'SQL, DMY', 'ISO, MDY'],
    ['array_nulls', 'off', 'on'],
    ['default_transaction_isolation', 'serializable', 'read committed'],
    // No limit, or a longer one than that of the settings.
    ['statement_timeout', '0', '10000ms'],
    ['lock_timeout', '6s', '5000ms'],
    ['idle_in_transaction_session_timeout', '1h', '10000ms'],
  ]) {
    await sql.query(`${role} set ${name} = '${value}'`)
    const remedy = `alter role ${serviceRole} in database ${database} set ${name} = '${wanted}'`
    await assert.rejects(connectTo(pooler.url), {
      message:
        `Connections of DATABASE_URL have ${name} = ${value}, and this service needs ${wanted}: ` +
        `run "${remedy}", and RECONNECT in PgBouncer if it is in between.`,
    })
    await sql.query(remedy)
    await connectTo(pooler.url)
  }
})

test('behind a pooler that loses prepared statements, nothing is served', async (t) => {
  const old = await openForgetfulPooler(connection, 'old')
  t.after(reset)
  t.after(() => old.close())
  for (const name of ['timezone', ...LIMITS]) {
    await sql.query(`${role} set ${name} = '${name === 'timezone' ? 'UTC' : '2s'}'`)
  }
  const lost = /lose their prepared statements: in transaction mode, PgBouncer must be 1\.21 or la/
  await assert.rejects(connectTo(old.url), lost)
  const checked = await runCheck({ DATABASE_URL: old.url })
  assert.deepEqual([checked.code, checked.faults], [1, ['problem database']])
  assert.match(checked.message('database'), lost)
})

test('where triggers are switched off, nothing is served', async (t) => {
  t.after(reset)
  await sql.query(`${role} set session_replication_role = replica`)
  await assert.rejects(connectTo(databaseUrlOf(connection)), /session_replication_role = replica/)
})

test('where an acknowledged change can be lost with the server, nothing is served', async (t) => {
  t.after(reset)
  for (const value of ['off', 'local']) {
    await sql.query(`${role} set synchronous_commit = ${value}`)
    await assert.rejects(
      connectTo(databaseUrlOf(connection)),
      new RegExp(`synchronous_commit = ${value}, and this service needs on: run "alter role`),
    )
  }
  // The operator chooses how far standbys are waited for.
  for (const value of ['remote_write', 'remote_apply', 'on']) {
    await sql.query(`${role} set synchronous_commit = ${value}`)
    await connectTo(databaseUrlOf(connection))
  }
})

test('the address chooses the schema, and no other of these settings', async () => {
  await sql.query('create schema other create table marks (name text)')
  const given = databaseUrlOf(ownerConnection)
  const more = 'search_path=other,public&datestyle=German&Bytea_Output=escape'
  const url = `${given}${given.includes('?') ? '&' : '?'}${more}`
  const config = readConfig({ DATABASE_URL: url })
  const opened = openDatabase(config, url, { applicationName: 'test' })
  after(() => opened.close())
  const [row] = await withTemplates(opened.sql)`
    select to_regclass('marks')::text as marks, current_setting('datestyle') as date_style,
      '\\xab'::bytea as bytes`
  assert.deepEqual({ ...row }, { marks: 'marks', dateStyle: 'ISO, MDY', bytes: Buffer.of(0xab) })
  await connectTo(url)
})

test('a value in another form fails its statement, and no other one', async (t) => {
  t.after(reset)
  await sql.query(`${role} set bytea_output = 'escape'`)
  await sql.query(`${role} set datestyle = 'SQL, DMY'`)
  const opened = openDatabase(readConfig({ DATABASE_URL: pooler.url }), pooler.url, {
    applicationName: 'test',
  })
  after(() => opened.close())
  for (const column of ["'\\xab12'::bytea", "timestamptz '2026-01-05'", "date '2026-01-05'"]) {
    const statement = `select ${column} as value where $1 <> ''`
    for (let time = 0; time < 2; time += 1) {
      const failed = opened.sql.query(statement, ['any'])
      await assert.rejects(async () => await failed, /in another form/)
      assert.deepEqual([...(await opened.sql.query('select 1 as one'))], [{ one: 1 }])
    }
  }
})
