import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Server } from 'node:net'

/** Makes a server listen on the loopback interface, by default at a free port; the port. */
export async function listening(server: Server, wanted = 0): Promise<number> {
  await once(server.listen(wanted, '127.0.0.1'), 'listening')
  return (server.address() as AddressInfo).port
}

/** A free port of the loopback interface, for a server whose port must be known in advance. */
export async function freePort(): Promise<number> {
  return (await tryPort(0)) as number
}

/** That port, or a free one where it is in use. */
export async function portNear(wanted: number): Promise<number> {
  return (await tryPort(wanted)) ?? (await freePort())
}

/**
 * The first of that many free ports in a row. They are below those that the system gives to
 * connections, one of which would take a port before its server starts.
 */
export async function freePorts(count: number): Promise<number> {
  for (;;) {
    const first = randomInt(10_000, 30_000)
    const row = Array.from({ length: count }, (_, index) => tryPort(first + index))
    if (!(await Promise.all(row)).includes(undefined)) return first
  }
}

/** The port, any where it is 0; undefined where it is in use. */
async function tryPort(wanted: number): Promise<number | undefined> {
  const probe = createServer()
  const port = await listening(probe, wanted).catch(() => undefined)
  if (port === undefined) return undefined
  probe.close()
  await once(probe, 'close')
  return port
}
