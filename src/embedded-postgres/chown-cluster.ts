import { chmodSync, chownSync, lchownSync, lstatSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { EmbeddedServerFailed } from './data-directory.ts'
import type { ServerAccount } from './server-account.ts'

/**
 * Gives a cluster to the account that is to run it: a new cluster, one that root restored from a
 * copy, or one of nobody's. Call it only while no server runs on it.
 *
 * Root owns the cluster until the end, so an interrupted change is made again. A directory gets its
 * new owner before its contents are read: its last owner cannot add anything in between.
 */
export function chownCluster(cluster: string, account: ServerAccount): void {
  if (statSync(cluster).uid === account.uid) return
  chownSync(cluster, 0, 0)
  chmodSync(cluster, 0o700)
  chownContents(cluster, account)
  chownSync(cluster, account.uid, account.gid)
}

function chownContents(directory: string, account: ServerAccount): void {
  for (const name of readdirSync(directory)) {
    const path = join(directory, name)
    const found = lstatSync(path)
    // PostgreSQL links no file twice. This may be a file of the system, linked here as a trap.
    if (!found.isDirectory() && found.nlink > 1) {
      if (found.uid === 0) continue
      throw new EmbeddedServerFailed(
        `${path} has another hard link, so its owner is not changed: copy DATA_DIR without ` +
          'links (cp -a), and start on the copy.',
      )
    }
    lchownSync(path, account.uid, account.gid)
    if (found.isDirectory()) chownContents(path, account)
  }
}
