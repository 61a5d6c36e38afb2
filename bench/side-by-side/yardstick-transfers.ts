import type { FastifyInstance } from 'fastify'
import type { Pool, PoolClient } from 'pg'
import { newId } from '../../src/ids.ts'
import { Problem } from './yardstick-access.ts'

interface Transfer {
  readonly fromFboAccountId: string
  readonly toFboAccountId: string
  readonly notes?: string
  readonly items: readonly { readonly inventoryItemId: string; readonly reason: string }[]
}

interface Caller {
  readonly organizationId: string
  readonly tokenId: string
}

/** Create Transfer: one transaction, its items locked in id order so that none deadlocks. */
export function addYardstickTransfers(app: FastifyInstance, pool: Pool): void {
  app.post<{ Body: Transfer }>('/v1/transfers', async (request, reply) => {
    const transfer = request.body
    const ids = transfer.items.map((item) => item.inventoryItemId)
    if (ids.length === 0 || ids.length > 1_000) throw new Problem(400, 'items_required')
    if (new Set(ids).size < ids.length) throw new Problem(400, 'duplicate_item')
    if (transfer.fromFboAccountId === transfer.toFboAccountId) {
      throw new Problem(400, 'same_account')
    }
    const client = await pool.connect()
    try {
      await client.query('BEGIN')
      await judge(client, request, transfer, ids)
      const batch = await write(client, request, transfer, ids)
      await client.query('COMMIT')
      reply.code(201).header('location', `/v1/transfers/${batch.id}`)
      return { data: batch }
    } catch (error) {
      await client.query('ROLLBACK')
      throw error
    } finally {
      client.release()
    }
  })
}

async function judge(
  client: PoolClient,
  { organizationId }: Caller,
  transfer: Transfer,
  ids: string[],
): Promise<void> {
  const accounts = await client.query(
    'SELECT id FROM fbo_accounts WHERE organization_id = $1 AND id IN ($2, $3)',
    [organizationId, transfer.fromFboAccountId, transfer.toFboAccountId],
  )
  if (accounts.rows.length < 2) throw new Problem(404, 'fbo_account_not_found')
  const { rows } = await client.query(
    `SELECT id, fbo_account_id, status, active_transfer_id FROM inventory_items
     WHERE organization_id = $1 AND id = ANY($2) ORDER BY id FOR UPDATE`,
    [organizationId, ids],
  )
  const ours = rows.filter((row) => row.fbo_account_id === transfer.fromFboAccountId)
  if (ours.length < ids.length) throw new Problem(409, 'item_not_in_source_account')
  const taken = ours.filter((row) => row.status !== 'in_vault')
  if (taken.length > 0) {
    const errors = taken.map((row) => ({
      inventoryItemId: row.id,
      itemStatus: row.status,
      activeTransferId: row.active_transfer_id,
    }))
    throw new Problem(409, 'item_not_in_vault', { errors })
  }
}

async function write(
  client: PoolClient,
  { organizationId, tokenId }: Caller,
  { fromFboAccountId, toFboAccountId, notes, items }: Transfer,
  ids: string[],
) {
  const id = newId('xfer')
  const inserted = await client.query(
    `INSERT INTO transfer_batches (organization_id, id, from_fbo_account_id, to_fbo_account_id,
       total_items, notes, created_by_token_id, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, now() + interval '14 days')
     RETURNING status, approved_by_system, created_at`,
    [organizationId, id, fromFboAccountId, toFboAccountId, ids.length, notes ?? null, tokenId],
  )
  await client.query(
    `INSERT INTO transfer_items (organization_id, transfer_batch_id, position, inventory_item_id,
       reason)
     SELECT $1, $2, position, item_id, reason
     FROM unnest($3::text[], $4::text[]) WITH ORDINALITY AS item (item_id, reason, position)`,
    [organizationId, id, ids, items.map((item) => item.reason)],
  )
  await client.query(
    `UPDATE inventory_items
     SET status = 'transfer_pending', active_transfer_id = $2,
       movement_count = movement_count + 1, changed_at = now()
     WHERE organization_id = $1 AND id = ANY($3)`,
    [organizationId, id, ids],
  )
  await client.query(
    `INSERT INTO inventory_movements (organization_id, inventory_item_id, number, at, kind,
       from_fbo_account_id, from_status, to_fbo_account_id, to_status, transfer_batch_id, token_id)
     SELECT organization_id, id, movement_count, changed_at, 'transfer_created', fbo_account_id,
       'in_vault', fbo_account_id, 'transfer_pending', $2, $3
     FROM inventory_items WHERE organization_id = $1 AND id = ANY($4)`,
    [organizationId, id, tokenId, ids],
  )
  const [row] = inserted.rows
  return {
    id,
    fromFboAccountId,
    toFboAccountId,
    organizationId,
    status: row.status,
    totalItems: ids.length,
    approvedBySystem: row.approved_by_system,
    notes: notes ?? null,
    createdAt: row.created_at,
  }
}
