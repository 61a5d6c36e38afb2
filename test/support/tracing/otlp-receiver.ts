import { createServer, type IncomingHttpHeaders } from 'node:http'
import { gunzipSync } from 'node:zlib'
import { eventually } from '../processes/embedded-directory.ts'
import { listening } from '../processes/free-port.ts'
import { readTraces, type SentSpan } from './read-traces.ts'

/** A collector of OpenTelemetry, as far as a test needs one: a real HTTP server. */
export async function openOtlpReceiver(cleanup: (undo: () => Promise<void>) => void) {
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
  const port = await listening(server)
  cleanup(async () => {
    server.close()
    server.closeAllConnections()
  })
  return {
    /** For OTEL_EXPORTER_OTLP_ENDPOINT. */
    url: `http://127.0.0.1:${port}`,
    spans,
    /** Everything that was sent, as text. */
    get text() {
      return text
    },
    requests,
    /** The spans of a trace, once one of them has this name; a request ends with its own. */
    trace: async (traceId: string, last: string): Promise<readonly SentSpan[]> => {
      const found = () => spans.filter((span) => span.traceId === traceId)
      await eventually(() => found().some(({ name }) => name === last), `the span ${last}`)
      return found()
    },
  }
}
