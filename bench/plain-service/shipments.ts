import type { FastifyInstance } from 'fastify'
import type { Pool } from 'pg'

interface Query {
  readonly page: number
  readonly limit: number
  readonly status?: string
  readonly fboAccountId?: string
}

const STATUSES = ['packing', 'inspecting', 'pending_approval', 'approved', 'shipped', 'delivered']
const querystring = {
  type: 'object',
  additionalProperties: false,
  properties: {
    page: { type: 'integer', minimum: 1, default: 1 },
    limit: { type: 'integer', minimum: 1, maximum: 100, default: 25 },
    status: { type: 'string', enum: STATUSES },
    fboAccountId: { type: 'string' },
  },
}

/** List Outbound Shipments: one row more than asked for says whether pages follow. */
export function addShipments(app: FastifyInstance, pool: Pool): void {
  app.get<{ Querystring: Query }>(
    '/v1/outbound-shipments',
    { schema: { querystring } },
    async (request) => {
      const { page, limit, status, fboAccountId } = request.query
      const values: unknown[] = [request.organizationId, limit + 1, (page - 1) * limit]
      let name = 'list-shipments'
      let where = 'organization_id = $1'
      if (status !== undefined) {
        where += ` and status = $${values.push(status)}`
        name += '-status'
      }
      if (fboAccountId !== undefined) {
        where += ` and fbo_account_id = $${values.push(fboAccountId)}`
        name += '-account'
      }
      const { rows } = await pool.query({
        name,
        text: `select id, fbo_account_id as "fboAccountId", organization_id as "organizationId",
            status, shipped_at as "shippedAt", created_at as "createdAt"
          from outbound_shipments where ${where}
          order by created_at desc, id desc limit $2 offset $3`,
        values,
      })
      const hasMore = rows.length > limit
      if (hasMore) rows.pop()
      for (const row of rows) row.shippedAt = row.shippedAt?.getTime() ?? null
      return { data: rows, pagination: { page, hasMore } }
    },
  )
}
