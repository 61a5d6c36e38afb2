import Fastify, { type FastifyInstance } from 'fastify'
import { readConfig } from '../../src/config.ts'
import { Metrics } from '../../src/http/metrics.ts'
import { newApp } from '../../src/http/new-app.ts'
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

/** What every request of the service meets, without credentials and operations. */
async function likeTheService(): Promise<FastifyInstance> {
  const config = readConfig()
  return await newApp({ config, log: createLog(config), metrics: new Metrics() })
}
