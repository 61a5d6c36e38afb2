import { closeSync, mkdtempSync, openSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'

const SOCKET_NAME = '.s.PGSQL.5432'
// macOS has the shortest limit: 104 bytes with the closing zero. Linux has 108.
const SOCKET_PATH_BYTES_MAX = 103

/** Another, short name of a directory. */
interface Detour {
  directory: string
  remove(): void
}

/** The socket of a cluster's server. A path that is too long for a socket gets a detour. */
export class SocketAddress {
  readonly #cluster: string
  #detour: Detour | undefined

  constructor(cluster: string) {
    this.#cluster = cluster
  }

  /** The same each time. The cluster must exist before the first call. */
  path(): string {
    const direct = join(this.#cluster, SOCKET_NAME)
    if (Buffer.byteLength(direct) <= SOCKET_PATH_BYTES_MAX) return direct
    this.#detour ??=
      process.platform === 'linux' ? descriptorDetour(this.#cluster) : linkDetour(this.#cluster)
    return join(this.#detour.directory, SOCKET_NAME)
  }

  close(): void {
    this.#detour?.remove()
  }
}

// On Linux an open directory has a short name of its own. Nothing lies in /tmp, where a cleaner
// could remove it under a running service, and a killed service leaves nothing behind.
function descriptorDetour(cluster: string): Detour {
  const descriptor = openSync(cluster, 'r')
  return { directory: `/proc/self/fd/${descriptor}`, remove: () => closeSync(descriptor) }
}

// /tmp and not os.tmpdir(), which may itself be long.
function linkDetour(cluster: string): Detour {
  const holder = mkdtempSync('/tmp/vault-inventory-')
  const link = join(holder, 'socket')
  symlinkSync(cluster, link)
  return { directory: link, remove: () => rmSync(holder, { recursive: true, force: true }) }
}
