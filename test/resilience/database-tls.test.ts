import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { pino } from 'pino'
import { connectDatabase } from '../../src/database/connect/connect.ts'
import { openDatabase } from '../../src/database/database.ts'
import { DatabaseUnusable } from '../../src/database/postgres/postgres-errors.ts'
import { readConfig } from '../../src/runtime/config/config.ts'
import { runCommand, runProgram } from '../support/processes/command.ts'
import { eventually, temporaryDirectory } from '../support/processes/embedded-directory.ts'
import { CLI } from '../support/processes/program.ts'
import { spawnService } from '../support/processes/service-process.ts'
import {
  authorityPath,
  openTlsFront,
  type ServerCertificate,
} from '../support/processes/tls-front.ts'
import { openOwnVault } from '../support/vault/vault.ts'

const { connection } = await openOwnVault()
const front = await openTlsFront(connection)
after(() => front.close())
const { password } = new URL(front.url('localhost', ''))

const FULL = `sslmode=verify-full&sslrootcert=${authorityPath('authority')}`
const CA = `sslmode=verify-ca&sslrootcert=${authorityPath('authority')}`
const OTHER_FULL = `sslmode=verify-full&sslrootcert=${authorityPath('other-authority')}`
const OTHER_CA = `sslmode=verify-ca&sslrootcert=${authorityPath('other-authority')}`

const WRONG_NAME = 'ERR_TLS_CERT_ALTNAME_INVALID'
const UNKNOWN = 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'

/** The server's certificate, its name, the sslmode, and the reason of a refusal. */
const CASES: [ServerCertificate, 'localhost' | '127.0.0.1', string, string | null][] = [
  ['localhost', 'localhost', FULL, null],
  ['address', '127.0.0.1', FULL, null],
  ['localhost', '127.0.0.1', FULL, WRONG_NAME],
  ['address', 'localhost', FULL, WRONG_NAME],
  ['elsewhere', 'localhost', FULL, WRONG_NAME],
  ['elsewhere', '127.0.0.1', FULL, WRONG_NAME],
  ['elsewhere', 'localhost', CA, null],
  ['elsewhere', '127.0.0.1', CA, null],
  ['localhost', 'localhost', OTHER_FULL, UNKNOWN],
  ['localhost', 'localhost', OTHER_CA, UNKNOWN],
  ['localhost', 'localhost', 'sslmode=verify-full', UNKNOWN],
  ['expired', 'localhost', FULL, 'CERT_HAS_EXPIRED'],
  ['expired', 'localhost', CA, 'CERT_HAS_EXPIRED'],
  ['localhost', 'localhost', 'sslmode=require', null],
  ['elsewhere', 'localhost', 'sslmode=require', null],
  ['expired', '127.0.0.1', 'sslmode=require', null],
  ['elsewhere', 'localhost', 'sslmode=prefer', null],
]

