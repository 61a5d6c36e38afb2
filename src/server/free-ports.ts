import { once } from 'node:events'
import { createServer, type Server } from 'node:net'
import type { Config } from '../runtime/config/config.ts'
import { AddressUnusable, listenOrExplain } from './listen.ts'

interface PortUnusable {
  readonly setting: 'PORT' | 'METRICS_PORT'
  readonly error: AddressUnusable
}

/** Tells a taken port before anything else is started. @throws {AddressUnusable} */
export async function requireFreePorts(config: Config): Promise<void> {
  const [first] = await unusablePorts(config)
  if (first !== undefined) throw first.error
}

/** The ports of the settings that the service could not listen on, each with the reason. */
export async function unusablePorts(config: Config): Promise<PortUnusable[]> {
  const addresses = [
    { setting: 'PORT', host: config.HOST, port: config.PORT },
    { setting: 'METRICS_PORT', host: config.METRICS_HOST, port: config.METRICS_PORT },
  ] as const
  // Both are held until the end: the settings may name one port twice.
  const held: Server[] = []
  const unusable: PortUnusable[] = []
  for (const { setting, host, port } of addresses) {
    // Without a port of its own, the metrics take a free one.
    if (port === null) continue
    const server = createServer()
    try {
      await listenOrExplain(setting, port, async () => {
        await once(server.listen({ host, port }), 'listening')
      })
      held.push(server)
    } catch (error) {
      if (!(error instanceof AddressUnusable)) throw error
      unusable.push({ setting, error })
    }
  }
  await Promise.all(held.map((server) => once(server.close(), 'close')))
  return unusable
}
