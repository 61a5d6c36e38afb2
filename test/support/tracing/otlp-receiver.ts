import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gunzipSync } from 'node:zlib'
import { eventually } from '../processes/embedded-directory.ts'
import { readTraces, type SentSpan } from './read-traces.ts'

export interface OtlpReceiver {
  /** For OTEL_EXPORTER_OTLP_ENDPOINT. */
  readonly url: string
  readonly spans: readonly SentSpan[]
  /** Everything that was sent, as text. */
  readonly text: string
  readonly requests: readonly { readonly path: string; readonly headers: IncomingHttpHeaders }[]
  /** The spans of a trace, once one of them has this name; a request ends with its own. */
  trace(traceId: string, last: string): Promise<readonly SentSpan[]>
}

/** A collector of OpenTelemetry, as far as a test needs one: a real HTTP server. */
export async function openOtlpReceiver(
  cleanup: (undo: () => Promise<void>) => void,
): Promise<OtlpReceiver> {
  const spans: SentSpan[] = []
  const requests: { path: string; headers: IncomingHttpHeaders }[] = []
  let text = ''
  const server = createServer(async (request, response) => {
    const pieces: Buffer[] = []
    for await (const piece of request) pieces.push(piece)
    const sent = Buffer.concat(pieces)
    const body = request.headers['content-encoding'] === 'gzip' ? gunzipSync(sent) : sent
    requests.push({ path: request.url as string, headers: request.headers })
    text += body.toString('latin1')
    spans.push(...readTraces(body))
    response.writeHead(200, { 'content-type': 'application/x-protobuf' }).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  cleanup(async () => {
    server.close()
    server.closeAllConnections()
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    get text() {
      return text
    },
    requests,
    trace: async (traceId, last) => {
      const found = () => spans.filter((span) => span.traceId === traceId)
      await eventually(() => found().some(({ name }) => name === last), `the span ${last}`)
      return found()
    },
  }
}
