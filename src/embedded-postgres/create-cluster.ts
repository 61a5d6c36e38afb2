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
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import {
  type DataDirectory,
  diskIsFull,
  EmbeddedServerFailed,
  explainingFileErrors,
  readText,
  syncDirectory,
} from './data-directory.ts'
import { chownCluster, initdbAccount, type ServerAccount, spawnProgram } from './server-account.ts'
import type { ServerBinaries } from './server-binaries.ts'
import { superuser } from './server-connection.ts'

interface ClusterOptions {
  directory: DataDirectory
  account: ServerAccount | null
  binaries: ServerBinaries
  password: string
}

/**
 * Makes the cluster when there is none yet. Call it under start.lock.
 * @throws {EmbeddedServerFailed} for a cluster of another major version, and for other contents
 */
export async function ensureCluster(options: ClusterOptions): Promise<void> {
  const { cluster, root } = options.directory
  removeDrafts(root)
  if (!hasCluster(cluster)) return await createCluster(options)
  const found = readText(join(cluster, 'PG_VERSION')).trim()
  const wanted = options.binaries.version.split('.')[0]
  if (found === wanted) return
  throw new EmbeddedServerFailed(
    found === ''
      ? `${cluster} is not empty and holds no PostgreSQL database: move it away, or set another DATA_DIR.`
      : `The database in ${cluster} needs PostgreSQL ${found}, but this service has PostgreSQL ` +
          `${wanted}: dump it with the version that made it, or set another DATA_DIR.`,
  )
}

export function hasCluster(cluster: string): boolean {
  return existsSync(cluster) && readdirSync(cluster).length > 0
}

const DRAFT_PREFIX = 'postgres.new-'

// Built under another name and renamed when complete, so that a killed start leaves no cluster that
// looks whole. The rename is synced. If a power cut undid it, the next start would find no cluster
// and remove the draft, with everything committed since.
async function createCluster(options: ClusterOptions): Promise<void> {
  const { directory, account } = options
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
      if (account) chownCluster(join(draft, 'cluster'), account)
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

// A killed start's initdb may still be writing into its draft, so that it cannot be removed. The
// next start removes it; drafts have unique names.
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
  const child = spawnProgram(binaries.initdb, {
    account: account && initdbAccount(account),
    directory: draft,
    argumentsFor: initdbArguments,
    stdout: 'ignore',
    stderr: 'pipe',
  })
  const [complaint, [code, signal]] = await Promise.all([text(child.stderr!), once(child, 'close')])
  if (code === 0) return
  if (complaint.includes('No space left on device')) throw diskIsFull(directory.root)
  throw new EmbeddedServerFailed(
    `The database in ${directory.cluster} could not be created: ` +
      `${complaint.trim() || `ended with ${code ?? signal}`}`,
  )
}

// Encoding and collation are PostgreSQL's own (the builtin provider): neither LANG nor the
// operating system's library decides how text is stored and sorted.
function initdbArguments(draft: string): string[] {
  return [
    `--pgdata=${draft}/cluster`,
    `--username=${superuser}`,
    `--pwfile=${draft}/password`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--no-instructions',
  ]
}
