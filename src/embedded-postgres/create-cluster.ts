import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import {
  type DataDirectory,
  diskIsFull,
  explainingFileErrors,
  syncDirectory,
} from './data-directory.ts'
import { EmbeddedServerFailed } from './embedded-errors.ts'
import { handOver } from './hand-over.ts'
import { readText } from './read-text.ts'
import { initdbAccount, type ServerAccount, serverEnvironment } from './server-account.ts'
import type { ServerBinaries } from './server-binaries.ts'
import { viewForServer } from './server-view.ts'

/** Owns everything and migrates. */
export const superuser = 'vault_inventory'
/** Requests run as this role. */
export const serviceRole = 'vault_inventory_service'

interface ClusterOptions {
  directory: DataDirectory
  account: ServerAccount | null
  binaries: ServerBinaries
  password: string
}

/**
 * Makes the cluster when there is none yet, and returns which. Call it under start.lock.
 * @throws {EmbeddedServerFailed} for a cluster of another major version, and for other contents
 */
export async function ensureCluster(options: ClusterOptions): Promise<'created' | 'present'> {
  const { directory, binaries } = options
  const found = clusterMajorVersion(directory.cluster)
  if (found === null) {
    await createCluster(options)
    return 'created'
  }
  const wanted = binaries.version.split('.')[0]
  if (found === wanted) return 'present'
  throw new EmbeddedServerFailed(
    `The database in ${directory.cluster} needs PostgreSQL ${found}, but this service has ` +
      `PostgreSQL ${wanted}: dump it with the version that made it, or set another DATA_DIR.`,
  )
}

export function hasCluster(cluster: string): boolean {
  return existsSync(cluster) && readdirSync(cluster).length > 0
}

function clusterMajorVersion(cluster: string): string | null {
  if (!hasCluster(cluster)) return null
  const version = readText(join(cluster, 'PG_VERSION')).trim()
  if (version) return version
  throw new EmbeddedServerFailed(
    `${cluster} is not empty and holds no PostgreSQL database: move it away, or set another DATA_DIR.`,
  )
}

const DRAFT_PREFIX = 'postgres.new-'

// Built under another name and renamed when complete, so that a killed start leaves no cluster that
// looks whole. The rename is synced. If a power cut undid it, the next start would find no cluster
// and remove the draft, with everything committed since.
async function createCluster(options: ClusterOptions): Promise<void> {
  const { directory, account } = options
  removeDrafts(directory.root)
  const draft = explainingFileErrors(directory.root, () => {
    const made = mkdtempSync(join(directory.root, DRAFT_PREFIX))
    const password = join(made, 'password')
    writeFileSync(password, options.password, { mode: 0o600 })
    if (account) shareDraft(made, password, account)
    return made
  })
  try {
    await runInitdb(draft, options)
    explainingFileErrors(directory.root, () => {
      if (account) handOver(join(draft, 'cluster'), account)
      renameSync(join(draft, 'cluster'), directory.cluster)
      syncDirectory(directory.root)
    })
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
}

/** Gives the server's account access, and initdb's by its group when that is another one. */
function shareDraft(draft: string, password: string, account: ServerAccount): void {
  for (const path of [draft, password]) chownSync(path, account.uid, account.gid)
  if (initdbAccount(account).uid === account.uid) return
  chmodSync(draft, 0o770)
  chmodSync(password, 0o640)
}

// A killed start's initdb may still be writing into its draft. A draft that cannot be removed now
// is removed next time; drafts have unique names.
function removeDrafts(root: string): void {
  for (const name of readdirSync(root)) {
    if (!name.startsWith(DRAFT_PREFIX)) continue
    try {
      rmSync(join(root, name), { recursive: true, force: true, maxRetries: 3 })
    } catch {}
  }
}

async function runInitdb(
  draft: string,
  { account, binaries, directory }: ClusterOptions,
): Promise<void> {
  if (!account) requireUserEntry()
  const view = viewForServer(draft, account)
  try {
    const child = spawn(binaries.initdb, initdbArguments(view.path), {
      ...(account && initdbAccount(account)),
      cwd: account ? '/' : draft,
      env: serverEnvironment,
      stdio: ['ignore', 'ignore', 'pipe', ...view.descriptors],
    })
    const [complaint, [code, signal]] = await Promise.all([
      text(child.stderr!),
      once(child, 'close'),
    ])
    if (code === 0) return
    if (complaint.includes('No space left on device')) throw diskIsFull(directory.root)
    throw new EmbeddedServerFailed(
      `The database in ${directory.cluster} could not be created: ` +
        `${complaint.trim() || `ended with ${code ?? signal}`}`,
    )
  } finally {
    view.close()
  }
}

// Encoding and collation are PostgreSQL's own (the builtin provider): neither LANG nor the
// operating system's library decides how text is stored and sorted.
function initdbArguments(draft: string): string[] {
  return [
    ...['-D', `${draft}/cluster`, '-U', superuser, `--pwfile=${draft}/password`],
    ...['--auth=scram-sha-256', '--encoding=UTF8', '--locale=C'],
    ...['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--no-instructions'],
  ]
}

// initdb requires an entry for its user id; a container started under a bare number has none.
function requireUserEntry(): void {
  try {
    userInfo()
  } catch {
    throw new EmbeddedServerFailed(
      `User id ${process.geteuid?.()} has no entry in /etc/passwd, but creating a database ` +
        'needs one: start as a user that has one (root will do), or set DATABASE_URL.',
    )
  }
}
