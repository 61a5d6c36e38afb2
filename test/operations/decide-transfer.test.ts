import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ApiResponse } from '../support/vault/api-client.ts'
import { assertRefused, withoutWriting } from '../support/vault/refusal.ts'
import { TransferSetup } from '../support/vault/transfers.ts'
import { openVault } from '../support/vault/vault.ts'

// Which batches approve, reject and cancel take, and everything else about reject and cancel. What
// approval does is in approve-transfer.*.test.ts.
const vault = await openVault()
const { records } = vault
const setup = await TransferSetup.open(vault)
const { organizationId, source, approver, creator } = setup

for (const verb of ['approve', 'reject', 'cancel'] as const) {
  const ask = (id: string): Promise<ApiResponse> => setup[verb](id)

  test(`${verb} is refused for a decided batch, with its status`, async () => {
    for (const [status, decide] of [
      ['completed', setup.approve],
      ['rejected', setup.reject],
      ['cancelled', setup.cancel],
    ] as const) {
      const { id } = await setup.transfer()
      assert.equal((await decide.call(setup, id)).status, 200)
      const response = await withoutWriting(records, () => ask(id))
      assertRefused(response, {
        status: 409,
        code: 'invalid_state_transition',
        detail: `The transfer is ${status} and does not accept ${verb}: it accepts nothing now.`,
        instance: `/v1/transfers/${id}/${verb}`,
        members: { currentStatus: status, allowed: [] },
      })
    }
  })
}

for (const { verb, status, actor } of [
  { verb: 'reject', status: 'rejected', actor: approver },
  { verb: 'cancel', status: 'cancelled', actor: creator },
] as const) {
  const ask = (id: string, reason?: string): Promise<ApiResponse> => setup[verb](id, reason)

  test(`${verb} ends the batch and returns every item to its account`, async () => {
    const transfer = await setup.transfer({ itemIds: await setup.items(3) })
    const claimed = await setup.stored(transfer.itemIds)
    const reason = 'The buyer could not be verified'
    const response = await ask(transfer.id, reason)
    assert.equal(response.status, 200, response.text)
    const { decidedAt } = response.body.data
    const changes = {
      status,
      decidedAt,
      decidedByTokenId: actor.id,
      decisionReason: reason,
    }
    assert.equal(response.text, setup.view(transfer, changes))
    assert.equal((await setup.get(transfer.id)).text, response.text)

    const at = new Date(decidedAt)
    assert.ok(at >= (claimed[0]?.changedAt as Date) && at <= new Date())
    assert.deepEqual(
      await setup.stored(transfer.itemIds),
      transfer.itemIds.map((id) => ({
        id,
        fboAccountId: source,
        status: 'in_vault',
        activeTransferId: null,
        movementCount: 3,
        changedAt: at,
      })),
    )
    for (const id of transfer.itemIds) {
      assert.deepEqual((await setup.log(id)).slice(1), [
        {
          organizationId,
          inventoryItemId: id,
          number: 3,
          at,
          kind: `transfer_${status}`,
          fromFboAccountId: source,
          fromStatus: 'transfer_pending',
          toFboAccountId: source,
          toStatus: 'in_vault',
          transferBatchId: transfer.id,
          outboundShipmentId: null,
          tokenId: actor.id,
          reason,
        },
      ])
    }
  })

  test(`Items can be claimed again right after ${verb}`, async () => {
    const transfer = await setup.transfer()
    assert.equal((await ask(transfer.id)).status, 200)
    const again = await setup.transfer({ itemIds: transfer.itemIds })
    assert.notEqual(again.id, transfer.id)
  })

  test(`${verb} keeps a reason as it was sent, up to 2,000 code points`, async () => {
    for (const reason of ['r', '🪙'.repeat(2_000), ' "quoted"\n\ttwice ']) {
      const { id } = await setup.transfer()
      const response = await setup[verb](id, reason)
      assert.equal(response.body.data.decisionReason, reason)
    }
  })
}

test('reject is open to the creator of the batch: four eyes concern approval only', async () => {
  const { id } = await setup.transfer()
  const response = await setup.reject(id, 'Mine', creator.token)
  assert.equal(response.status, 200, response.text)
  assert.equal(response.body.data.decidedByTokenId, creator.id)
})

test('cancel is open to every token with the permission, not only to the creator', async () => {
  const { id } = await setup.transfer()
  const response = await setup.cancel(id, 'Mine', approver.token)
  assert.equal(response.status, 200, response.text)
  assert.equal(response.body.data.decidedByTokenId, approver.id)
})