for (const [certificate, host, parameters, refused] of CASES) {
  const mode = parameters.replaceAll(/&sslrootcert=.*\//g, ' and ')
  const outcome = refused === null ? 'connects' : `is refused: ${refused}`
  test(`${mode} with ${host}, which shows ${certificate}.crt, ${outcome}`, async () => {
    front.show(certificate)
    const { reached } = front
    const connecting = connectTo(front.url(host, parameters))
    if (refused === null) {
      const database = await connecting
      assert.deepEqual([...(await database.sql.query('select 1 as one'))], [{ one: 1 }])
      await database.close()
      return
    }
    await assert.rejects(connecting, (error: Error) => {
      assert.ok(error instanceof DatabaseUnusable)
      assert.ok(error.message.includes(`(${refused}: `), error.message)
      assert.match(error.message, /: check that sslrootcert holds the authority .* does\.$/)
      assert.ok(!error.message.includes(password))
      assert.doesNotMatch(error.message, /--use-system-ca/)
      return true
    })
    assert.equal(front.reached, reached, 'it received nothing, and no password')
  })
}

test('a server without TLS receives no data, except with sslmode=prefer', async (t) => {
  const heard: Buffer[] = []
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.on('data', (chunk) => {
      // The request for TLS has eight bytes.
      if (chunk.length === 8) return socket.write('N')
      heard.push(chunk as Buffer)
      return socket.destroy()
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close())
  const { port } = server.address() as AddressInfo
  const report = async (parameters: string) => {
    heard.length = 0
    const url = `postgres://someone:a-secret@localhost:${port}/vault?${parameters}`
    const refusal = await connectTo(url, 500).catch((error) => error)
    assert.ok(refusal instanceof DatabaseUnusable)
    return { refusal, isNamed: heard.some((chunk) => chunk.includes('someone')) }
  }
  for (const parameters of [FULL, CA, 'sslmode=require', 'sslmode=verify-full']) {
    const { refusal, isNamed } = await report(parameters)
    assert.deepEqual([isNamed, heard], [false, []])
    assert.match(
      refusal.message,
      /^The PostgreSQL of DATABASE_URL offers no TLS, and the address asks/,
    )
    assert.equal(refusal.cause, undefined, 'serve does not wait for it')
  }
  assert.equal((await report('sslmode=prefer')).isNamed, true)
})

test('while another server responds, requests are refused as ones that changed nothing', async () => {
  front.show('localhost')
  const url = front.url('localhost', FULL)
  const database = openDatabase(readConfig({ DATABASE_URL: url }), url, { applicationName: 'test' })
  const ask = () => database.run(null, (sql) => sql.query<{ one: number }[]>('select 1 as one', []))
  assert.deepEqual([...(await ask())], [{ one: 1 }])
  front.show('elsewhere')
  front.break()
  await eventually(async () => {
    const { code, cause, message } = await ask().then(
      () => assert.fail('it asked a server of another name'),
      (refusal) => refusal,
    )
    assert.equal(code, 'temporarily_unavailable')
    // The first requests fail because their connections broke.
    return cause.code === WRONG_NAME && /Nothing was changed/.test(message)
  }, 'the wrong name to be reported')
  front.show('localhost')
  await eventually(() => ask().then(() => true), 'the right server to be asked')
  await database.close()
})

test('serve and every command verify the server by the same address', async (t) => {
  front.show('localhost')
  const path = join(temporaryDirectory(t), 'vault.backup')
  const commands = [['migrate'], ['verify'], ['backup', path], ['organization', 'list']]
  for (const command of commands) {
    const { code, stderr } = await runCommand(command, {
      DATABASE_URL: front.url('localhost', FULL),
    })
    assert.deepEqual({ code, stderr }, { code: 0, stderr: '' }, `${command[0]}`)
  }
  const env = { DATABASE_URL: front.url('localhost', OTHER_FULL) }
  const { reached } = front
  for (const command of [...commands, ['restore', path]]) {
    const { code, stderr } = await runCommand(command, env)
    assert.equal(code, 1, `${command[0]}`)
    assert.match(stderr, /^The PostgreSQL of DATABASE_URL cannot be used \(UNABLE_TO_VERIFY_.*\n$/)
  }
  const service = spawnService({ env })
  assert.deepEqual(await service.exited, { code: 1, signal: null })
  assert.match(service.complaints(), /cannot be used \(UNABLE_TO_VERIFY_LEAF_SIGNATURE: /)
  assert.equal(front.reached, reached)
})

test("sslrootcert=system verifies the system's authorities and the host name", {
  skip: process.platform !== 'linux' && 'the authorities of this system cannot be set by a test',
}, async () => {
  // Node reads these when it starts.
  const env = { SSL_CERT_FILE: authorityPath('authority'), SSL_CERT_DIR: '/nonexistent' }
  for (const parameters of ['sslrootcert=system', 'sslmode=verify-full&sslrootcert=system']) {
    const verify = (host: 'localhost' | '127.0.0.1') =>
      runProgram(CLI, ['verify'], { ...env, DATABASE_URL: front.url(host, parameters) })
    assert.equal((await verify('localhost')).code, 0)
    assert.match((await verify('127.0.0.1')).stderr, new RegExp(WRONG_NAME))
  }
  const none = { SSL_CERT_FILE: '/nonexistent', SSL_CERT_DIR: '/nonexistent' }
  const url = front.url('localhost', 'sslrootcert=system')
  const { stderr } = await runProgram(CLI, ['verify'], { ...none, DATABASE_URL: url })
  assert.match(stderr, /must be an address whose sslrootcert names a file: this system has no/)
})

function connectTo(url: string, withinMs?: number) {
  const config = readConfig({ DATABASE_URL: url })
  const log = pino({ level: 'silent' })
  return connectDatabase(config, { role: 'command', log, ...(withinMs && { withinMs }) })
}
