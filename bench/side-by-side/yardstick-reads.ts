import type { FastifyInstance } from 'fastify'
import type { Pool } from 'pg'
import { Problem } from './yardstick-access.ts'

const UPDATABLE: Record<string, string> = {
  firstName: 'first_name',
  lastName: 'last_name',
  email: 'email',
  phone: 'phone',
  businessName: 'business_name',
}
const ACCOUNT_COLUMNS = `organization_id, id, first_name, last_name, email, phone, business_name,
  max_insured_value_cents, is_primary, created_at`

/** Get and update of an account, and the list of shipments. */
export function addYardstickReads(app: FastifyInstance, pool: Pool): void {
  app.get<{ Params: { id: string } }>('/v1/fbo-accounts/:id', async (request) => {
    const { rows } = await pool.query(
      `SELECT ${ACCOUNT_COLUMNS} FROM fbo_accounts WHERE organization_id = $1 AND id = $2`,
      [request.organizationId, request.params.id],
    )
    if (rows.length === 0) throw new Problem(404, 'fbo_account_not_found')
    return { data: { ...toAccount(rows[0]), isPrimary: rows[0].is_primary } }
  })

  app.patch<{ Params: { id: string }; Body: Record<string, string | null> }>(
    '/v1/fbo-accounts/:id',
    async (request) => {
      const names = Object.keys(request.body)
      if (names.length === 0) throw new Problem(400, 'no_updatable_fields')
      const unknown = names.find((name) => !(name in UPDATABLE))
      if (unknown !== undefined) throw new Problem(400, 'unknown_field', { field: unknown })
      const sets = names.map((name, index) => `${UPDATABLE[name]} = $${index + 3}`)
      const { rows } = await pool.query(
        `UPDATE fbo_accounts SET ${sets.join(', ')}
         WHERE organization_id = $1 AND id = $2 RETURNING ${ACCOUNT_COLUMNS}`,
        [request.organizationId, request.params.id, ...Object.values(request.body)],
      )
      if (rows.length === 0) throw new Problem(404, 'fbo_account_not_found')
      return { data: toAccount(rows[0]) }
    },
  )

  app.get<{ Querystring: Record<string, string> }>('/v1/outbound-shipments', async (request) => {
    const page = Number(request.query.page ?? 1)
    const limit = Number(request.query.limit ?? 25)
    if (!(page >= 1 && limit >= 1 && limit <= 100)) throw new Problem(400, 'invalid_parameter')
    const values: unknown[] = [request.organizationId]
    const conditions = ['organization_id = $1', 'cancelled_at IS NULL']
    for (const [name, column] of [
      ['status', 'status'],
      ['fboAccountId', 'fbo_account_id'],
    ] as const) {
      if (request.query[name] === undefined) continue
      conditions.push(`${column} = $${values.push(request.query[name])}`)
    }
    const count = `$${values.push(limit + 1)}`
    const offset = `$${values.push((page - 1) * limit)}`
    const { rows } = await pool.query(
      `SELECT id, fbo_account_id, organization_id, status, shipped_at, created_at
       FROM outbound_shipments WHERE ${conditions.join(' AND ')}
       ORDER BY created_at DESC, id DESC LIMIT ${count} OFFSET ${offset}`,
      values,
    )
    const data = rows.slice(0, limit).map((row) => ({
      id: row.id,
      fboAccountId: row.fbo_account_id,
      organizationId: row.organization_id,
      status: row.status,
      shippedAt: row.shipped_at?.getTime() ?? null,
      createdAt: row.created_at,
    }))
    return { data, pagination: { page, hasMore: rows.length > limit } }
  })
}

// biome-ignore lint/suspicious/noExplicitAny: pg's rows are.
function toAccount(row: any) {
  return {
    id: row.id,
    organizationId: row.organization_id,
    firstName: row.first_name,
    lastName: row.last_name,
    email: row.email,
    phone: row.phone,
    businessName: row.business_name,
    maxInsuredValueCents: row.max_insured_value_cents,
    createdAt: row.created_at,
  }
}
