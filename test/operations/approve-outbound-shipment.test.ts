import assert from 'node:assert/strict'
import { test } from 'node:test'
import { movementsOf, ShipmentSetup } from '../support/operations/shipment-setup.ts'
import type { ApiResponse } from '../support/vault/api-client.ts'
import { assertRefused, withoutWriting } from '../support/vault/refusal.ts'
import { openVault } from '../support/vault/vault.ts'

const vault = await openVault()
const { api, records, sql } = vault
const setup = await ShipmentSetup.open(vault)
const { organizationId, creator } = setup

const pathOf = (id: string) => `/v1/outbound-shipments/${id}/approve`
const approve = (id: string, token: string) => api.post(pathOf(id), { token })

function assertOwn(response: ApiResponse, id: string): void {
  assertRefused(response, {
    status: 403,
    code: 'self_approval_forbidden',
    detail:
      'The creator of a shipment cannot approve it: let somebody else approve it, with their own token.',
    instance: pathOf(id),
  })
}

async function setPolicy(fourEyes: boolean, organization = organizationId): Promise<void> {
  await sql`
    insert into organization_policies (organization_id, version, four_eyes)
    select ${organization}, 1 + count(*), ${fourEyes}
    from organization_policies where organization_id = ${organization}`
}

test('The creator of a shipment cannot approve it in any state, and nothing is written', async () => {
  for (const status of ['packing', 'pending_approval', 'approved', 'shipped', 'delivered']) {
    const id = await setup.bring(status, 'plain', await setup.items(1))
    assertOwn(await withoutWriting(records, () => approve(id, creator.token)), id)
  }
  for (const standing of ['held', 'cancelled'] as const) {
    const id = await setup.bring('pending_approval', standing, await setup.items(1))
    assertOwn(await withoutWriting(records, () => approve(id, creator.token)), id)
  }
})

test('A token that only inspected and submitted a shipment may approve it', async () => {
  const [itemId] = (await setup.items(1)) as [string]
  const id = await setup.create([itemId])
  const { id: tokenId, token } = setup.approver
  for (const verb of ['inspect', 'submit', 'approve']) {
    const response = await api.post(`/v1/outbound-shipments/${id}/${verb}`, { token })
    assert.equal(response.status, 200, response.text)
  }
  assert.equal((await setup.shipment(id)).approvedByTokenId, tokenId)
  const tokens = (await movementsOf(sql, itemId)).map((movement) => movement.tokenId)
  assert.deepEqual(tokens, [null, creator.id, tokenId, tokenId, tokenId])
})

test("A token with the creator's lineage or owner cannot approve the shipment", async () => {
  const fresh = () => records.token(organizationId)
  const one = await ShipmentSetup.open(vault)
  const [rotated, sibling, parent, owned, stranger, colleague] = await Promise.all(
    Array.from({ length: 6 }, () => records.token(one.organizationId)),
  )
  const other = await fresh()
  const set = (id: string | undefined, columns: object) =>
    sql`update access_tokens set ${sql({ ...columns })} where id = ${id as string}`
  await set(one.creator.id, { principalId: parent?.id, owner: 'Ada' })
  await set(rotated?.id, { principalId: one.creator.id })
  await set(sibling?.id, { principalId: parent?.id })
  await set(owned?.id, { owner: ' ADA ' })
  await set(stranger?.id, { owner: 'Adam' })
  const id = await one.bring('pending_approval', 'plain', await one.items(1))
  for (const token of [one.creator, sibling, parent, owned]) {
    assertOwn(await withoutWriting(records, () => approve(id, token?.token as string)), id)
  }
  assert.equal((await approve(id, other.token)).status, 404)
  // The creator acts for its parent: a token that names the creator itself acts for another.
  for (const token of [stranger, colleague]) {
    const response = await approve(id, token?.token as string)
    assert.equal(response.status, token === stranger ? 200 : 409, response.text)
  }
})

test('An organization can turn four eyes off and on again without affecting others', async () => {
  const mine = await ShipmentSetup.open(vault)
  const theirs = await ShipmentSetup.open(vault)
  const bring = (whose: ShipmentSetup) =>
    whose.items(1).then((itemIds) => whose.bring('pending_approval', 'plain', itemIds))
  await setPolicy(false, mine.organizationId)
  const [id, again, foreign] = [await bring(mine), await bring(mine), await bring(theirs)]
  const packing = await mine.create(await mine.items(1))
  const response = await approve(id, mine.creator.token)
  assert.equal(response.status, 200, response.text)
  assert.equal(response.body.data.approvedByTokenId, mine.creator.id)
  assert.equal((await approve(packing, mine.creator.token)).status, 409, 'the state remains')
  assertOwn(await withoutWriting(records, () => approve(foreign, theirs.creator.token)), foreign)
  await setPolicy(true, mine.organizationId)
  assertOwn(await withoutWriting(records, () => approve(again, mine.creator.token)), again)
})

test('An imported shipment has no creator: any token with the permission may approve it', async () => {
  const columns = { status: 'pending_approval' }
  const id = await records.outboundShipment(organizationId, setup.fboAccountId, columns)
  const response = await approve(id, creator.token)
  assert.equal(response.status, 200, response.text)
  assert.equal(response.body.data.status, 'approved')
})
