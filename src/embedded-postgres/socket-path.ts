import { mkdtempSync, openSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'

const SOCKET_NAME = '.s.PGSQL.5432'
// macOS has the shortest limit: 104 bytes with the closing zero. Linux has 108.
const SOCKET_PATH_BYTES_MAX = 103

/** Short names of clusters whose own are too long, for the life of this process. */
const shortNames = new Map<string, string>()

/** The socket of a cluster's server; the same each time. The cluster must exist. */
export function socketPath(cluster: string): string {
  const direct = join(cluster, SOCKET_NAME)
  if (Buffer.byteLength(direct) <= SOCKET_PATH_BYTES_MAX) return direct
  const shortName = shortNames.get(cluster) ?? makeShortName(cluster)
  shortNames.set(cluster, shortName)
  return join(shortName, SOCKET_NAME)
}

function makeShortName(cluster: string): string {
  // An open directory has one on Linux, which no cleaner of /tmp can remove.
  if (process.platform === 'linux') return `/proc/self/fd/${openSync(cluster, 'r')}`
  // /tmp and not os.tmpdir(), which may itself be long.
  const holder = mkdtempSync('/tmp/vault-inventory-')
  process.once('exit', () => rmSync(holder, { recursive: true, force: true }))
  const link = join(holder, 'socket')
  symlinkSync(cluster, link)
  return link
}
