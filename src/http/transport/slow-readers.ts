import type { Server } from 'node:http'
import type { Socket } from 'node:net'

const CHECK_INTERVAL_MS = 1_000

interface Waiting {
  readonly sent: number
  readonly since: number
}

/**
 * Resets connections whose clients have completed no write of the service for `limitMs`. Node's own
 * timeout ends only connections without any traffic: a byte now and then would keep a response in
 * memory for ever. They are reset, not closed, so that the kernel drops its unsent data too.
 *
 * Closed connections are found by a timer. With a listener for `close` on each, the objects of
 * every request lived longer, and V8 ran a major garbage collection five times a second.
 */
export function endSlowReaders(server: Server, limitMs: number): void {
  const open = new Map<Socket, Waiting | undefined>()
  server.on('connection', (socket: Socket) => open.set(socket, undefined))
  const check = setInterval(() => {
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
  }, CHECK_INTERVAL_MS).unref()
  server.on('timeout', (socket: Socket) => {
    if (socket.writableLength > 0) socket.resetAndDestroy()
    else socket.destroy()
  })
  server.once('close', () => clearInterval(check))
}
