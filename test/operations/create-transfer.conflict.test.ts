import assert from 'node:assert/strict'
import { test } from 'node:test'
import { whoWaitsForLock } from '../support/lock-wait.ts'
import { openVault } from '../support/vault.ts'

const { api, records, sql, metrics } = await openVault()
const organizationId = await records.organization()
const { token } = await records.token(organizationId)
const fromFboAccountId = await records.fboAccount(organizationId)
const toFboAccountId = await records.fboAccount(organizationId)

test('a transfer that PostgreSQL undid to break a deadlock is run again, unseen by the caller', async () => {
  const [first, second] = await records.inventoryItems(organizationId, fromFboAccountId, 2)
  const transfer = await sql.begin(async (tx) => {
    await tx`select from inventory_items where id = ${second as string} for update`
    // It locks the first item and waits for the second ...
    const answer = api.post('/v1/transfers', {
      token,
      body: {
        fromFboAccountId,
        toFboAccountId,
        items: [first, second].map((inventoryItemId) => ({ inventoryItemId, reason: 'trade' })),
      },
    })
    await whoWaitsForLock(sql)
    // ... while this waits for the first: it waited first, so it finds the circle and is undone.
    await tx`select from inventory_items where id = ${first as string} for update`
    return { answer }
  })
  const { status } = await transfer.answer
  assert.equal(status, 201)
  const counted = await metrics.registry.metrics()
  assert.match(counted, /^vault_database_conflict_retries_total\{sqlstate="40P01"\} 1$/m)
})
