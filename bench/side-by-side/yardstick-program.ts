import Fastify from 'fastify'
import pg from 'pg'
import { answerParent } from './child-process.ts'
import { findCaller, Problem } from './yardstick-access.ts'
import { addYardstickReads } from './yardstick-reads.ts'
import { addYardstickTransfers } from './yardstick-transfers.ts'

// The yardstick: the same operations on the same tables, as an engineer who knows Fastify and pg
// writes them in an afternoon. It is not slowed down anywhere, and does less than the service:
// no log, no metrics, few checks of the body, errors without much to say.

answerParent(async ({ databaseUrl }: { databaseUrl: string }) => {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 })
  const app = Fastify()
  app.decorateRequest('organizationId', '')
  app.decorateRequest('tokenId', '')
  app.addHook('onRequest', async (request) => {
    const caller = await findCaller(pool, request.headers.authorization)
    request.organizationId = caller.organizationId
    request.tokenId = caller.tokenId
  })
  app.setErrorHandler((error: Error, _, reply) => {
    if (error instanceof Problem) return reply.code(error.status).send(error.body)
    return reply.code(500).send({ code: 'internal_error', detail: error.message })
  })
  addYardstickReads(app, pool)
  addYardstickTransfers(app, pool)
  return { url: await app.listen({ host: '127.0.0.1', port: 0 }) }
})

declare module 'fastify' {
  interface FastifyRequest {
    organizationId: string
    tokenId: string
  }
}
