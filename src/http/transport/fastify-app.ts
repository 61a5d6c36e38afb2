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
import { readCsvBody } from '../request/csv-body.ts'
import { bodyTooLarge, parseJsonBody, unsupportedMediaType } from '../request/json-body.ts'
import { errorReply } from '../response/error-reply.ts'
import { securityHeaders } from '../response/security-headers.ts'
import { respondOnSocket, respondToClientErrors } from './client-errors.ts'
import { Connections } from './connections.ts'
import { Drain } from './drain.ts'
import { HeldBytes } from './held-bytes.ts'
import { HeldRequest } from './held-request.ts'
import type { HeldResponse } from './held-response.ts'
import { RequestLog } from './request-log.ts'
import { beginRequestSpan, endRequestSpan, forRequestSpan, requestIdOf } from './request-span.ts'
import { urlRewriter } from './routable-url.ts'
import { endSlowReaders } from './slow-readers.ts'

export interface NewAppOptions {
  readonly config: Config
  readonly metrics: Pick<Metrics, 'responded'>
  readonly log: Logger
}

/** Everything that applies to all requests, before credentials and routes. */
export async function newApp({ config, metrics, log }: NewAppOptions): Promise<FastifyInstance> {
  const connections = new Connections(respondOnSocket(log as FastifyBaseLogger))
  const drain = new Drain(connections)
  const sendError = errorReply(log)
  const proxies = readBlocks(config.TRUSTED_PROXIES)
  const isProxy = (address: string) => isInBlocks(address, proxies)
  const rewritten = urlRewriter(config.BASE_PATH)
  const app = Fastify({
    loggerInstance: log as FastifyBaseLogger,
    // A child for each request took an eighth of the time of a read.
    childLoggerFactory: (parent) => parent,
    logController: new LogController({
      disableRequestLogging: true,
    }),
    genReqId: (raw) => {
      const request = raw as HeldRequest
      beginRequestSpan(request, isProxy)
      return requestIdOf(request)
    },
    trustProxy: config.TRUSTED_PROXIES.length === 0 ? false : [...config.TRUSTED_PROXIES],
    bodyLimit: BODY_BYTES_MAX,
    requestTimeout: config.REQUEST_TIMEOUT_MS,
    connectionTimeout: config.IDLE_TIMEOUT_MS,
    keepAliveTimeout: config.KEEP_ALIVE_TIMEOUT_MS,
    http: {
      IncomingMessage: HeldRequest,
      ServerResponse: drain.ServerResponse,
      headersTimeout: Math.min(config.HEADERS_TIMEOUT_MS, config.REQUEST_TIMEOUT_MS),
      connectionsCheckingInterval: 1_000,
      requireHostHeader: false,
    },
    // Requests on open connections are still served while the service stops.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 16_384 },
    rewriteUrl: (request) => rewritten(request.url as string),
    frameworkErrors: sendError,
    clientErrorHandler: respondToClientErrors(connections),
  })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', readJson)
  app.addContentTypeParser('text/csv', readCsv)
  connections.watch(app.server)
  endSlowReaders(app.server, config.IDLE_TIMEOUT_MS)
  app.setErrorHandler(sendError)
  app.decorate('basePath', config.BASE_PATH)
  app.decorate('drain', drain)
  app.decorate('connections', connections)
  app.decorate('heldBytes', new HeldBytes(HELD_BYTES_MAX))
  watchRequests(app, { config, metrics, log })
  return app
}

type ParserDone = (error: Error | null, body?: unknown) => void

function readJson(request: FastifyRequest, _: unknown, done: ParserDone): void {
  if (request.matched.config.takesCsv === true) {
    done(unsupportedMediaType(true))
    return
  }
  readWhole(request, done, (body) => {
    try {
      const mayBeEmpty = request.matched.config.bodyIsOptional === true
      done(null, body.length === 0 && mayBeEmpty ? undefined : parseJsonBody(body))
    } catch (error) {
      done(error as Error)
    }
  })
}

function readWhole(
  request: FastifyRequest,
  done: ParserDone,
  received: (body: Buffer) => void,
): void {
  const max = request.matched.bodyLimit as number
  if (Number(request.headers['content-length']) > max) {
    done(bodyTooLarge(max))
    return
  }
  const raw = request.raw as HeldRequest
  raw.readBody(max, (body) => (body === undefined ? done(bodyTooLarge(max)) : received(body)))
}

/** The body of an import stays a stream: its handler reads it, and bounds it. */
function readCsv(request: FastifyRequest, _: unknown, done: ParserDone): void {
  const max = request.matched.bodyLimit as number
  const { takesCsv, readsCsv } = request.matched.config
  if (readsCsv !== undefined) {
    readWhole(request, done, (bytes) => {
      readCsvBody(bytes, readsCsv, request.query as Record<string, unknown>).then((read) => {
        request.csvFile = read.file
        done(null, read.body)
      }, done)
    })
  } else if (takesCsv !== true) done(unsupportedMediaType(false))
  else if (Number(request.headers['content-length']) > max) done(bodyTooLarge(max))
  else done(null, (request.raw as HeldRequest).streamBody())
}

/** The status that nginx logs if the client hung up before the response. It is never sent. */
const HUNG_UP = 499

/**
 * Adds the request id and the security headers to every response. Counts and logs every request
 * when its response is closed, even if the client hung up.
 */
function watchRequests(app: FastifyInstance, { config, metrics, log }: NewAppOptions): void {
  const { connections } = app
  const headers = securityHeaders(config.STRICT_TRANSPORT_SECURITY)
  const requestLog = new RequestLog(log)
  const closed = (request: FastifyRequest, reply: FastifyReply) => {
    const response = reply.raw as HeldResponse
    const received = request.raw as HeldRequest
    received.discardBody()
    response.release()
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
  app.addHook('onRequest', (request, reply, done) => {
    request.matched = request.routeOptions
    const response = reply.raw as HeldResponse
    response.on('close', () => closed(request, reply))
    response.constantHeaders = headers
    reply.header('x-request-id', request.id)
    connections.begin(request.raw.socket, forRequestSpan(request, done))
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
    drain: Drain
    connections: Connections
    heldBytes: HeldBytes
  }
}
