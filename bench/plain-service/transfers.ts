import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Pool, PoolClient } from 'pg'
import type { WriteEvent } from './outbox.ts'
import { Problem } from './problem.ts'
import { inTransaction } from './transaction.ts'

interface Transfer {
  readonly fromFboAccountId: string
  readonly toFboAccountId: string
  readonly notes?: string
  readonly items: readonly { readonly inventoryItemId: string; readonly reason: string }[]
}

const id = { type: 'string', minLength: 1, maxLength: 64 }
const body = {
  type: 'object',
  additionalProperties: false,
  required: ['fromFboAccountId', 'toFboAccountId', 'items'],
  properties: {
    fromFboAccountId: id,
    toFboAccountId: id,
    notes: { type: 'string', maxLength: 2_000 },
    items: {
      type: 'array',
      minItems: 1,
      maxItems: 1_000,
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['inventoryItemId', 'reason'],
        properties: { inventoryItemId: id, reason: { enum: ['request', 'trade', 'rebalance'] } },
      },
    },
  },
}

/** Create Transfer: one transaction, its items locked in id order so that none deadlocks. */
export function addTransfers(app: FastifyInstance, pool: Pool, writeEvent?: WriteEvent): void {
  app.post<{ Body: Transfer }>('/v1/transfers', { schema: { body } }, async (request, reply) => {
    const transfer = request.body
    const ids = transfer.items.map((item) => item.inventoryItemId)
    if (new Set(ids).size < ids.length) throw new Problem(400, 'duplicate_item')
    if (transfer.fromFboAccountId === transfer.toFboAccountId) {
      throw new Problem(400, 'same_account')
    }
    const { organizationId } = request
    const data = await inTransaction(pool, async (client) => {
      await check(client, organizationId, transfer, ids)
      const made = await write(client, organizationId, transfer, ids)
      const event = { type: 'transfer_batch.created', subjectId: made.id, data: made }
      await writeEvent?.(client, { organizationId, ...event })
      return made
    })
    reply.code(201).header('location', `/v1/transfers/${data.id}`)
    return { data }
  })
}

async function check(
  client: PoolClient,
  organizationId: string,
  { fromFboAccountId, toFboAccountId }: Transfer,
  ids: string[],
): Promise<void> {
  const { rows: items } = await client.query({
    name: 'lock-items',
    text: `select id, fbo_account_id, status, active_transfer_id from inventory_items
      where organization_id = $1 and id = any($2) order by id for update`,
    values: [organizationId, ids],
  })
  const accounts = await client.query({
    name: 'two-accounts',
    text: 'select id from fbo_accounts where organization_id = $1 and id in ($2, $3)',
    values: [organizationId, fromFboAccountId, toFboAccountId],
  })
  if (accounts.rows.length < 2) throw new Problem(404, 'fbo_account_not_found')
  const held = items.filter((item) => item.fbo_account_id === fromFboAccountId)
  if (held.length < ids.length) throw new Problem(409, 'item_not_in_source_account')
  const errors = held
    .filter((item) => item.status !== 'in_vault')
    .map((item) => ({
      inventoryItemId: item.id,
      itemStatus: item.status,
      activeTransferId: item.active_transfer_id,
    }))
  if (errors.length > 0) throw new Problem(409, 'item_not_in_vault', { errors })
}

async function write(
  client: PoolClient,
  organizationId: string,
  { fromFboAccountId, toFboAccountId, notes, items }: Transfer,
  ids: string[],
) {
  const { rows } = await client.query({
    name: 'insert-transfer',
    text: `insert into transfers
        (id, organization_id, from_fbo_account_id, to_fbo_account_id, total_items, notes)
      values ($1, $2, $3, $4, $5, $6)
      returning id, from_fbo_account_id as "fromFboAccountId",
        to_fbo_account_id as "toFboAccountId", organization_id as "organizationId", status,
        total_items as "totalItems", approved_by_system as "approvedBySystem", notes,
        created_at as "createdAt"`,
    values: [
      `xfer_${randomUUID()}`,
      organizationId,
      fromFboAccountId,
      toFboAccountId,
      ids.length,
      notes ?? null,
    ],
  })
  const [transfer] = rows
  await client.query({
    name: 'insert-transfer-items',
    text: `insert into transfer_items (transfer_id, inventory_item_id, reason)
      select $1, item_id, reason from unnest($2::text[], $3::text[]) as item (item_id, reason)`,
    values: [transfer.id, ids, items.map((item) => item.reason)],
  })
  await client.query({
    name: 'claim-items',
    text: `update inventory_items set status = 'transfer_pending', active_transfer_id = $2
      where organization_id = $1 and id = any($3)`,
    values: [organizationId, transfer.id, ids],
  })
  return transfer
}
