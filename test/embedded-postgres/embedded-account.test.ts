import assert from 'node:assert/strict'
import {
  chownSync,
  lchownSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { type TestFn, test } from 'node:test'
import {
  connect,
  open,
  openInChild,
  postmasterPid,
  temporaryDirectory,
} from '../support/processes/embedded-directory.ts'
import { preparedDirectory } from '../support/processes/prepared-directory.ts'

const skip = process.geteuid?.() === 0 ? false : 'only root has PostgreSQL run as another user'
const asRoot = (title: string, run: TestFn) => test(title, { skip }, run)
const nobody = 65534

asRoot('as root, PostgreSQL runs as an account of its own and keeps it', async (t) => {
  const dataDir = temporaryDirectory(t)
  const server = await open(t, { dataDir })
  const { uid, gid } = statSync(join(dataDir, 'postgres'))
  for (const file of ['/etc/passwd', '/etc/group']) {
    const numbers = readFileSync(file, 'utf8').split(/[:\n]/)
    assert.ok(!numbers.includes(String(uid)) && !numbers.includes(String(gid)), `${uid} in ${file}`)
  }
  assert.deepEqual(usersOf(postmasterPid(dataDir) as number), [uid])
  assert.deepEqual(ownersIn(join(dataDir, 'postgres')), [uid])
  await server.release()
  await open(t, { dataDir })
  assert.deepEqual(usersOf(postmasterPid(dataDir) as number), [uid])
})

asRoot('two data folders in use at the same time have an account each', async (t) => {
  const [one, other] = [temporaryDirectory(t), temporaryDirectory(t)]
  await open(t, { dataDir: one })
  await open(t, { dataDir: other })
  const [first, second] = [one, other].map((dataDir) => statSync(join(dataDir, 'postgres')).uid)
  assert.notEqual(first, second)
})

asRoot('a cluster owned by nobody gets the new owner with all its contents', async (t) => {
  const dataDir = await preparedDirectory(t)
  const cluster = join(dataDir, 'postgres')
  await makeKept(t, dataDir)
  const elsewhere = temporaryDirectory(t)
  mkdirSync(join(elsewhere, 'system'))
  writeFileSync(join(elsewhere, 'shadow'), 'secret', { mode: 0o600 })
  giveTo(nobody, cluster)
  // A file that the user nobody could have placed for root to give away.
  linkSync(join(elsewhere, 'shadow'), join(cluster, 'base', 'linked'))
  symlinkSync(join(elsewhere, 'system'), join(cluster, 'base', 'followed'))

  assert.deepEqual(await kept(t, dataDir), [{ n: 1 }])
  const { uid } = statSync(cluster)
  assert.notEqual(uid, nobody)
  for (const name of ['shadow', 'system']) assert.equal(statSync(join(elsewhere, name)).uid, 0)
  rmSync(join(cluster, 'base', 'linked'))
  assert.deepEqual(ownersIn(cluster), [uid])
})

asRoot(
  'a folder whose files are hard-linked elsewhere is refused each time, and the files are named',
  async (t) => {
    const dataDir = await preparedDirectory(t)
    const cluster = join(dataDir, 'postgres')
    await makeKept(t, dataDir)
    giveTo(nobody, cluster)
    const snapshot = join(temporaryDirectory(t), 'version')
    linkSync(join(cluster, 'PG_VERSION'), snapshot)
    for (let start = 0; start < 2; start += 1) {
      await assert.rejects(open(t, { dataDir }), /PG_VERSION has another hard link/)
    }
    rmSync(snapshot)
    assert.deepEqual(await kept(t, dataDir), [{ n: 1 }])
  },
)

asRoot(
  'a folder that root restored, or whose change of owner was interrupted, gets the right owner',
  async (t) => {
    const dataDir = await preparedDirectory(t)
    const cluster = join(dataDir, 'postgres')
    await makeKept(t, dataDir)
    giveTo(nobody, join(cluster, 'base'))
    chownSync(cluster, 0, 0)
    assert.deepEqual(await kept(t, dataDir), [{ n: 1 }])
    assert.deepEqual(ownersIn(cluster), [statSync(cluster).uid])
  },
)

asRoot(
  'no owner changes while a server runs, or in a folder owned by nobody throughout',
  async (t) => {
    const dataDir = await preparedDirectory(t)
    const cluster = join(dataDir, 'postgres')
    await makeKept(t, dataDir)
    giveTo(nobody, cluster)
    chownSync(dataDir, nobody, nobody)
    const other = await openInChild(t, { dataDir, role: 'command' })
    assert.deepEqual(usersOf(postmasterPid(dataDir) as number), [nobody])
    chownSync(dataDir, 0, 0)
    const server = await open(t, { dataDir })
    assert.deepEqual(server.messages, ['embedded PostgreSQL joined'])
    assert.equal(statSync(cluster).uid, nobody)
    await other.leave()
    await server.release()
    assert.deepEqual(await kept(t, dataDir), [{ n: 1 }])
    assert.notEqual(statSync(cluster).uid, nobody)
  },
)

type Context = Parameters<typeof open>[0]

/** A stopped server's folder, with a row to find again. */
async function makeKept(t: Context, dataDir: string): Promise<void> {
  const server = await open(t, { dataDir })
  const sql = connect(t, server)
  await sql`create table kept as select 1 as n`
  await sql.end()
  await server.release()
}

async function kept(t: Context, dataDir: string) {
  return [...(await connect(t, await open(t, { dataDir }))`select n from kept`)]
}

/** The users of a process and its children. */
function usersOf(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')
  assert.ok(children.length > 1)
  const users = [pid, ...children.map(Number)].map((each) => statSync(`/proc/${each}`).uid)
  return [...new Set(users)]
}

function ownersIn(directory: string): number[] {
  return [...new Set(everythingIn(directory).map((path) => lstatSync(path).uid))]
}

function giveTo(uid: number, directory: string): void {
  for (const path of everythingIn(directory)) lchownSync(path, uid, uid)
}

function everythingIn(directory: string): string[] {
  const names = readdirSync(directory, { recursive: true, encoding: 'utf8' })
  return [directory, ...names.map((name) => join(directory, name))]
}
