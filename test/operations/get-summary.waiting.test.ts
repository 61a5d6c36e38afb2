import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Permission } from '../../src/domain/permissions.ts'
import { freshSummary } from '../support/vault/fresh-summary.ts'
import { openVault } from '../support/vault/vault.ts'

const { api, records, sql } = await openVault()

interface Listed {
  readonly id: string
  readonly mayApprove: boolean
}

/** An organization with two people, and items of ten dollars each. */
async function desk() {
  const organizationId = await records.organization()
  const make = async (owner: string, permissions?: readonly Permission[]) => {
    const made = await records.token(organizationId, permissions)
    await sql`update access_tokens set owner = ${owner} where id = ${made.id}`
    return made.token
  }
  const [ada, bo] = [await make('Ada'), await make('Bo')]
  const account = await records.fboAccount(organizationId)
  const items = await records.inventoryItems(organizationId, account, 20)
  await sql`update inventory_items set declared_value_cents = 1000
    where organization_id = ${organizationId}`
  const send = async (token: string, path: string, body: object = {}) => {
    const response = await api.post(path, { token, body })
    assert.ok(response.status < 300, response.text)
    return response.body.data
  }
  const change = async (token: string, path: string, body: object) => {
    const response = await api.patch(path, { token, body })
    assert.equal(response.status, 200, response.text)
    return response.body.data
  }
  const summary = async (token: string) => (await freshSummary(api, token)).body.data
  /** A shipment of one item that waits for its approval. */
  const shipment = async (token: string): Promise<string> => {
    const body = { fboAccountId: account, items: [{ inventoryItemId: items.pop() }] }
    const { id } = await send(token, '/v1/outbound-shipments', body)
    for (const verb of ['inspect', 'submit']) {
      await send(token, `/v1/outbound-shipments/${id}/${verb}`)
    }
    return id
  }
  const item = () => items.pop() as string
  return { organizationId, ada, bo, make, account, item, send, change, summary, shipment }
}

const ids = (listed: readonly Listed[]) => listed.map(({ id, mayApprove }) => [id, mayApprove])

test('Shipments wait for those who neither created nor directed them; held ones are listed apart', async () => {
  const { ada, bo, make, change, send, shipment, summary, organizationId } = await desk()
  const [ofAda, ofBo, directed] = [await shipment(ada), await shipment(bo), await shipment(ada)]
  await change(bo, `/v1/outbound-shipments/${directed}`, { insuredValueCents: '5' })
  const held = await shipment(ada)
  await send(ada, `/v1/outbound-shipments/${held}/hold`, { reason: 'Address' })
  const { pendingShipments, longestHeldShipments, heldShipments } = await summary(bo)
  assert.deepEqual(
    [pendingShipments.count, pendingShipments.awaitingMe, ids(pendingShipments.oldest)],
    [3, 1, [[ofAda, true]]],
  )
  const [{ createdByTokenId, ...waiting }] = pendingShipments.oldest
  const whole = (await api.get(`/v1/outbound-shipments/${ofAda}`, { token: bo })).body.data
  assert.equal(createdByTokenId, whole.createdByTokenId)
  assert.deepEqual(waiting, {
    id: ofAda,
    fboAccountId: whole.fboAccountId,
    totalItems: 1,
    createdAt: whole.createdAt,
    heldAt: null,
    holdReason: null,
    declaredValueCents: '1000',
    mayApprove: true,
  })
  assert.equal(heldShipments, 1)
  assert.deepEqual(ids(longestHeldShipments), [[held, false]])
  assert.equal(longestHeldShipments[0].holdReason, 'Address')
  const adas = (await summary(ada)).pendingShipments
  assert.deepEqual(ids(adas.oldest), [[ofBo, true]])
  const reader = await summary(await make('Cy', ['outbound_shipments:read']))
  assert.equal(reader.pendingShipments.oldest.length, 3)
  assert.equal(reader.pendingShipments.awaitingMe, 0)
  assert.deepEqual(
    reader.pendingShipments.oldest.map(
      (one: { declaredValueCents: null }) => one.declaredValueCents,
    ),
    [null, null, null],
    'it may not read items',
  )
  await sql`insert into organization_policies (organization_id, version, four_eyes)
    values (${organizationId}, 1, false)`
  assert.equal((await summary(ada)).pendingShipments.awaitingMe, 3)
})

