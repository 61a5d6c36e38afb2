import type { FastifyInstance } from 'fastify'

/**
 * One line per answered request. It names the route, never the URL as sent, and ids only where they
 * are opaque: no token, no body, no personal data reaches the log.
 */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', (request, reply, done) => {
    const { operationId } = request.routeOptions.config
    request.log.info(
      {
        operationId,
        method: request.method,
        route: request.routeOptions.url,
        status: reply.statusCode,
        code: request.refusalCode,
        durationMs: Math.round(reply.elapsedTime * 1000) / 1000,
        organizationId: request.caller?.organizationId,
        tokenId: request.caller?.tokenId,
      },
      'request answered',
    )
    done()
  })
}
