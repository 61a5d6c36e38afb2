import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import {
  afterTest,
  connect,
  eventually,
  isAlive,
  open,
  openInChild,
  postmasterPid,
  temporaryDirectory,
} from '../support/processes/embedded-directory.ts'
import { preparedDirectory } from '../support/processes/prepared-directory.ts'

test('a service killed with -9 leaves its server and all rows to the next one', async (t) => {
  const dataDir = await preparedDirectory(t)
  const killed = await openInChild(t, { dataDir })
  const sql = connect(t, killed.response)
  await sql`create table kept (id int)`
  await sql`insert into kept values (1)`
  const pid = postmasterPid(dataDir)!
  killed.process.kill('SIGKILL')
  await once(killed.process, 'close')
  assert.ok(isAlive(pid))

  const next = await open(t, { dataDir })
  assert.deepEqual(next.messages, ['embedded PostgreSQL joined'])
  assert.deepEqual([...(await connect(t, next)`select id from kept`)], [{ id: 1 }])
  await next.release()
  await eventually(() => !isAlive(pid), 'the server, which the last one out stops, to end')
})

test('a server killed with -9 under its clients is back by itself, with all rows', async (t) => {
  const dataDir = await preparedDirectory(t)
  const server = await open(t, { dataDir })
  const sql = connect(t, server)
  await sql`create table kept (id int)`
  await sql`insert into kept values (1)`
  // In the middle of a statement a child does not notice that its postmaster is gone, keeps the
  // shared memory, and PostgreSQL refuses to start with it. The service limits each statement.
  const busy = connect(t, server)
  const interrupted = assert.rejects(
    busy.begin(async (tx) => {
      await tx`set local statement_timeout = '2s'`
      await tx`do $$ begin loop end loop; end $$`
    }),
  )
  await eventually(async () => {
    const [row] =
      await sql`select count(*)::int as n from pg_stat_activity where query like 'do %' and pid <> pg_backend_pid()`
    return row!.n === 1
  }, 'the long statement to run')

  const before = postmasterPid(dataDir)!
  const killedAt = performance.now()
  process.kill(before, 'SIGKILL')
  await eventually(() => (postmasterPid(dataDir) ?? before) !== before, 'another server')
  const rows = await eventually(() => sql`select id from kept`, 'the database to be back')
  const awayMs = performance.now() - killedAt
  t.diagnostic(`away for ${Math.round(awayMs)} ms`)
  assert.deepEqual([...rows], [{ id: 1 }])
  await interrupted
  await eventually(
    () => server.messages.includes('embedded PostgreSQL started again'),
    'the report',
  )

  // And once more: supervision goes on after the first time.
  process.kill(postmasterPid(dataDir)!, 'SIGKILL')
  await eventually(() => sql`select id from kept`, 'the database to be back again')
})

test('a crashed backend makes PostgreSQL recover by itself, and the service connects again', async (t) => {
  const dataDir = await preparedDirectory(t)
  const server = await open(t, { dataDir })
  const sql = connect(t, server)
  const [row] = await sql`select pg_backend_pid() as pid`
  const before = postmasterPid(dataDir)
  process.kill(row!.pid, 'SIGKILL')
  await eventually(() => sql`select 1`, 'the database to be back')
  await eventually(() => server.messages.join().includes('joined again'), 'a new connection')
  assert.equal(postmasterPid(dataDir), before)
})

test('releasing while the server is down does not hang', async (t) => {
  const dataDir = await preparedDirectory(t)
  const server = await open(t, { dataDir })
  process.kill(postmasterPid(dataDir)!, 'SIGKILL')
  await server.release()
  const next = await open(t, { dataDir })
  assert.deepEqual([...(await connect(t, next)`select 1 as one`)], [{ one: 1 }])
})

/** A stopped cluster whose postmaster.pid claims that `pid` is its postmaster. */
async function clusterClaiming(t: TestContext, pid: number): Promise<string> {
  const dataDir = await preparedDirectory(t)
  const server = await open(t, { dataDir })
  const file = join(dataDir, 'postgres', 'postmaster.pid')
  const lines = readFileSync(file, 'utf8').split('\n')
  await server.release()
  // The lock of the socket has the same first lines.
  for (const lock of [file, join(dataDir, 'postgres', '.s.PGSQL.5432.lock')]) {
    writeFileSync(lock, [String(pid), ...lines.slice(1)].join('\n'))
  }
  return dataDir
}

