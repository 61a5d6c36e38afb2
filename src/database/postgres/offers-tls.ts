import { once } from 'node:events'
import { connect } from 'node:net'
import type { Sql } from 'postgres'

/** PostgreSQL's request for TLS: its length, and the code of the request. */
const SSL_REQUEST = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47])

/**
 * Whether the server of these connections responds that it has no TLS. The driver starts TLS
 * nevertheless, and sees no more than that the server hangs up.
 */
export async function lacksTls({ options }: Sql, withinMs: number): Promise<boolean> {
  const [host] = options.host
  const [port] = options.port
  const socket = connect({ host: host as string, port: Number(port) })
  socket.setTimeout(withinMs, () => socket.destroy(new Error('no response')))
  try {
    socket.write(SSL_REQUEST)
    const [response] = (await once(socket, 'data')) as [Buffer]
    return response.toString() === 'N'
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}
