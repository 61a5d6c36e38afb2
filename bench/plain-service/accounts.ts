import type { FastifyInstance } from 'fastify'
import type { Pool, PoolClient } from 'pg'
import type { WriteEvent } from './outbox.ts'
import { Problem } from './problem.ts'
import { inTransaction } from './transaction.ts'

const UPDATABLE: Record<string, string> = {
  firstName: 'first_name',
  lastName: 'last_name',
  email: 'email',
  phone: 'phone',
  businessName: 'business_name',
}
const UPDATED = `id, organization_id as "organizationId", first_name as "firstName",
  last_name as "lastName", email, phone, business_name as "businessName",
  max_insured_value_cents as "maxInsuredValueCents"`
const NULLABLE_TEXT = { type: ['string', 'null'], minLength: 1, maxLength: 500 }

/** Get and Update FBO Account. */
export function addAccounts(app: FastifyInstance, pool: Pool, writeEvent?: WriteEvent): void {
  app.get<{ Params: { id: string } }>('/v1/fbo-accounts/:id', async (request) => {
    const { rows } = await pool.query({
      name: 'get-account',
      text: `select ${UPDATED}, is_primary as "isPrimary", created_at as "createdAt"
        from fbo_accounts where organization_id = $1 and id = $2`,
      values: [request.organizationId, request.params.id],
    })
    if (rows.length === 0) throw new Problem(404, 'fbo_account_not_found')
    return { data: rows[0] }
  })

  const body = {
    type: 'object',
    minProperties: 1,
    additionalProperties: false,
    properties: Object.fromEntries(Object.keys(UPDATABLE).map((name) => [name, NULLABLE_TEXT])),
  }
  app.patch<{ Params: { id: string }; Body: Record<string, string | null> }>(
    '/v1/fbo-accounts/:id',
    { schema: { body } },
    async (request) => {
      const { organizationId, params, body } = request
      const names = Object.keys(body)
      const sets = names.map((name, index) => `${UPDATABLE[name]} = $${index + 3}`)
      const statement = {
        name: `update-account-${names.join('-')}`,
        text: `update fbo_accounts set ${sets.join(', ')}
          where organization_id = $1 and id = $2
          returning ${UPDATED}, created_at as "createdAt"`,
        values: [organizationId, params.id, ...Object.values(body)],
      }
      const update = async (client: Pool | PoolClient) => {
        const { rows } = await client.query(statement)
        if (rows.length === 0) throw new Problem(404, 'fbo_account_not_found')
        return rows[0]
      }
      if (writeEvent === undefined) return { data: await update(pool) }
      const data = await inTransaction(pool, async (client) => {
        const account = await update(client)
        const event = { type: 'fbo_account.updated', subjectId: params.id, data: account }
        await writeEvent(client, { organizationId, ...event })
        return account
      })
      return { data }
    },
  )
}
