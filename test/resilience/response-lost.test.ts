import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openProxy } from '../support/chaos/proxy.ts'
import { eventually } from '../support/processes/embedded-directory.ts'
import { startServiceProcess } from '../support/processes/service-process.ts'
import { ApiClient } from '../support/vault/api-client.ts'
import { assertCondition, assertRefused } from '../support/vault/refusal.ts'
import { openOwnVault } from '../support/vault/vault.ts'

const { app, sql, records, connection } = await openOwnVault()

test('a connection lost after COMMIT gives a 503 that the change may be done; a retry shows that it was', async () => {
  const proxy = await openProxy(connection)
  after(() => proxy.close())
  const service = await startServiceProcess({
    env: { DATABASE_URL: proxy.url },
    cleanup: after,
  })
  const api = new ApiClient(service.url, app)
  const organizationId = await records.organization()
  const { token } = await records.token(organizationId)
  const fromFboAccountId = await records.fboAccount(organizationId)
  const toFboAccountId = await records.fboAccount(organizationId)
  const inventoryItemId = await records.inventoryItem(organizationId, fromFboAccountId)
  const items = [{ inventoryItemId, reason: 'trade' }]
  const body = { fromFboAccountId, toFboAccountId, items }
  const create = () => api.post('/v1/transfers', { token, body })

  // As the driver sends it; connections are opened with the words "read committed".
  proxy.holdResponsesTo('commit\0')
  const lost = create()
  const committed = await eventually(async () => {
    const item = await records.item(inventoryItemId)
    return item.status === 'transfer_pending' && item
  }, 'the database to have committed')
  await proxy.disconnect()
  const response = await lost
  assertRefused(response, {
    status: 503,
    code: 'temporarily_unavailable',
    detail:
      'The database is not available right now. Any requested change may have been made: read ' +
      'the record before you send the request again, or send it again with the same ' +
      'Idempotency-Key.',
    instance: '/v1/transfers',
  })
  assert.equal(response.headers.get('retry-after'), '1')

  await proxy.restore()
  const second = await eventually(async () => {
    const retried = await create()
    return retried.status !== 503 && retried
  }, 'the service to reach the database again')
  const itemStatus = 'transfer_pending'
  const { activeTransferId } = committed
  assertCondition(second, {
    status: 409,
    code: 'item_not_in_vault',
    errors: [
      [
        '/items/0/inventoryItemId',
        'item_not_in_vault',
        { inventoryItemId, itemStatus, activeTransferId },
      ],
    ],
  })
  assert.deepEqual(await records.item(inventoryItemId), committed)
  const batches = await sql`
    select id, status from transfer_batches where organization_id = ${organizationId}`
  assert.deepEqual([...batches], [{ id: activeTransferId, status: 'pending' }])
})
