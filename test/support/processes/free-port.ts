import { once } from 'node:events'
import { createServer } from 'node:net'

/** A free port of the loopback interface, for a server whose port must be known in advance. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as { port: number }
  probe.close()
  await once(probe, 'close')
  return port
}
