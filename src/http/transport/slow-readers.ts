import type { Server } from 'node:http'
import type { Socket } from 'node:net'

const LOOK_MS = 1_000

interface Waiting {
  readonly sent: number
  readonly since: number
}

/**
 * Ends connections whose clients have not taken a write off us for that long. Node's own timeout
 * ends only those that take nothing: a byte now and then would keep a response in memory for ever.
 * They are reset, by Node's timeout too: closed, what the kernel has still to send would stay. Who
 * has nothing to take is closed as ever.
 *
 * No listener tells which connections are gone: one more for `close` made every request's objects
 * outlive it, and a collection of old ones come five times a second.
 */
export function endSlowReaders(server: Server, limitMs: number): void {
  const open = new Map<Socket, Waiting | undefined>()
  server.on('connection', (socket: Socket) => open.set(socket, undefined))
  const look = setInterval(() => {
    const now = performance.now()
    for (const [socket, waiting] of open) {
      if (socket.destroyed) {
        open.delete(socket)
        continue
      }
      const sent = socket.bytesWritten - socket.writableLength
      if (socket.writableLength === 0) open.set(socket, undefined)
      else if (waiting?.sent !== sent) open.set(socket, { sent, since: now })
      else if (now - waiting.since > limitMs) socket.resetAndDestroy()
    }
  }, LOOK_MS).unref()
  server.on('timeout', (socket: Socket) => {
    if (socket.writableLength > 0) socket.resetAndDestroy()
    else socket.destroy()
  })
  server.once('close', () => clearInterval(look))
}