test('Revaluations wait for a second person until they expire, with their sums', async () => {
  const { organizationId, ada, bo, item, send, summary } = await desk()
  await sql`insert into organization_policies (organization_id, version, revaluation_max_percent)
    values (${organizationId}, 1, 10)`
  const values = [item(), item()].map((inventoryItemId, place) => ({
    inventoryItemId,
    declaredValueCents: `${2000 + place}`,
  }))
  const body = { items: values, reason: 'Appraised' }
  await send(ada, '/v1/inventory-items/revalue', body)
  const { pendingRevaluations } = await summary(bo)
  const [{ id, createdAt: _, expiresAt, requestedByTokenId: __, ...shown }] =
    pendingRevaluations.oldest
  assert.ok(expiresAt)
  assert.deepEqual(shown, {
    totalItems: 2,
    reason: 'Appraised',
    fromValueCents: '2000',
    toValueCents: '4001',
    mayApprove: true,
  })
  assert.equal((await summary(ada)).pendingRevaluations.awaitingMe, 0)
  await sql`update revaluations set expires_at = now() where id = ${id}`
  assert.equal((await summary(bo)).pendingRevaluations.count, 0)
})

test('What expires within 24 hours comes with the first to expire, of everybody', async () => {
  const { organizationId, ada, bo, account, item, send, summary } = await desk()
  const to = await records.fboAccount(organizationId)
  const made = []
  for (const hours of [30, 20, 5]) {
    const { id } = await send(ada, '/v1/transfers', {
      fromFboAccountId: account,
      toFboAccountId: to,
      items: [{ inventoryItemId: item(), reason: 'trade' }],
    })
    await sql`update transfer_batches set expires_at = now() + ${`${hours} hours`}::interval
      where id = ${id}`
    made.push(id)
  }
  const [, twenty, five] = made
  const seen = (await summary(bo)).expiringTransfers
  assert.deepEqual(
    [seen.count, ids(seen.soonest)],
    [
      2,
      [
        [five, true],
        [twenty, true],
      ],
    ],
  )
  assert.equal(seen.soonest[0].declaredValueCents, '1000')
  const own = (await summary(ada)).expiringTransfers
  assert.deepEqual(ids(own.soonest), [
    [five, false],
    [twenty, false],
  ])
})

test('The value 30 days ago has what left, not what came, and the values of then', async () => {
  const { ada, item, send, summary } = await desk()
  const [old, revalued, gone] = [item(), item(), item()]
  await sql`update inventory_items set created_at = now() - interval '40 days'
    where id = any(${[old, revalued, gone]})`
  assert.deepEqual((await summary(ada)).vaultValue, {
    declaredValueCents: '20000',
    thirtyDaysAgoCents: '3000',
  })
  await send(ada, `/v1/inventory-items/${gone}/withdraw`, { reason: 'x' })
  await send(ada, `/v1/inventory-items/${revalued}/revalue`, {
    declaredValueCents: '1500',
    reason: 'x',
  })
  await send(ada, `/v1/inventory-items/${revalued}/revalue`, {
    declaredValueCents: '4000',
    reason: 'x',
  })
  assert.deepEqual((await summary(ada)).vaultValue, {
    declaredValueCents: '22000',
    thirtyDaysAgoCents: '3000',
  })
  const other = await desk()
  assert.equal((await other.summary(other.ada)).vaultValue.declaredValueCents, '20000')
})

test('The median of the time to decide counts people alone', async () => {
  const { organizationId, ada, bo, account, item, send, summary } = await desk()
  const to = await records.fboAccount(organizationId)
  const transfer = async () => {
    const entries = [{ inventoryItemId: item(), reason: 'trade' }]
    const body = { fromFboAccountId: account, toFboAccountId: to, items: entries }
    return (await send(ada, '/v1/transfers', body)).id
  }
  const decided: [string, number][] = [
    ['approve', 60],
    ['reject', 120],
    ['approve', 500],
    ['cancel', 9_000],
  ]
  for (const [verb, seconds] of decided) {
    const id = await transfer()
    const reason = verb === 'approve' ? {} : { reason: 'x' }
    await send(bo, `/v1/transfers/${id}/${verb}`, reason)
    const [batch] = await sql`select decided_at from transfer_batches where id = ${id}`
    const createdAt = new Date(batch?.decidedAt.getTime() - seconds * 1_000)
    await sql`update transfer_batches set created_at = ${createdAt} where id = ${id}`
  }
  assert.equal((await summary(bo)).medianDecisionSeconds, 120)
})
