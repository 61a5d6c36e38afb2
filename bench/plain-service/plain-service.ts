import { createHash } from 'node:crypto'
import Fastify, { type FastifyInstance } from 'fastify'
import type { Pool } from 'pg'
import { addAccounts } from './accounts.ts'
import type { WriteEvent } from './outbox.ts'
import { Problem } from './problem.ts'
import { addShipments } from './shipments.ts'
import { addTransfers } from './transfers.ts'

const TOKEN_REMEMBERED_MS = 60_000

declare module 'fastify' {
  interface FastifyRequest {
    organizationId: string
  }
}

/**
 * The baseline of the bench: the four specified operations as an engineer who knows Fastify and
 * `pg` writes them in an afternoon. It uses no code and no table of the service, and keeps no log.
 *
 * @param writeEvent writes an event with each change; absent for a service without events
 */
export function plainService(pool: Pool, writeEvent?: WriteEvent): FastifyInstance {
  const app = Fastify({ ajv: { customOptions: { removeAdditional: false } } })
  const remembered = new Map<string, { organizationId: string; until: number }>()

  async function organizationOf(header: string | undefined): Promise<string> {
    if (header === undefined) throw new Problem(401, 'unauthenticated')
    const known = remembered.get(header)
    if (known !== undefined && known.until > Date.now()) return known.organizationId
    const token = header.startsWith('Bearer ') ? header.slice('Bearer '.length) : ''
    const { rows } = await pool.query({
      name: 'token',
      text: `select organization_id from access_tokens where sha256 = $1 and expires_at > now()`,
      values: [createHash('sha256').update(token).digest()],
    })
    if (rows.length === 0) throw new Problem(401, 'invalid_token')
    const organizationId: string = rows[0].organization_id
    remembered.set(header, { organizationId, until: Date.now() + TOKEN_REMEMBERED_MS })
    return organizationId
  }

  app.decorateRequest('organizationId', '')
  app.addHook('onRequest', async (request) => {
    request.organizationId = await organizationOf(request.headers.authorization)
  })
  app.setErrorHandler((error: Error & { statusCode?: number }, _, reply) => {
    reply.type('application/problem+json')
    if (error instanceof Problem) return reply.code(error.status).send(error.body)
    const status = error.statusCode ?? 500
    const code = status === 500 ? 'internal_error' : 'invalid_request'
    return reply.code(status).send({ status, code, detail: error.message })
  })
  addAccounts(app, pool, writeEvent)
  addShipments(app, pool)
  addTransfers(app, pool, writeEvent)
  return app
}
