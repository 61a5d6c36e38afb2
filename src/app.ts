import helmet from '@fastify/helmet'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { authenticate } from './access-tokens/authenticate.ts'
import type { Config } from './config.ts'
import type { Database } from './database/database.ts'
import { getFboAccount } from './fbo-accounts/get-fbo-account.route.ts'
import { updateFboAccount } from './fbo-accounts/update-fbo-account.route.ts'
import { authenticateRequests } from './http/authentication.ts'
import { answerClientErrors, answerOddRequests } from './http/client-errors.ts'
import { answerErrors, sendError } from './http/error-reply.ts'
import { type Readiness, serveHealth } from './http/health.ts'
import { parseJsonBody } from './http/json-body.ts'
import type { Metrics } from './http/metrics.ts'
import { answerUnknownRoutes } from './http/not-found.ts'
import { serveOpenApi } from './http/openapi.ts'
import { serveReference } from './http/reference.ts'
import { answerRequestId, requestIdOf } from './http/request-id.ts'
import { logRequests } from './http/request-log.ts'
import { routableUrl } from './http/routable-url.ts'
import { BODY_BYTES_MAX } from './limits.ts'
import { listOutboundShipments } from './outbound-shipments/list-outbound-shipments.route.ts'
import { createTransfer } from './transfers/create-transfer.route.ts'

export interface AppOptions {
  readonly config: Config
  readonly database: Database
  readonly metrics: Metrics
  readonly log: FastifyBaseLogger
  readonly readiness: Readiness
}

/** Puts the whole HTTP interface together; it does not listen yet. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const { config, database, metrics, log, readiness } = options
  const app = Fastify({
    loggerInstance: log,
    logController: new LogController({
      disableRequestLogging: true,
      requestIdLogLabel: 'requestId',
    }),
    genReqId: requestIdOf,
    bodyLimit: BODY_BYTES_MAX,
    requestTimeout: config.REQUEST_TIMEOUT_MS,
    http: {
      headersTimeout: config.REQUEST_TIMEOUT_MS,
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
  app.decorate('operations', [])
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => {
    try {
      done(null, parseJsonBody(body as Buffer))
    } catch (error) {
      done(error as Error)
    }
  })
  // Requests are validated by each operation's own contract, all faults in one answer.
  app.setValidatorCompiler(() => () => true)
  await app.register(helmet, { contentSecurityPolicy: false })
  answerErrors(app)
  answerRequestId(app)
  logRequests(app)
  metrics.watchRequests(app)
  authenticateRequests(app, (token) => authenticate(database, token))
  answerUnknownRoutes(app)
  answerOddRequests(app, log)

  createTransfer(app, database)
  updateFboAccount(app, database)
  getFboAccount(app, database)
  listOutboundShipments(app, database)

  serveHealth(app, readiness)
  serveOpenApi(app)
  await serveReference(app)
  return app
}
