import helmet from '@fastify/helmet'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { authenticate } from './access-tokens/authenticate.ts'
import type { SettleClaims } from './caller.ts'
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
import { approveTransfer } from './transfers/approve-transfer.route.ts'
import { cancelTransfer } from './transfers/cancel-transfer.route.ts'
import { createTransfer } from './transfers/create-transfer.route.ts'
import { getTransfer } from './transfers/get-transfer.route.ts'
import { listTransferItems } from './transfers/list-transfer-items.route.ts'
import { listTransfers } from './transfers/list-transfers.route.ts'
import { rejectTransfer } from './transfers/reject-transfer.route.ts'
import { settleTransfers } from './transfers/settle-transfers.ts'

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
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    try {
      const mayBeEmpty = request.routeOptions.config.bodyIsOptional === true
      done(null, body.length === 0 && mayBeEmpty ? undefined : parseJsonBody(body as Buffer))
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

  // biome-ignore lint/correctness/noUnusedVariables: the rooms that see claims take it
  const settle: SettleClaims = (caller) => settleTransfers(caller, database)
  createTransfer(app, database)
  listTransfers(app, database)
  getTransfer(app, database)
  listTransferItems(app, database)
  approveTransfer(app, database)
  rejectTransfer(app, database)
  cancelTransfer(app, database)
  updateFboAccount(app, database)
  getFboAccount(app, database)
  listOutboundShipments(app, database)

  serveHealth(app, readiness)
  serveOpenApi(app)
  await serveReference(app)
  return app
}
