import type { Server } from 'node:http'
import type { Metrics } from './metrics.ts'

// An import evaluates every export of the module and so loads Node's WebSocket and fetch, which
// takes 50 ms at the start.
const { createServer } = process.getBuiltinModule('node:http')

/** Serves the metrics on a listener of their own, so that the API's port can be public. */
export async function listenForMetrics(
  metrics: Metrics,
  address: { host: string; port: number },
): Promise<Server> {
  const { registry } = metrics
  const server = createServer((request, response) => {
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
