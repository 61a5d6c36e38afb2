import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import type { ConnectionAddress } from '../../../src/database/database-options.ts'
import { openSocket } from './proxy.ts'

/** The first message of a connection, after its length: protocol 3.0. */
const PROTOCOL = 196_608

/**
 * A pooler that leaves all settings out of start-up packets, as PgBouncer does with those in its
 * `ignore_startup_parameters`.
 */
export async function openForgetfulPooler(connection: string | ConnectionAddress) {
  const open = new Set<Socket>()
  const server = createServer((near) => {
    const far = openSocket(connection)
    for (const socket of [near, far]) {
      open.add(socket)
      socket.on('error', () => undefined).on('close', () => [near, far].map((one) => one.destroy()))
    }
    near.once('data', (packet) => {
      far.write(withoutSettings(packet as Buffer))
      near.pipe(far).pipe(near)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const { username, password, database } = loginOf(connection)
  return {
    url: `postgres://${username}:${password}@127.0.0.1:${port}/${database}`,
    close: () => {
      server.close()
      for (const socket of open) socket.destroy()
    },
  }
}

function loginOf(connection: string | ConnectionAddress) {
  if (typeof connection !== 'string') return connection
  const { username, password, pathname } = new URL(connection)
  return { username, password, database: pathname.slice(1) }
}

function withoutSettings(packet: Buffer): Buffer {
  const texts = packet.toString('utf8', 8).split('\0')
  const kept = texts.flatMap((name, place) =>
    place % 2 === 0 && ['user', 'database'].includes(name) ? [name, texts[place + 1]] : [],
  )
  const body = Buffer.from(`${kept.join('\0')}\0\0`)
  const head = Buffer.alloc(8)
  head.writeUInt32BE(body.length + 8)
  head.writeUInt32BE(PROTOCOL, 4)
  return Buffer.concat([head, body])
}
