import { closeSync, mkdtempSync, openSync, rmSync, symlinkSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import type { ServerAddress } from './lease.ts'
import { postmasterState } from './postmaster.ts'

/** How clients of this process reach the server; the response never changes once given. */
export interface AddressBook {
  address(): Promise<ServerAddress>
  close(): void
}

export function addressBook(cluster: string): AddressBook {
  return process.platform === 'win32' ? tcpAddress(cluster) : socketAddress(cluster)
}

const socketName = '.s.PGSQL.5432'
// The shortest of the systems' limits is macOS's 104 with the closing zero; Linux has 108.
const socketPathBytesMax = 103

function socketAddress(cluster: string): AddressBook {
  const direct = join(cluster, socketName)
  let remove = () => {}
  let path: string | null = null
  return {
    async address() {
      if (path === null && Buffer.byteLength(direct) <= socketPathBytesMax) path = direct
      if (path === null) {
        const detour =
          process.platform === 'linux' ? descriptorDetour(cluster) : linkDetour(cluster)
        path = join(detour.directory, socketName)
        remove = detour.remove
      }
      return { path }
    },
    close: () => remove(),
  }
}

// An open directory is its own short name on Linux: nothing in /tmp for a cleaner to remove under
// a service that runs for months, nothing left behind by a killed one.
function descriptorDetour(cluster: string): { directory: string; remove(): void } {
  const descriptor = openSync(cluster, 'r')
  return { directory: `/proc/self/fd/${descriptor}`, remove: () => closeSync(descriptor) }
}

// /tmp and not os.tmpdir(), which may itself be long.
function linkDetour(cluster: string): { directory: string; remove(): void } {
  const holder = mkdtempSync('/tmp/vault-inventory-')
  const link = join(holder, 'socket')
  symlinkSync(cluster, link)
  return { directory: link, remove: () => rmSync(holder, { recursive: true, force: true }) }
}

function tcpAddress(cluster: string): AddressBook {
  const host = '127.0.0.1'
  let port: number | null = null
  return {
    async address() {
      const state = postmasterState(cluster)
      port ??= state.kind === 'running' && state.port > 0 ? state.port : await freePort(host)
      return { host, port }
    },
    close() {},
  }
}

async function freePort(host: string): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve, reject) => {
    probe.once('error', reject)
    probe.listen(0, host, resolve)
  })
  const address = probe.address()
  await new Promise((resolve) => probe.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('no TCP port was given')
  return address.port
}
