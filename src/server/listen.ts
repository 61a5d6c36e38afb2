import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Logger } from 'pino'
import type { Config } from '../runtime/config/config.ts'
import { listenForMetrics } from '../runtime/metrics/listen-for-metrics.ts'
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
