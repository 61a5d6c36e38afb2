import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withoutWriting } from '../support/vault/refusal.ts'
import { TransferSetup } from '../support/vault/transfers.ts'
import { openVault } from '../support/vault/vault.ts'

const vault = await openVault()
const { records, sql } = vault
const setup = await TransferSetup.open(vault)
const { organizationId, source, destination } = setup

test('Get Transfer returns the nine members of Create Transfer, and how the batch ended', async () => {
  const transfer = await setup.transfer({ more: { notes: 'Spring "rebalancing"\n🪙' } })
  const response = await withoutWriting(records, () => setup.get(transfer.id))
  assert.equal(response.status, 200)
  assert.equal(response.text, setup.view(transfer))
  assert.deepEqual(Object.keys(response.body.data).slice(0, 9), Object.keys(transfer.created))
  assert.equal(response.headers.get('content-type'), 'application/json; charset=utf-8')
})

test('Every member is returned as it is stored', async () => {
  const id = 'A_batch-from_elsewhere'
  const decider = await records.token(organizationId)
  const maker = await records.token(organizationId)
  const at = (day: number) => `2026-01-0${day}T03:04:05.678Z`
  await sql`
    insert into transfer_batches (organization_id, id, from_fbo_account_id, to_fbo_account_id,
      status, total_items, item_ids, reasons, approved_by_system, notes, idempotency_key,
      created_by_token_id, created_at, expires_at, decided_at, total_declared_value_cents,
      decided_by_token_id, system_review,
      review, approved_over_insured_maximum, metadata)
    values (${organizationId}, ${id}, ${source}, ${destination}, 'completed', 7,
      ${Array.from({ length: 7 }, (_, index) => `item_${index + 1}`)}::text[],
      array_fill('trade'::text, array[7]), false, '',
      'k-1', ${maker.id}, ${at(1)}, ${at(3)}, ${at(2)}, 10000000000000000000, ${decider.id},
      'failed',
      '{item_count_over_limit,reason_not_covered}', true, '{"set.year": "1952"}')`
  assert.equal(
    (await setup.get(id)).text,
    JSON.stringify({
      data: {
        id,
        fromFboAccountId: source,
        toFboAccountId: destination,
        organizationId,
        status: 'completed',
        totalItems: 7,
        approvedBySystem: false,
        notes: '',
        createdAt: at(1),
        totalDeclaredValueCents: '10000000000000000000',
        idempotencyKey: 'k-1',
        createdByTokenId: maker.id,
        expiresAt: at(3),
        review: ['item_count_over_limit', 'reason_not_covered'],
        decidedAt: at(2),
        decidedByTokenId: decider.id,
        decisionReason: null,
        approvedOverInsuredMaximum: true,
        metadata: { 'set.year': '1952' },
        approvals: [{ at: at(2), tokenId: decider.id, personId: null }],
        approvalsRequired: 1,
      },
    }),
  )
})

test('Members that a batch does not have are null', async () => {
  const transfer = await setup.transfer()
  await sql`
    update transfer_batches set created_by_token_id = null, expires_at = null
    where id = ${transfer.id}`
  const nothing = { createdByTokenId: null, expiresAt: null }
  assert.equal((await setup.get(transfer.id)).text, setup.view(transfer, nothing))
})
