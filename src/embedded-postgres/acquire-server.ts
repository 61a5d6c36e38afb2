import { connectServer } from './connect-server.ts'
import { ensureCluster, hasCluster } from './create-cluster.ts'
import { explainingFileErrors, readOrMakePassword } from './data-directory.ts'
import { handOver } from './hand-over.ts'
import { waitForKernelLock } from './kernel-lock.ts'
import type { Lease } from './lease.ts'
import { endOrphanedChildren, removeStaleLockFile } from './postmaster.ts'
import { chooseServerAccount } from './server-account.ts'
import { prepareBinaries, type ServerBinaries } from './server-binaries.ts'
import type { ServerOptions } from './server-options.ts'
import { startPostmaster } from './start-postmaster.ts'

export interface AcquiredServer {
  lease: Lease
  password: string
  binaries: ServerBinaries
  /** How it came about, for the log. */
  how: 'adopted' | 'started' | 'created'
}

/**
 * Returns a connection to the directory's PostgreSQL: one that runs already, whoever started it,
 * else one started now on a cluster made at need. All of it happens under start.lock, so of any
 * number of openers one acts and the others find its work done.
 */
export async function acquireServer(options: ServerOptions): Promise<AcquiredServer> {
  const { directory, settings } = options
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
    const binaries = prepareBinaries({
      dataRoot: root,
      account,
      nativeDir: options.nativeDir,
      forInitdb: !hasCluster(cluster),
    })
    const password = readOrMakePassword(directory)
    const made = await ensureCluster({ directory, account, binaries, password })
    const { lease, how } = await connectServer(options, {
      password,
      pgCtl: binaries.pgCtl,
      async start(address) {
        await endOrphanedChildren(cluster)
        removeStaleLockFile(cluster)
        if (account) explainingFileErrors(root, () => handOver(cluster, account))
        const port = 'port' in address ? address.port : null
        return startPostmaster({ directory, account, binaries, port, settings })
      },
    })
    return { lease, password, binaries, how: made === 'created' ? 'created' : how }
  } finally {
    lock.release()
  }
}
