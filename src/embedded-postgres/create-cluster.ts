import { spawn } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import {
  type DataDirectory,
  diskIsFull,
  explainingFileErrors,
  syncDirectory,
} from './data-directory.ts'
import { EmbeddedServerFailed } from './embedded-errors.ts'
import { handOver } from './hand-over.ts'
import { initdbAccount, type ServerAccount } from './server-account.ts'
import { type ServerBinaries, serverEnvironment } from './server-binaries.ts'
import { viewForServer } from './server-view.ts'

/** Owns everything and migrates. */
export const superuser = 'vault_inventory'
/** Requests run as this one. */
export const serviceRole = 'vault_inventory_service'

/**
 * Makes the cluster when there is none yet and says which. Call it under start.lock. Raises
 * EmbeddedServerFailed for another major version's cluster and for anything that is not one.
 */
export async function ensureCluster(options: {
  directory: DataDirectory
  account: ServerAccount | null
  binaries: ServerBinaries
  password: string
}): Promise<'created' | 'present'> {
  const { directory, binaries } = options
  const found = clusterMajorVersion(directory.cluster)
  if (found === null) {
    await createCluster(options)
    return 'created'
  }
  const wanted = binaries.version.split('.')[0]
  if (found === wanted) return 'present'
  throw new EmbeddedServerFailed(
    `The database in ${directory.cluster} is of PostgreSQL ${found} and this service brings ` +
      `PostgreSQL ${wanted}: dump it with the version that made it, or set another DATA_DIR.`,
  )
}

export function hasCluster(cluster: string): boolean {
  return existsSync(cluster) && readdirSync(cluster).length > 0
}

function clusterMajorVersion(cluster: string): string | null {
  if (!hasCluster(cluster)) return null
  try {
    return readFileSync(join(cluster, 'PG_VERSION'), 'utf8').trim()
  } catch {
    throw new EmbeddedServerFailed(
      `${cluster} is not empty and holds no PostgreSQL database: move it away, or set another DATA_DIR.`,
    )
  }
}

const draftPrefix = 'postgres.new-'

// Built beside its place and renamed when complete, so that a start killed half way leaves no
// cluster that looks whole. The rename is synced: lost in a power cut, the next start would find
// no cluster and sweep the draft away, with everything committed since.
async function createCluster(options: Parameters<typeof ensureCluster>[0]): Promise<void> {
  const { directory, account } = options
  sweepDrafts(directory.root)
  const draft = explainingFileErrors(directory.root, () => {
    const made = mkdtempSync(join(directory.root, draftPrefix))
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

/** Lets in the server's account, and initdb by its group where that runs as another one. */
function shareDraft(draft: string, password: string, account: ServerAccount): void {
  const isAnother = initdbAccount(account).uid !== account.uid
  for (const path of [draft, password]) chownSync(path, account.uid, account.gid)
  if (!isAnother) return
  chmodSync(draft, 0o770)
  chmodSync(password, 0o640)
}

// A killed start's initdb may still be writing into its draft: what cannot be removed now goes
// next time, drafts have unique names and harm nobody.
function sweepDrafts(root: string): void {
  for (const name of readdirSync(root)) {
    if (!name.startsWith(draftPrefix)) continue
    try {
      rmSync(join(root, name), { recursive: true, force: true, maxRetries: 3 })
    } catch {}
  }
}

async function runInitdb(
  draft: string,
  options: Parameters<typeof ensureCluster>[0],
): Promise<void> {
  const { account, binaries, directory } = options
  if (!account) requireUserEntry()
  const view = viewForServer(draft, account)
  try {
    const child = spawn(binaries.initdb, initdbArguments(view.path), {
      ...(account && initdbAccount(account)),
      cwd: account ? '/' : draft,
      env: serverEnvironment,
      stdio: ['ignore', 'ignore', 'pipe', ...view.descriptors],
    })
    let complaint = ''
    child.stderr?.on('data', (chunk: Buffer) => {
      complaint += chunk
    })
    const status = await new Promise<number | NodeJS.Signals | null>((resolve, reject) => {
      child.once('error', reject)
      child.once('close', (code, signal) => resolve(code ?? signal))
    })
    if (status !== 0) throw initdbFailed(directory, `${complaint.trim() || `ended with ${status}`}`)
  } finally {
    view.close()
  }
}

// Encoding and collation are PostgreSQL's own (the builtin provider), so that neither LANG nor the
// operating system's library decides how text is stored and sorted.
function initdbArguments(seenDraft: string): string[] {
  return [
    ['-D', `${seenDraft}/cluster`, '-U', superuser, `--pwfile=${seenDraft}/password`],
    ['--auth=scram-sha-256', '--encoding=UTF8', '--locale=C'],
    ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--no-instructions'],
  ].flat()
}

function initdbFailed(directory: DataDirectory, complaint: string): EmbeddedServerFailed {
  if (complaint.includes('No space left on device')) return diskIsFull(directory.root)
  return new EmbeddedServerFailed(
    `The database in ${directory.cluster} could not be created: ${complaint}`,
  )
}

// initdb looks its own user id up; a container started under a bare number has no entry.
function requireUserEntry(): void {
  try {
    userInfo()
  } catch {
    throw new EmbeddedServerFailed(
      `User id ${process.geteuid?.()} has no entry in /etc/passwd, which creating a database needs: ` +
        'start as a user that has one (root will do), or set DATABASE_URL.',
    )
  }
}
