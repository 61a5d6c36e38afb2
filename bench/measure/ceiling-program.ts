import { newApp } from '../../src/http/transport/fastify-app.ts'
import { readConfig } from '../../src/runtime/config/config.ts'
import { createLog } from '../../src/runtime/log/log.ts'
import { Metrics } from '../../src/runtime/metrics/metrics.ts'

// The part of the service that every request passes, without credentials and operations.
const config = readConfig()
const app = await newApp({ config, log: createLog(config), metrics: new Metrics() })
const { CEILING_RESPONSE } = process.env
app.get('/v1/fbo-accounts/:id', { config: { operationId: 'getFboAccount' } }, async (_, reply) =>
  reply.header('content-type', 'application/json; charset=utf-8').send(CEILING_RESPONSE),
)
await app.listen({ host: '127.0.0.1', port: Number(process.env.PORT) })
process.once('SIGTERM', () => process.exit())
