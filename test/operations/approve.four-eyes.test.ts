import assert from 'node:assert/strict'
import { test } from 'node:test'
import { movementsOf, ShipmentSetup } from '../support/operations/shipment-setup.ts'
import { assertRefused, withoutWriting } from '../support/vault/refusal.ts'
import { TransferSetup } from '../support/vault/transfers.ts'
import { openVault } from '../support/vault/vault.ts'

const vault = await openVault()
const { api, records, sql } = vault

/** Records of each kind, made by a token and ready for approval. */
const KINDS = {
  transfer: async () => {
    const setup = await TransferSetup.open(vault)
    const make = async (token?: string) =>
      (await setup.transfer(token === undefined ? {} : { token })).id
    return { ...setup, make }
  },
  shipment: async () => {
    const setup = await ShipmentSetup.open(vault)
    const make = async (token?: string) =>
      setup.bring('pending_approval', 'plain', await setup.items(1), token)
    return { ...setup, make }
  },
}
type Noun = keyof typeof KINDS

const PATHS = { transfer: '/v1/transfers', shipment: '/v1/outbound-shipments' }
const approve = (noun: Noun, id: string, { token }: { token: string }) =>
  api.post(`${PATHS[noun]}/${id}/approve`, { token })

/** The approval is refused with 403, and nothing is written. */
async function refuses(noun: Noun, id: string, by: { token: string }): Promise<void> {
  assertRefused(await withoutWriting(records, () => approve(noun, id, by)), {
    status: 403,
    code: 'self_approval_forbidden',
    detail:
      `The creator of a ${noun} cannot approve it: let somebody else approve it, with their own ` +
      'token.',
    instance: `${PATHS[noun]}/${id}/approve`,
  })
}

/** The owner of a token, and the token that it was rotated from. */
type Columns = { owner?: string; from?: 'creator' | 'approver' | 'parent' }

const PAIRS: [what: string, ofCreator: Columns, ofApprover: Columns, isOnePerson: boolean][] = [
  ['a token of the same owner, however it is typed', { owner: 'Ada' }, { owner: ' ADA ' }, true],
  [
    'a token of the same owner with two blanks',
    { owner: 'Vault desk' },
    { owner: 'VAULT  desk\u200b' },
    true,
  ],
  [
    'a token of the same owner in other signs',
    { owner: "Ó'Brien-2" },
    { owner: 'O\u0301’brien–٢' },
    true,
  ],
  ['a token of another owner', { owner: 'Ada' }, { owner: 'Adam' }, false],
  ['a token without an owner', { owner: 'Ada' }, {}, false],
  ['a token with an owner, if the creator has none', {}, { owner: 'Ada' }, false],
  ['a token that was rotated from it', {}, { from: 'creator' }, true],
  ['the token that it was rotated from', { from: 'approver' }, {}, true],
  ['another token that was rotated from the same', { from: 'parent' }, { from: 'parent' }, true],
]

// The first test runs while the file goes on: all that it must not see written is made before.
const MADE = { transfer: await KINDS.transfer(), shipment: await KINDS.shipment() }
for (const noun of Object.keys(KINDS) as Noun[]) {
  const { organizationId, creator, approver, make } = MADE[noun]

  test(`The token that created a ${noun} cannot approve it, another one can`, async () => {
    const id = await make()
    await refuses(noun, id, creator)
    assert.equal((await approve(noun, id, approver)).status, 200)
  })

  for (const [what, ofCreator, ofApprover, isOnePerson] of PAIRS) {
    const title = `${what} ${isOnePerson ? 'is the person who' : 'is not the person who'}`
    test(`Of a ${noun}: ${title} created it`, async () => {
      const [from, by, parent] = [
        await records.token(organizationId),
        await records.token(organizationId),
        await records.token(organizationId),
      ]
      for (const [{ id }, columns] of [
        [from, ofCreator],
        [by, ofApprover],
      ] as const) {
        const origins = { creator: from.id, approver: by.id, parent: parent.id }
        const principalId = columns.from === undefined ? id : origins[columns.from]
        const owner = columns.owner ?? null
        await sql`update access_tokens set ${sql({ principalId, owner })} where id = ${id}`
      }
      const id = await make(from.token)
      if (isOnePerson) await refuses(noun, id, by)
      assert.equal((await approve(noun, id, isOnePerson ? approver : by)).status, 200)
    })
  }

  test(`An organization can turn four eyes of a ${noun} off and on again, for itself`, async () => {
    const [mine, theirs] = [await KINDS[noun](), await KINDS[noun]()]
    const setPolicy = (fourEyes: boolean) =>
      api.patch('/v1/organization-policy', { token: mine.approver.token, body: { fourEyes } })
    const [id, later, foreign] = [await mine.make(), await mine.make(), await theirs.make()]
    await setPolicy(false)
    const response = await approve(noun, id, mine.creator)
    assert.equal(response.status, 200, response.text)
    const { approvedByTokenId, decidedByTokenId } = response.body.data
    assert.equal(approvedByTokenId ?? decidedByTokenId, mine.creator.id)
    await refuses(noun, foreign, theirs.creator)
    assert.equal((await approve(noun, id, mine.creator)).status, 409, 'the state remains')
    await setPolicy(true)
    await refuses(noun, later, mine.creator)
  })
}

test('A batch without a creator may be approved by anyone with the permission', async () => {
  const setup = await TransferSetup.open(vault)
  const transfer = await setup.transfer()
  await sql`update transfer_batches set created_by_token_id = null where id = ${transfer.id}`
  const response = await setup.approve(transfer.id, setup.creator.token)
  const { decidedAt } = response.body.data
  const decided = { status: 'completed', decidedAt, decidedByTokenId: setup.creator.id }
  assert.equal(response.text, setup.view(transfer, { createdByTokenId: null, ...decided }))
})

test('A token that only inspected and submitted a shipment may approve it', async () => {
  const setup = await ShipmentSetup.open(vault)
  const [itemId] = (await setup.items(1)) as [string]
  const id = await setup.create([itemId])
  const { id: tokenId, token } = setup.approver
  for (const verb of ['inspect', 'submit', 'approve']) {
    const response = await api.post(`/v1/outbound-shipments/${id}/${verb}`, { token })
    assert.equal(response.status, 200, response.text)
  }
  assert.equal((await setup.shipment(id)).approvedByTokenId, tokenId)
  const tokens = (await movementsOf(sql, itemId)).map((movement) => movement.tokenId)
  assert.deepEqual(tokens, [null, setup.creator.id, tokenId, tokenId, tokenId])
})

test('An imported shipment has no creator: any token with the permission may approve it', async () => {
  const { organizationId, fboAccountId, creator } = await ShipmentSetup.open(vault)
  const columns = { status: 'pending_approval' }
  const id = await records.outboundShipment(organizationId, fboAccountId, columns)
  const response = await approve('shipment', id, creator)
  assert.equal(response.body.data?.status, 'approved', response.text)
})
