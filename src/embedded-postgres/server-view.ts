import { closeSync, existsSync, openSync } from 'node:fs'
import type { ServerAccount } from './server-account.ts'

/** The name of one of our directories for a child process of the server's account. */
export interface ServerView {
  path: string
  /** To follow stdin, stdout and stderr in the child's stdio. */
  descriptors: number[]
  close(): void
}

/**
 * Root may keep DATA_DIR where the server's account cannot enter (a checkout under root's own
 * home), and the service must not open up directories that are not its own. On Linux the child gets
 * the directory as an open descriptor instead. /proc/self/fd/3 is resolved without entering the
 * parents, and every child that PostgreSQL forks inherits the descriptor.
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
