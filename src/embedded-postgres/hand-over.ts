import { chmodSync, chownSync, lchownSync, lstatSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { EmbeddedServerFailed } from './embedded-errors.ts'
import type { ServerAccount } from './server-account.ts'

/**
 * Gives a cluster to the account that is to run it: a new one, one that root restored from a copy,
 * one of an earlier version, which ran as nobody. Only while no server runs on it.
 *
 * Meanwhile it is root's: one that was given half way is given again. A directory changes hands
 * before what is in it is looked at, so that its last owner can put nothing else there in between.
 */
export function handOver(cluster: string, account: ServerAccount): void {
  if (statSync(cluster).uid === account.uid) return
  chownSync(cluster, 0, 0)
  chmodSync(cluster, 0o700)
  giveContents(cluster, account)
  chownSync(cluster, account.uid, account.gid)
}

function giveContents(directory: string, account: ServerAccount): void {
  for (const name of readdirSync(directory)) {
    const path = join(directory, name)
    const found = lstatSync(path)
    // PostgreSQL links no file twice: it may be one of the system's, put here to be given away.
    if (!found.isDirectory() && found.nlink > 1) {
      if (found.uid === 0) continue
      throw new EmbeddedServerFailed(
        `${path} is linked from elsewhere too, and is not given away: copy DATA_DIR without links ` +
          '(cp -a), and start on the copy.',
      )
    }
    lchownSync(path, account.uid, account.gid)
    if (found.isDirectory()) giveContents(path, account)
  }
}
