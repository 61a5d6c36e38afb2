import assert from 'node:assert/strict'
import { test } from 'node:test'
import { haveBeenLookedAt, whoWaitsForLock } from '../support/vault/lock-wait.ts'
import type { Statements } from '../support/vault/sql.ts'
import { TransferSetup } from '../support/vault/transfers.ts'
import { openOwnVault } from '../support/vault/vault.ts'

const vault = await openOwnVault({
  DATABASE_LOCK_TIMEOUT_MS: 60_000,
  DATABASE_STATEMENT_TIMEOUT_MS: 60_000,
})
const { sql, metrics } = vault
const setup = await TransferSetup.open(vault)

// PostgreSQL rolls back the transaction that closes a deadlock. So the transfer locks the first
// item, waits for the second until the owner of the third waits for the first, and closes it.
test('a transfer that PostgreSQL rolled back to break a deadlock is retried for the caller', async () => {
  const items = await setup.items(3)
  const [first, second, third] = items as [string, string, string]
  const ownsSecond = await sql.reserve()
  const ownsThird = await sql.reserve()
  await ownsSecond`begin`
  await lock(ownsSecond, second)
  await ownsThird`begin`
  await lock(ownsThird, third)
  const transfer = setup.claim(items)
  await whoWaitsForLock(sql)
  const waited = lock(ownsThird, first).then()
  await haveBeenLookedAt(sql, 2)
  await ownsSecond`commit`
  await waited
  await ownsThird`commit`
  ownsSecond.release()
  ownsThird.release()
  assert.equal((await transfer).status, 201)
  const counted = await metrics.registry.metrics()
  assert.match(counted, /^vault_database_conflict_retries_total\{sqlstate="40P01"\} [1-9]/m)
})

const lock = (owner: Statements, itemId: string) => owner`
  select from inventory_items
  where organization_id = ${setup.organizationId} and id = ${itemId} for update`
