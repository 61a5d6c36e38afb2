import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Sql } from 'postgres'
import { freePort } from '../test/support/free-port.ts'
import { connectionTo, connectTo, createDatabase, type TestServer } from '../test/support/server.ts'
import { databaseUrlOf, plainEnvironment } from '../test/support/service-process.ts'

const REPOSITORY = fileURLToPath(new URL('..', import.meta.url))
const ORGANIZATION = 'org_bench'
const READY_MS = 30_000

/** A source tree whose service is measured. */
export interface Tree {
  readonly root: string
  readonly commit: string
  remove(): Promise<void>
}

/** A service under measurement, over a database of its own. */
export interface Contender {
  readonly name: string
  readonly url: URL
  readonly token: string
  /** Items nobody has claimed yet, by account: the same ones in the same order for everybody. */
  readonly stock: ReadonlyMap<string, string[]>
  /**
   * What autovacuum does within a minute of such a load: tells the planner the sizes of the tables.
   * Connections that planned their foreign key checks for a nearly empty table plan them anew.
   */
  analyze(): Promise<void>
  stop(): Promise<void>
}

/** The made-up records, as files for `import`. */
export interface MadeUpRecords {
  readonly accounts: string
  readonly items: string
  readonly itemCount: number
  remove(): void
}

/** The tree of a commit in a temporary folder, with this one's packages. */
export async function checkOut(ref: string): Promise<Tree> {
  const root = mkdtempSync(join(tmpdir(), 'vault-bench-tree-'))
  await run('git', ['-C', REPOSITORY, 'worktree', 'add', '--force', '--detach', root, ref])
  symlinkSync(join(REPOSITORY, 'node_modules'), join(root, 'node_modules'))
  const commit = (await run('git', ['-C', root, 'rev-parse', '--short', 'HEAD'])).trim()
  const remove = async () => {
    await run('git', ['-C', REPOSITORY, 'worktree', 'remove', '--force', root])
  }
  return { root, commit, remove }
}

/** The tree that this file stands in, as it is. */
export async function workingTree(): Promise<Tree> {
  const commit = (await run('git', ['-C', REPOSITORY, 'rev-parse', '--short', 'HEAD'])).trim()
  const changes = await run('git', [
    '-C',
    REPOSITORY,
    'status',
    '--porcelain',
    '--',
    'src',
    'migrations',
  ])
  const marked = changes === '' ? commit : `${commit} and changes`
  return { root: REPOSITORY, commit: marked, remove: async () => undefined }
}

export async function makeRecords(itemCount: number, accountCount: number): Promise<MadeUpRecords> {
  const folder = mkdtempSync(join(tmpdir(), 'vault-bench-records-'))
  const file = async (kind: string, count: number) => {
    const path = join(folder, `${kind}.csv`)
    const script = join(REPOSITORY, 'bench/make-csv.ts')
    writeFileSync(path, await run(process.execPath, [script, kind, `${count}`, `${accountCount}`]))
    return path
  }
  const accounts = await file('fbo-accounts', accountCount)
  const items = await file('inventory-items', itemCount)
  const remove = () => rmSync(folder, { recursive: true, force: true })
  return { accounts, items, itemCount, remove }
}

/**
 * A database made and filled by the tree's own commands; returns a token for its service.
 * `CHECKPOINT` and `VACUUM ANALYZE` afterwards, so that nobody pays for the import while measured:
 * of the filled tables only, since PostgreSQL plans for a table that it has seen empty as for one.
 */
export async function fillDatabase(options: {
  admin: Sql
  server: TestServer
  name: string
  tree: Tree
  records: MadeUpRecords
}): Promise<string> {
  const { admin, server, name, tree, records } = options
  await createDatabase(admin, name)
  const command = (...args: string[]) =>
    run(process.execPath, [join(tree.root, 'src/cli.ts'), ...args], {
      DATABASE_URL: databaseUrlOf(connectionTo(server, name)),
      DATABASE_STATEMENT_TIMEOUT_MS: '600000',
    })
  const organization = ['--organization', ORGANIZATION, '--json']
  await command('organization', 'create', '--id', ORGANIZATION, '--name', 'Bench', '--json')
  await command('import', 'fbo-accounts', records.accounts, ...organization)
  await command('import', 'inventory-items', records.items, ...organization)
  const permissions = ['--permissions', 'transfer_batches:create']
  const issued = JSON.parse(await command('token', 'create', ...permissions, ...organization))
  const sql = connectTo(server, name, 1)
  await sql`vacuum analyze organizations, access_tokens, fbo_accounts, inventory_items`
  await sql`checkpoint`
  await sql.end()
  return issued.token
}

/** Starts the tree's service on a free port of the loopback interface, and waits for it. */
export async function startContender(options: {
  name: string
  server: TestServer
  database: string
  tree: Tree
  token: string
  stock: ReadonlyMap<string, readonly string[]>
}): Promise<Contender> {
  const { name, server, database, tree, token } = options
  const port = await freePort()
  const child = spawn(process.execPath, [join(tree.root, 'src/cli.ts'), 'serve'], {
    cwd: tmpdir(),
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...plainEnvironment(),
      DATABASE_URL: databaseUrlOf(connectionTo(server, database)),
      PORT: `${port}`,
      METRICS_PORT: '0',
      LOG_LEVEL: 'silent',
    },
  })
  const exited = once(child, 'exit')
  const url = new URL(`http://127.0.0.1:${port}`)
  const deadline = Date.now() + READY_MS
  while (!(await isReady(url))) {
    if (child.exitCode !== null || Date.now() > deadline) throw new Error(`${name} did not start`)
    await pause(50)
  }
  const stock = new Map([...options.stock].map(([account, ids]) => [account, [...ids]]))
  const analyze = async () => {
    const sql = connectTo(server, database, 1)
    await sql`analyze`
    await sql.end()
  }
  const stop = async () => {
    child.kill('SIGTERM')
    await exited
  }
  return { name, url, token, stock, analyze, stop }
}

async function isReady(url: URL): Promise<boolean> {
  try {
    return (await fetch(new URL('/health/ready', url))).ok
  } catch {
    return false
  }
}

/** What a program prints; fails where it does. */
export async function run(
  program: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<string> {
  const child = spawn(program, args, {
    cwd: tmpdir(),
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...plainEnvironment(), ...env },
  })
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ])
  if (code !== 0) throw new Error(`${program} ${args.join(' ')}: ${stdout}${stderr}`)
  return stdout
}
