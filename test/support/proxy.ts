import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import type { ConnectionAddress } from '../../src/database/database.ts'

/** A way to a PostgreSQL that a test can cut and mend. */
export interface Proxy {
  readonly port: number
  /** Breaks every connection; new ones are refused. */
  cut(): Promise<void>
  mend(): Promise<void>
  /** Lets nothing through on the connections that are open now, for good, and tells nobody. */
  silence(): void
  close(): Promise<void>
}

/** Opens a way to the server of that address, on a free port. */
export async function openProxy(connection: string | ConnectionAddress): Promise<Proxy> {
  const open = new Set<Socket>()
  let server: Server = await listen(0)
  const { port } = server.address() as AddressInfo

  async function listen(onPort: number): Promise<Server> {
    const listening = createServer((near) => {
      const far = reach(connection)
      near.pipe(far)
      far.pipe(near)
      for (const socket of [near, far]) {
        open.add(socket)
        socket.on('error', () => undefined)
        socket.on('close', () => {
          open.delete(socket)
          near.destroy()
          far.destroy()
        })
      }
    })
    listening.listen(onPort, '127.0.0.1')
    await once(listening, 'listening')
    return listening
  }

  async function cut(): Promise<void> {
    if (!server.listening) return
    const closed = once(server, 'close')
    server.close()
    for (const socket of open) socket.destroy()
    await closed
  }

  return {
    port,
    silence: () => {
      for (const socket of open) socket.unpipe().pause()
    },
    cut,
    mend: async () => {
      server = await listen(port)
    },
    close: cut,
  }
}

function reach(connection: string | ConnectionAddress): Socket {
  if (typeof connection === 'string') {
    const { hostname, port } = new URL(connection)
    return connect(Number(port || 5432), hostname)
  }
  const { path, host, port } = connection
  return path === undefined ? connect(port as number, host) : connect(path)
}
