import { closeSync, existsSync, openSync } from 'node:fs'
import type { ServerAccount } from './server-account.ts'

/** How a child process of the server's account names a directory of ours. */
export interface ServerView {
  path: string
  /** Goes behind stdin, stdout and stderr in the child's stdio. */
  descriptors: number[]
  close(): void
}

/**
 * Root may keep DATA_DIR where the server's account cannot walk to (a checkout under root's own
 * home), and opening up directories that are not ours is not for us. On Linux the child gets the
 * directory as an open descriptor instead: /proc/self/fd/3 is followed without walking its
 * parents, and every child PostgreSQL forks inherits the descriptor.
 */
export function viewForServer(directory: string, account: ServerAccount | null): ServerView {
  if (!account || process.platform !== 'linux' || !existsSync('/proc/self/fd')) {
    return { path: directory, descriptors: [], close() {} }
  }
  const descriptor = openSync(directory, 'r')
  return {
    path: '/proc/self/fd/3',
    descriptors: [descriptor],
    close: () => closeSync(descriptor),
  }
}
