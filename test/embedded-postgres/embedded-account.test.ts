import assert from 'node:assert/strict'
import { chownSync, lchownSync, lstatSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type TestFn, test } from 'node:test'
import {
  connect,
  open,
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
