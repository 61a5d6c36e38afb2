import helmet from '@fastify/helmet'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import type { Config } from '../config.ts'
import { BODY_BYTES_MAX } from '../limits.ts'
import { answerClientErrors } from './client-errors.ts'
import { answerErrors, sendError } from './error-reply.ts'
import { parseJsonBody } from './json-body.ts'
import type { Metrics } from './metrics.ts'
import { answerRequestId, requestIdOf } from './request-id.ts'
import { logRequests } from './request-log.ts'
import { routableUrl } from './routable-url.ts'
import { endSlowReaders } from './slow-readers.ts'

export interface NewAppOptions {
  readonly config: Pick<
    Config,
    | 'HEADERS_TIMEOUT_MS'
    | 'REQUEST_TIMEOUT_MS'
    | 'IDLE_TIMEOUT_MS'
    | 'KEEP_ALIVE_TIMEOUT_MS'
    | 'TRUSTED_PROXIES'
  >
  readonly metrics: Pick<Metrics, 'watchRequests'>
  readonly log: FastifyBaseLogger
}

/** What every request meets, whoever asks and whatever for: no credentials, no route. */
export async function newApp({ config, metrics, log }: NewAppOptions): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: log,
    logController: new LogController({
      disableRequestLogging: true,
      requestIdLogLabel: 'requestId',
    }),
    genReqId: requestIdOf,
    trustProxy: config.TRUSTED_PROXIES.length === 0 ? false : [...config.TRUSTED_PROXIES],
    bodyLimit: BODY_BYTES_MAX,
    requestTimeout: config.REQUEST_TIMEOUT_MS,
    connectionTimeout: config.IDLE_TIMEOUT_MS,
    keepAliveTimeout: config.KEEP_ALIVE_TIMEOUT_MS,
    http: {
      headersTimeout: Math.min(config.HEADERS_TIMEOUT_MS, config.REQUEST_TIMEOUT_MS),
      connectionsCheckingInterval: 1_000,
      requireHostHeader: false,
    },
    // While the port is being closed, requests on open connections are still served.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 16_384 },
    rewriteUrl: (request) => routableUrl(request.url as string),
    frameworkErrors: sendError,
    clientErrorHandler: answerClientErrors(log),
  })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    try {
      const mayBeEmpty = request.routeOptions.config.bodyIsOptional === true
      done(null, body.length === 0 && mayBeEmpty ? undefined : parseJsonBody(body as Buffer))
    } catch (error) {
      done(error as Error)
    }
  })
  await app.register(helmet, { contentSecurityPolicy: false })
  endSlowReaders(app.server, config.IDLE_TIMEOUT_MS)
  answerErrors(app)
  answerRequestId(app)
  logRequests(app)
  metrics.watchRequests(app)
  return app
}
