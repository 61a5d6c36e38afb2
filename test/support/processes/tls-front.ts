import { readFileSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { fileURLToPath } from 'node:url'
import type { ConnectionAddress } from '../../../src/database/postgres/open-address.ts'
import { addressThrough, openSocket } from '../chaos/proxy.ts'
import { listening } from './free-port.ts'

/**
 * The certificates in `tls/`, made once by openssl with the key `server.key`, all but one valid
 * from 2020 to 2120: for the name localhost, for the address 127.0.0.1, for a server elsewhere, and
 * an expired one for localhost. `authority.crt` signed them; its key is gone.
 */
export type ServerCertificate = 'localhost' | 'address' | 'elsewhere' | 'expired'

/** The path of a certificate authority, for `sslrootcert`. */
export function authorityPath(name: 'authority' | 'other-authority'): string {
  return fileURLToPath(new URL(`tls/${name}.crt`, import.meta.url))
}

/** The request for TLS, and the response that there is (PostgreSQL's protocol, SSLRequest). */
const SSL_REQUEST = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47])
const YES = 'S'

/** A PostgreSQL that speaks TLS and nothing else, before the one of that address. */
export async function openTlsFront(connection: string | ConnectionAddress) {
  const open = new Set<Socket>()
  const keep = (socket: Socket, other?: Socket) => {
    open.add(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => {
      open.delete(socket)
      other?.destroy()
    })
  }
  let reached = 0
  const secure = createTlsServer((near) => {
    reached += 1
    const far = openSocket(connection)
    keep(near, far)
    keep(far, near)
    near.pipe(far).pipe(near)
  })
  secure.on('tlsClientError', () => undefined)
  const server = createServer((socket) => {
    keep(socket)
    socket.once('data', (asked) => {
      if (!(asked as Buffer).equals(SSL_REQUEST)) return socket.destroy()
      socket.write(YES)
      return secure.emit('connection', socket)
    })
  })
  const port = await listening(server)
  const read = (file: string) => readFileSync(new URL(`tls/${file}`, import.meta.url))
  const breakAll = () => {
    for (const socket of open) socket.destroy()
  }
  const front = {
    /** The address of its database. */
    url: (host: 'localhost' | '127.0.0.1', parameters: string) => {
      const url = new URL(addressThrough(connection, port))
      url.hostname = host
      url.search = parameters
      return url.href
    },
    /** Shows this certificate to new clients. */
    show: (certificate: ServerCertificate) =>
      secure.setSecureContext({ key: read('server.key'), cert: read(`${certificate}.crt`) }),
    /** Number of clients that have begun to communicate with PostgreSQL. */
    get reached() {
      return reached
    },
    /** Breaks every connection; new ones are taken. */
    break: breakAll,
    close: () => {
      server.close()
      breakAll()
    },
  }
  front.show('localhost')
  return front
}
