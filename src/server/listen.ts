import { once } from 'node:events'
import { type AddressInfo, createServer, type Server } from 'node:net'
import type { Logger } from 'pino'
import type { Config } from '../runtime/config/config.ts'
import type { Metrics } from '../runtime/metrics/metrics.ts'

const METRICS_PORT_DEFAULT = 9464

/** The process cannot listen at its address; the message is one sentence. */
export class AddressUnusable extends Error {}

/** Serves the metrics at METRICS_HOST and METRICS_PORT. @throws {AddressUnusable} */
export async function startMetrics(config: Config, log: Logger, metrics: Metrics): Promise<Server> {
  return await listenOrExplain('METRICS_PORT', config.METRICS_PORT, () =>
    listenOnAnyPort(config, log, metrics),
  )
}

/** Without METRICS_PORT: the default port, or a free one if it is taken (spec choice N31). */
async function listenOnAnyPort(config: Config, log: Logger, metrics: Metrics): Promise<Server> {
  const host = config.METRICS_HOST
  if (config.METRICS_PORT !== null) {
    return await listenForMetrics(metrics, { host, port: config.METRICS_PORT })
  }
  try {
    return await listenForMetrics(metrics, { host, port: METRICS_PORT_DEFAULT })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    log.warn({ port: METRICS_PORT_DEFAULT }, 'the usual metrics port is taken: using a free one')
    return await listenForMetrics(metrics, { host, port: 0 })
  }
}

/** Listens, or throws one sentence that says why not. @throws {AddressUnusable} */
export async function listenOrExplain<T>(
  setting: 'PORT' | 'METRICS_PORT',
  port: number | null,
  listening: () => Promise<T>,
): Promise<T> {
  try {
    return await listening()
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    const why =
      code === 'EADDRINUSE'
        ? `port ${port} is taken: free it or set ${setting} to another`
        : message
    throw new AddressUnusable(`The service cannot listen: ${why}.`, { cause: error })
  }
}

export function urlOf({ address, family, port }: AddressInfo): string {
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`
}

// An import evaluates every export of the module and so loads Node's WebSocket and fetch, which
// takes 50 ms at the start.
const { createServer: createHttpServer } = process.getBuiltinModule('node:http')

/** Serves the metrics on a listener of their own, so that the API's port can be public. */
async function listenForMetrics(
  metrics: Metrics,
  address: { host: string; port: number },
): Promise<Server> {
  const { registry } = metrics
  const server = createHttpServer((request, response) => {
    if (request.url !== '/metrics') {
      response.writeHead(404).end()
      return
    }
    registry.metrics().then(
      (text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
      () => response.writeHead(500).end(),
    )
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(address.port, address.host, resolve)
  })
  return server
}

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
