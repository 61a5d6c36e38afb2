import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertRefused, withoutWriting } from '../support/vault/refusal.ts'
import { TransferSetup } from '../support/vault/transfers.ts'
import { openVault } from '../support/vault/vault.ts'

const vault = await openVault()
const { records, sql } = vault
const setup = await TransferSetup.open(vault)
const { organizationId, creator, approver } = setup

const SELF =
  'The creator of a transfer cannot approve it: let somebody else approve it, with their own token.'

/** The approval is refused with 403, and nothing moves. */
async function selfApproval(id: string, token: string): Promise<void> {
  const response = await withoutWriting(records, () => setup.approve(id, token))
  const instance = `/v1/transfers/${id}/approve`
  const problem = { code: 'self_approval_forbidden', detail: SELF, instance } as const
  assertRefused(response, { status: 403, ...problem })
}

test('Four eyes: the token that created a batch cannot approve it', async () => {
  const { id } = await setup.transfer()
  await selfApproval(id, creator.token)
  assert.equal((await setup.approve(id)).status, 200)
})

test('Four eyes: two tokens of one owner are one person, two owners are two', async () => {
  const [one, two, three] = await Promise.all([1, 2, 3].map(() => records.token(organizationId)))
  // However it is typed.
  await sql`update access_tokens set owner = 'Ada' where id = ${one!.id}`
  await sql`update access_tokens set owner = ' ADA ' where id = ${two!.id}`
  await sql`update access_tokens set owner = 'Grace' where id = ${three!.id}`
  const { id } = await setup.transfer({ token: one!.token })
  await selfApproval(id, two!.token)
  assert.equal((await setup.approve(id, three!.token)).status, 200)
})

test('Four eyes: an owner on one side only does not exclude the approver', async () => {
  const owned = await records.token(organizationId)
  await sql`update access_tokens set owner = 'Ada' where id = ${owned.id}`
  for (const [from, by] of [
    [owned, approver],
    [creator, owned],
  ] as const) {
    const { id } = await setup.transfer({ token: from.token })
    assert.equal((await setup.approve(id, by.token)).status, 200)
  }
})

test('Four eyes: a rotated token and its origin count as one person, both ways', async () => {
  const [first, second, third] = await Promise.all(
    [1, 2, 3].map(() => records.token(organizationId)),
  )
  await sql`update access_tokens set principal_id = ${first!.id}
    where id in (${second!.id}, ${third!.id})`
  for (const [from, by] of [
    [first, second],
    [second, first],
    [second, third],
  ]) {
    const { id } = await setup.transfer({ token: from!.token })
    await selfApproval(id, by!.token)
    assert.equal((await setup.approve(id)).status, 200)
  }
})

test('Four eyes: a batch without a creator may be approved by anyone with the permission', async () => {
  const transfer = await setup.transfer()
  await sql`update transfer_batches set created_by_token_id = null where id = ${transfer.id}`
  const response = await setup.approve(transfer.id, creator.token)
  assert.equal(response.status, 200, response.text)
  assert.equal(
    response.text,
    setup.view(transfer, {
      status: 'completed',
      createdByTokenId: null,
      decidedAt: response.body.data.decidedAt,
      decidedByTokenId: creator.id,
    }),
  )
})

test('Four eyes: an organization that turned them off lets the creator approve', async () => {
  const own = await TransferSetup.open(vault)
  const { id } = await own.transfer()
  await own.decide({ fourEyes: false })
  const response = await own.approve(id, own.creator.token)
  assert.equal(response.status, 200, response.text)
  assert.equal(response.body.data.decidedByTokenId, own.creator.id)
  await own.decide({ fourEyes: true })
  const next = await own.transfer()
  await selfApproval(next.id, own.creator.token)
})

test('Four eyes: self-approval is refused before the status and the insured value are checked', async () => {
  const own = await TransferSetup.open(vault)
  await own.decide({ insuredExposure: 'block' })
  const { id } = await own.transfer({ itemIds: await own.items(1, '100') })
  await selfApproval(id, own.creator.token)
  assert.equal((await own.cancel(id)).status, 200)
  await selfApproval(id, own.creator.token)
})