for (const [what, respond] of [
  ['ends a log-in', (socket: Socket) => socket.end()],
  ['is silent', () => undefined],
] as const) {
  test(`a server that ${what} is waited for, as it may be busy`, async (t) => {
    const dataDir = await preparedDirectory(t)
    const busy = createServer(respond)
    await once(busy.listen(join(dataDir, 'postgres', '.s.PGSQL.5432')), 'listening')
    const tried = once(busy, 'connection') as Promise<[Socket]>
    const opening = open(t, { dataDir })
    const [socket] = await Promise.race([tried, opening.then(() => assert.fail('it is open'))])
    await once(socket.resume(), 'close')
    busy.close()
    assert.deepEqual((await opening).messages, ['embedded PostgreSQL started'])
  })
}

test('a lock file of a dead process does not stop the start', async (t) => {
  const gone = spawn('true')
  await once(gone, 'close')
  const dataDir = await clusterClaiming(t, gone.pid!)
  const server = await open(t, { dataDir })
  assert.deepEqual(server.messages, ['embedded PostgreSQL started'])
})

test('a lock file whose process id was reused by the same user does not stop the start', async (t) => {
  const holder = await preparedDirectory(t)
  const model = await open(t, { dataDir: holder })
  const { uid, gid } = statSync(join(holder, 'postgres'))
  await model.release()
  const stranger = spawn('sleep', ['60'], { uid, gid, cwd: '/' })
  afterTest(t, () => stranger.kill())
  await once(stranger, 'spawn')

  const dataDir = await clusterClaiming(t, stranger.pid!)
  const server = await open(t, { dataDir })
  assert.deepEqual(server.messages, ['embedded PostgreSQL started'])
  assert.ok(isAlive(stranger.pid!), 'the stranger is left alone')
})

test('a PostgreSQL on another directory with the same process id is left alone', async (t) => {
  const elsewhere = await preparedDirectory(t)
  await open(t, { dataDir: elsewhere })
  const stranger = postmasterPid(elsewhere)!
  const server = await open(t, { dataDir: await clusterClaiming(t, stranger) })
  await server.release()
  assert.ok(isAlive(stranger))
})

test('a live server whose process is not visible is joined, and no second one is started', async (t) => {
  const dataDir = await preparedDirectory(t)
  const service = await open(t, { dataDir })
  const pid = postmasterPid(dataDir)!
  // As seen from another container: the process id means nothing here.
  const file = join(dataDir, 'postgres', 'postmaster.pid')
  const text = readFileSync(file, 'utf8')
  writeFileSync(file, text.replace(String(pid), '4194000'))
  const command = await open(t, { dataDir, role: 'command' })
  assert.deepEqual(command.messages, ['embedded PostgreSQL joined'])
  writeFileSync(file, text)
  await service.release()
  assert.ok(isAlive(pid))
})

test('a first start killed during initdb is repeated by the next', async (t) => {
  const dataDir = join(temporaryDirectory(t), 'data')
  const opening = openInChild(t, { dataDir }).catch(() => null)
  await eventually(
    () => readdirSync(dataDir).find((name) => name.startsWith('postgres.new')),
    'initdb to be at work',
  )
  // The children of this process that open this directory: exactly one.
  const children = readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').trim().split(' ')
  const opener = children
    .map(Number)
    .find((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(dataDir))!
  process.kill(opener, 'SIGKILL')
  await opening
  const server = await open(t, { dataDir })
  assert.deepEqual(server.messages, ['embedded PostgreSQL created'])
  assert.deepEqual([...(await connect(t, server)`select 1 as one`)], [{ one: 1 }])
  await server.release()

  // The initdb of the killed start outlives it, and writes into its draft until it ends.
  await eventually(() => !processes().some((it) => it.includes(dataDir)), 'initdb to end')
  mkdirSync(join(dataDir, 'postgres.new-left'))
  await open(t, { dataDir })
  const drafts = readdirSync(dataDir).filter((name) => name.startsWith('postgres.new'))
  assert.deepEqual(drafts, [], 'its remains are removed')
})

/** The command lines of all processes. */
function processes(): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
      } catch {
        return ''
      }
    })
}
