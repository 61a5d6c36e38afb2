import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import type { Logger } from 'pino'
import { isInBlocks, readBlocks } from '../../domain/ip-ranges.ts'
import { BODY_BYTES_MAX, HELD_BYTES_MAX } from '../../domain/limits.ts'
import type { Config } from '../../runtime/config/config.ts'
import type { Metrics } from '../../runtime/metrics/metrics.ts'
import { readBodies } from '../request/read-body.ts'
import { errorReply } from '../response/error-reply.ts'
import { securityHeaders } from '../response/response-head.ts'
import { keepBody } from './bound-memory.ts'
import { respondToClientErrors, respondToRareRequests } from './client-errors.ts'
import { Connections } from './connections.ts'
import { HeldBytes } from './held-bytes.ts'
import { RequestLog } from './request-log.ts'
import { beginRequestSpan, endRequestSpan, requestIdOf, withinRequestSpan } from './request-span.ts'
import { urlRewriter } from './routing.ts'

interface NewAppOptions {
  readonly config: Config
  readonly metrics: Pick<Metrics, 'responded'>
  readonly log: Logger
}

/** Everything that applies to all requests, before credentials and routes. */
export async function newApp({ config, metrics, log }: NewAppOptions): Promise<FastifyInstance> {
  const connections = new Connections()
  const sendError = errorReply(log)
  const proxies = readBlocks(config.TRUSTED_PROXIES)
  const isProxy = (address: string) => isInBlocks(address, proxies)
  const rewritten = urlRewriter(config.BASE_PATH)
  const app = Fastify({
    loggerInstance: log as FastifyBaseLogger,
    // A child for each request took an eighth of the time of a read.
    childLoggerFactory: (parent) => parent,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: (request) => {
      beginRequestSpan(request, isProxy)
      return requestIdOf(request)
    },
    trustProxy: config.TRUSTED_PROXIES.length === 0 ? false : [...config.TRUSTED_PROXIES],
    bodyLimit: BODY_BYTES_MAX,
    requestTimeout: config.REQUEST_TIMEOUT_MS,
    connectionTimeout: config.IDLE_TIMEOUT_MS,
    keepAliveTimeout: config.KEEP_ALIVE_TIMEOUT_MS,
    http: {
      // Node looks for no more bytes of a body while so many wait unread.
      highWaterMark: 1_024,
      headersTimeout: Math.min(config.HEADERS_TIMEOUT_MS, config.REQUEST_TIMEOUT_MS),
      connectionsCheckingInterval: 1_000,
      requireHostHeader: false,
    },
    // Requests on open connections are still served while the service stops.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 16_384 },
    rewriteUrl: (request) => rewritten(request.url as string),
    frameworkErrors: sendError,
    clientErrorHandler: respondToClientErrors({
      connections,
      log,
      timeoutMs: config.REQUEST_TIMEOUT_MS,
    }),
  })
  readBodies(app)
  connections.watch(app.server, config.IDLE_TIMEOUT_MS)
  respondToRareRequests(app.server, log)
  app.setErrorHandler(sendError)
  app.decorate('basePath', config.BASE_PATH)
  app.decorate('connections', connections)
  app.decorate('keepBody', keepBody)
  app.decorate('heldBytes', new HeldBytes(HELD_BYTES_MAX))
  watchRequests(app, { config, metrics, log })
  return app
}

/** The status that nginx logs if the client hung up before the response. It is never sent. */
const HUNG_UP = 499

/**
 * Adds the request id and the security headers to every response. Counts and logs every request
 * when its response is closed, even if the client hung up.
 */
function watchRequests(app: FastifyInstance, { config, metrics, log }: NewAppOptions): void {
  const { connections, heldBytes } = app
  const headers = securityHeaders(config.STRICT_TRANSPORT_SECURITY)
  const requestLog = new RequestLog(log)
  const closed = (request: FastifyRequest, reply: FastifyReply) => {
    if (request.held !== null) heldBytes.release(request.held)
    connections.responded(request.raw.socket)
    const operation = request.matched.config.operationId ?? 'other'
    const status = reply.raw.writableFinished ? reply.statusCode : HUNG_UP
    const { elapsedTime: durationMs } = reply
    const { fromMs = 0, toMs = performance.now() } = request.waited ?? {}
    const waitedMs = fromMs === 0 ? 0 : toMs - fromMs
    const code = request.refusalCode
    metrics.responded({ operation, status, durationMs: durationMs - waitedMs, code })
    requestLog.responded(request, status, durationMs)
    endRequestSpan(request, status)
  }
  app.decorateRequest('matched')
  app.decorateRequest('csvFile', null)
  app.decorateRequest('waited', null)
  app.decorateRequest('held', null)
  app.addHook('onRequest', (request, reply, done) => {
    const { raw } = request
    request.matched = request.routeOptions
    reply.headers(headers).header('x-request-id', request.id)
    // Fastify says so only once the hooks of its end have run.
    // Behind an Upgrade that is ignored, Node drops what came with it: another request, perhaps.
    const isLast = connections.areClosing || raw.headers.upgrade !== undefined
    if (isLast) reply.header('connection', 'close')
    const { 'transfer-encoding': coding, 'content-length': length } = raw.headers
    const hasBody = coding !== undefined || length !== undefined
    // Nobody reads the body of a read.
    if (hasBody && (request.method === 'GET' || request.method === 'HEAD')) raw.resume()
    connections.begin(raw, {
      start: (refusal) => {
        reply.raw.once('close', () => closed(request, reply))
        withinRequestSpan(request, () => done(refusal))
      },
      wait: (isOver) => keepBody(request, isOver),
      hungUp: () => closed(request, reply),
    })
  })
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The route options: Fastify makes a new object at each access to `routeOptions`. */
    matched: FastifyRequest['routeOptions']
    /** The time for which it asked to wait, which says nothing about the service. */
    waited: { readonly fromMs?: number; readonly toMs?: number } | null
  }
  interface FastifyInstance {
    /** Before every path that a response names; empty if the base address has none. */
    basePath: string
    connections: Connections
    heldBytes: HeldBytes
  }
}
