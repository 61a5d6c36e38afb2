import { readConfig } from '../../src/config/config.ts'
import { newApp } from '../../src/http/transport/fastify-app.ts'
import { Metrics } from '../../src/http/transport/metrics.ts'
import { createLog } from '../../src/logging/log.ts'

// What every request of the service meets, without credentials and operations: the one file of the
// bench that uses code of the service.
const config = readConfig()
const app = await newApp({ config, log: createLog(config), metrics: new Metrics() })
const { CEILING_RESPONSE } = process.env
app.get('/v1/fbo-accounts/:id', { config: { operationId: 'getFboAccount' } }, async (_, reply) =>
  reply.header('content-type', 'application/json; charset=utf-8').send(CEILING_RESPONSE),
)
await app.listen({ host: '127.0.0.1', port: Number(process.env.PORT) })
process.once('SIGTERM', () => process.exit())
