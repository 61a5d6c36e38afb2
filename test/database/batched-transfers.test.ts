import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decideChange } from '../../src/database/database.ts'
import type { Caller } from '../../src/domain/caller.ts'
import { Refusal } from '../../src/domain/errors.ts'
import { createTransferRoute } from '../../src/vault/transfers/create-transfer.ts'
import { statementBatches } from '../support/load/statement-batches.ts'
import { openOwnVault } from '../support/vault/vault.ts'

// Each transfer of a batch is decided on its own.

const { api, sql, records, database, metrics } = await openOwnVault()
const { organizationId, token, id: tokenId } = await records.owner()

const fromFboAccountId = await records.fboAccount(organizationId)
const toFboAccountId = await records.fboAccount(organizationId)

test('A request that makes its transaction fail affects only itself', async () => {
  await sql.query(`
    create function refuse_poison() returns trigger language plpgsql as $$
      begin
        if new.notes = 'poison' then raise exception 'poison'; end if;
        return new;
      end $$;
    create trigger refuse_poison before insert on transfer_batches
      for each row execute function refuse_poison()`)
  const items = await records.inventoryItems(organizationId, fromFboAccountId, 30)
  const before = await statementBatches(metrics, 'create_transfer')
  const responses = await Promise.all(
    items.map((inventoryItemId, place) =>
      api.post('/v1/transfers', {
        token,
        body: {
          fromFboAccountId,
          toFboAccountId,
          notes: place % 10 === 3 ? 'poison' : 'fine',
          items: [{ inventoryItemId, reason: 'trade' }],
        },
      }),
    ),
  )
  assert.deepEqual(
    responses.map(({ status }) => status),
    items.map((_, place) => (place % 10 === 3 ? 500 : 201)),
  )
  const after = await statementBatches(metrics, 'create_transfer')
  assert.ok(after.statements - before.statements < 20, 'they shared transactions')
  const [{ count } = { count: 0 }] = await sql<{ count: number }[]>`
    select count(*)::integer as count from inventory_items
    where organization_id = ${organizationId} and active_transfer_id is not null`
  assert.equal(count, 27)
  await sql.query('drop trigger refuse_poison on transfer_batches; drop function refuse_poison()')
})

test('Of batched transfers of one item the first to arrive gets it, and the others are refused', async () => {
  const caller: Caller = { organizationId, tokenId, permissions: new Set() }
  for (let round = 0; round < 5; round += 1) {
    const items = await records.inventoryItems(organizationId, fromFboAccountId, 12)
    // Each wants two neighbours of a ring, so every item is wanted twice.
    const decisions = await Promise.allSettled(
      items.map((inventoryItemId, place) => {
        const neighbours = [inventoryItemId, items[(place + 1) % items.length] as string]
        return decideChange(caller, database, createTransferRoute.change, {
          id: `xfer_${round}_${place}`,
          idempotencyKey: null,
          fromFboAccountId,
          toFboAccountId,
          items: neighbours.map((id) => ({ inventoryItemId: id, reason: 'trade' as const })),
        })
      }),
    )
    assert.deepEqual(
      decisions.map(({ status }) => status),
      items.map((_, place) => (place % 2 === 0 ? 'fulfilled' : 'rejected')),
    )
    for (const [place, decision] of decisions.entries()) {
      if (decision.status === 'fulfilled') continue
      assert.ok(decision.reason instanceof Refusal)
      const { violations = [] } = decision.reason
      const winners = [place - 1, (place + 1) % items.length].map((won) => `xfer_${round}_${won}`)
      const holders = violations.map(
        ({ members }) => (members as { activeTransferId?: string }).activeTransferId,
      )
      assert.ok(holders.length > 0, 'the refusal names the holders of its items')
      for (const holder of holders) assert.ok(winners.includes(`${holder}`), `${holder} has none`)
    }
  }
})
