import helmet from '@fastify/helmet'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { readConfig } from '../../src/config.ts'
import { answerClientErrors } from '../../src/http/client-errors.ts'
import { answerErrors, sendError } from '../../src/http/error-reply.ts'
import { parseJsonBody } from '../../src/http/json-body.ts'
import { Metrics } from '../../src/http/metrics.ts'
import { answerRequestId, requestIdOf } from '../../src/http/request-id.ts'
import { logRequests } from '../../src/http/request-log.ts'
import { routableUrl } from '../../src/http/routable-url.ts'
import { BODY_BYTES_MAX } from '../../src/limits.ts'
import { createLog } from '../../src/log.ts'
import { answerParent } from './child-process.ts'

/** What to answer always, by operation: whole bodies that the service gave. */
export interface ConstantOrder {
  /** `ours`: set up as the service is, all its hooks but the token's. `bare`: `Fastify()`. */
  readonly setUp: 'ours' | 'bare'
  readonly answers: Readonly<Record<'get' | 'update' | 'list' | 'create', string>>
}

answerParent(async ({ setUp, answers }: ConstantOrder) => {
  const app = setUp === 'ours' ? await likeTheService() : Fastify()
  const json = 'application/json; charset=utf-8'
  const config = (operationId: string) => ({ config: { operationId } })
  app.get('/v1/fbo-accounts/:id', config('getFboAccount'), async (_, reply) =>
    reply.header('content-type', json).send(answers.get),
  )
  app.patch('/v1/fbo-accounts/:id', config('updateFboAccount'), async (_, reply) =>
    reply.header('content-type', json).send(answers.update),
  )
  app.get('/v1/outbound-shipments', config('listOutboundShipments'), async (_, reply) =>
    reply.header('content-type', json).send(answers.list),
  )
  app.post('/v1/transfers', config('createTransfer'), async (_, reply) =>
    reply.status(201).header('content-type', json).send(answers.create),
  )
  return { url: await app.listen({ host: '127.0.0.1', port: 0 }) }
})

/** Everything that `app.ts` sets up for every request, without credentials and operations. */
async function likeTheService(): Promise<FastifyInstance> {
  const config = readConfig()
  const log: FastifyBaseLogger = createLog(config)
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
    routerOptions: { maxParamLength: 16_384 },
    rewriteUrl: (request) => routableUrl(request.url as string),
    frameworkErrors: sendError,
    clientErrorHandler: answerClientErrors(log),
  })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_, body, done) => {
    done(null, parseJsonBody(body as Buffer))
  })
  await app.register(helmet, { contentSecurityPolicy: false })
  answerErrors(app)
  answerRequestId(app)
  logRequests(app)
  new Metrics().watchRequests(app)
  return app
}
