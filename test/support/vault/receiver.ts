import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { listening } from '../processes/free-port.ts'

/** A request that a receiver got, whole. */
export interface ReceivedWebhook {
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** On the clock of `performance.now()`. */
  readonly at: number
}

export type Respond = (response: ServerResponse, request: ReceivedWebhook) => void

export type Receiver = Awaited<ReturnType<typeof openReceiver>>

const NO_CONTENT: Respond = (response) => void response.writeHead(204).end()

export function status(code: number, headers: Record<string, string> = {}, body = ''): Respond {
  return (response) => void response.writeHead(code, headers).end(body)
}

/**
 * A receiver of webhooks: a real HTTP server on 127.0.0.1.
 * @param port of an earlier receiver that is to be back; by default a free one
 */
export async function openReceiver(
  cleanup: (undo: () => unknown) => void,
  { port = 0, certificate }: { port?: number; certificate?: string } = {},
) {
  const received: ReceivedWebhook[] = []
  const open = { now: 0, max: 0 }
  let connections = 0
  let respond = NO_CONTENT
  const onRequest = async (request: IncomingMessage, response: ServerResponse) => {
    open.now += 1
    open.max = Math.max(open.max, open.now)
    response.once('close', () => (open.now -= 1))
    let body = ''
    for await (const chunk of request.setEncoding('utf8')) body += chunk
    const headers = request.headers as Record<string, string>
    const webhook = { path: request.url as string, headers, body, at: performance.now() }
    received.push(webhook)
    respond(response, webhook)
  }
  const listener = (request: IncomingMessage, response: ServerResponse) => {
    onRequest(request, response).catch(() => response.destroy())
  }
  const server =
    certificate === undefined ? createServer(listener) : createTlsServer(tls(certificate), listener)
  server.on('connection', () => {
    connections += 1
  })
  const given = await listening(server, port)
  const close = async () => {
    if (!server.listening) return
    server.close()
    server.closeAllConnections()
    await once(server, 'close')
  }
  cleanup(close)
  const origin = certificate === undefined ? 'http://127.0.0.1' : 'https://localhost'
  return {
    url: `${origin}:${given}/hooks`,
    port: given,
    received: received as readonly ReceivedWebhook[],
    /** Connections that were opened to it. */
    get connections() {
      return connections
    },
    /** Requests that wait for a response now, and the maximum so far. */
    open: open as Readonly<typeof open>,
    /** Responds so from now on; at first with 204. */
    respond: (how: Respond) => {
      respond = how
    },
    close,
  }
}

function tls(certificate: string) {
  const read = (file: string) => readFileSync(new URL(`../processes/tls/${file}`, import.meta.url))
  return { key: read('server.key'), cert: read(`${certificate}.crt`) }
}
