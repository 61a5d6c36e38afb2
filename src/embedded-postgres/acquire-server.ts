import { connectServer } from './connect-server.ts'
import { ensureCluster, hasCluster } from './create-cluster.ts'
import { explainingFileErrors, readOrMakePassword } from './data-directory.ts'
import { handOver } from './hand-over.ts'
import { waitForKernelLock } from './kernel-lock.ts'
import type { Lease } from './lease.ts'
import { endOrphanedChildren, removeStaleLockFile } from './postmaster.ts'
import { chooseServerAccount } from './server-account.ts'
import { prepareBinaries } from './server-binaries.ts'
import type { ServerOptions } from './server-options.ts'
import { startPostmaster } from './start-postmaster.ts'

export interface AcquiredServer {
  lease: Lease
  password: string
  /** How it came about, for the log. */
  how: 'adopted' | 'started' | 'created'
}

/**
 * Connects to the directory's PostgreSQL. Starts it if it does not run, and creates the cluster if
 * there is none. All of this happens under start.lock: of any number of openers, one does the work.
 */
export async function acquireServer(options: ServerOptions): Promise<AcquiredServer> {
  const { directory, nativeDir, settings = {} } = options
  const { root, cluster } = directory
  const lock = await waitForKernelLock(directory.startLock, {
    waitMs: 10 * 60_000,
    describe:
      `Another process has been starting or stopping the database in ${root} for ten minutes: ` +
      `see ${directory.log}, or end that process.`,
    signal: options.signal,
  })
  try {
    const account = chooseServerAccount(directory)
    const forInitdb = !hasCluster(cluster)
    const binaries = prepareBinaries({ dataRoot: root, account, nativeDir, forInitdb })
    const password = readOrMakePassword(directory)
    const made = await ensureCluster({ directory, account, binaries, password })
    const { lease, how } = await connectServer(options, password, async () => {
      await endOrphanedChildren(cluster)
      removeStaleLockFile(cluster)
      if (account) explainingFileErrors(root, () => handOver(cluster, account))
      return startPostmaster({ directory, account, binaries, settings })
    })
    return { lease, password, how: made === 'created' ? 'created' : how }
  } finally {
    lock.release()
  }
}
