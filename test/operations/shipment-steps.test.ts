import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertRefused, withoutWriting } from '../support/refusal.ts'
import {
  assertLogsWhole,
  movementsOf,
  ShipmentWalk,
  type Standing,
} from '../support/shipment-walk.ts'
import { openVault } from '../support/vault.ts'

// Every verb in every state, also on hold and cancelled: what it does, or that it does nothing.
const vault = await openVault()
const { records, sql } = vault
const walk = await ShipmentWalk.begin(vault)

const VERBS = [
  ...['inspect', 'submit', 'approve', 'return-to-packing', 'ship', 'deliver'],
  ...['hold', 'release', 'cancel'],
]

/** Which verbs a state takes, in the order that refusals list them, and where each leads. */
const TAKEN: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  packing: { inspect: 'inspecting', hold: 'packing', cancel: 'packing' },
  inspecting: {
    submit: 'pending_approval',
    'return-to-packing': 'packing',
    hold: 'inspecting',
    cancel: 'inspecting',
  },
  pending_approval: {
    approve: 'approved',
    'return-to-packing': 'packing',
    hold: 'pending_approval',
    cancel: 'pending_approval',
  },
  approved: { ship: 'shipped', hold: 'approved', cancel: 'approved' },
  shipped: { deliver: 'delivered' },
  delivered: {},
}

/** What each verb writes: the row in an item's log, the item's status, its reason. */
const WRITES: Readonly<Record<string, { kind: string; item?: string; reason?: string }>> = {
  inspect: { kind: 'shipment_inspecting' },
  submit: { kind: 'shipment_submitted' },
  approve: { kind: 'shipment_approved' },
  'return-to-packing': { kind: 'shipment_returned_to_packing' },
  ship: { kind: 'shipment_shipped', item: 'shipped' },
  deliver: { kind: 'shipment_delivered', item: 'delivered' },
  hold: { kind: 'shipment_held', reason: 'Address to be confirmed' },
  release: { kind: 'shipment_released' },
  cancel: { kind: 'shipment_cancelled', item: 'in_vault', reason: 'The owner keeps it' },
}

/** What each verb leaves on the shipment besides its status, with the moment of the change. */
const LEAVES: Readonly<Record<string, (at: Date) => object>> = {
  approve: (at) => ({ approvedAt: at.toISOString(), approvedByTokenId: walk.approver.id }),
  ship: (at) => ({
    shippedAt: at.getTime(),
    carrier: 'Brinks',
    service: 'Overnight',
    trackingNumber: 'BX 4417 2203 SE',
  }),
  deliver: (at) => ({ deliveredAt: at.toISOString() }),
  hold: (at) => ({ heldAt: at.toISOString(), holdReason: 'Address to be confirmed' }),
  release: () => ({ heldAt: null, holdReason: null }),
  cancel: (at) => ({
    heldAt: null,
    holdReason: null,
    cancelledAt: at.toISOString(),
    cancellationReason: 'The owner keeps it',
  }),
}

function takenBy(status: string, standing: Standing): Readonly<Record<string, string>> {
  if (standing === 'cancelled') return {}
  if (standing === 'held') return { release: status, cancel: status }
  return TAKEN[status] as Record<string, string>
}

for (const status of Object.keys(TAKEN)) {
  // What has left the vault is neither held nor cancelled: there is no such shipment to try.
  const left = status === 'shipped' || status === 'delivered'
  for (const standing of left ? (['plain'] as const) : (['plain', 'held', 'cancelled'] as const)) {
    const taken = takenBy(status, standing)
    const name = standing === 'plain' ? status : `${status}, ${standing}`
    for (const [verb, to] of Object.entries(taken)) {
      test(`${name}: takes ${verb}, and stands at ${to}`, async () => {
        await takes({ status, standing, verb, to })
      })
    }
    test(`${name}: refuses every other verb, and says what it takes`, async () => {
      await refusesOthers(status, standing, Object.keys(taken))
    })
  }
}

async function takes(step: { status: string; standing: Standing; verb: string; to: string }) {
  const { status, standing, verb, to } = step
  const [one, two] = (await walk.items(2)) as [string, string]
  const id = await walk.bring(status, standing, [two, one])
  const before = await walk.shipment(id)
  const logs = [await movementsOf(sql, one), await movementsOf(sql, two)] as const
  const { item: itemTo, kind, reason = null } = WRITES[verb] as (typeof WRITES)[string]
  const started = Date.now()
  const answer = await walk.move(id, verb)
  assert.equal(answer.status, 200, answer.text)
  const [first] = (await movementsOf(sql, one)).slice(-1)
  const at = first?.at as Date
  assert.ok(at.getTime() >= started - 1 && at.getTime() <= Date.now() + 1, at.toISOString())
  const expected = { ...before, status: to, ...LEAVES[verb]?.(at) }
  assert.equal(answer.text, JSON.stringify({ data: expected }))
  assert.deepEqual(await walk.shipment(id), expected)

  const from = status === 'shipped' ? 'shipped' : 'shipment_pending'
  for (const [index, itemId] of [one, two].entries()) {
    const log = logs[index] as Awaited<ReturnType<typeof movementsOf>>
    const item = await records.item(itemId)
    assert.deepEqual(await movementsOf(sql, itemId), [
      ...log,
      {
        number: log.length + 1,
        at,
        kind,
        fromFboAccountId: walk.fboAccountId,
        fromStatus: from,
        toFboAccountId: walk.fboAccountId,
        toStatus: itemTo ?? from,
        transferBatchId: null,
        outboundShipmentId: id,
        tokenId: verb === 'approve' ? walk.approver.id : walk.creator.id,
        reason,
      },
    ])
    assert.equal(item.status, itemTo ?? from)
    assert.equal(item.activeShipmentId, itemTo === undefined ? id : null)
    assert.equal(item.fboAccountId, walk.fboAccountId)
  }
}

async function refusesOthers(status: string, standing: Standing, allowed: readonly string[]) {
  const others = VERBS.filter((verb) => !allowed.includes(verb))
  assert.equal(others.length + allowed.length, VERBS.length)
  const walked = await walk.bring(status, standing, await walk.items(1))
  // One that came with an import has no items that would tell the difference.
  for (const id of [walked, await imported(status, standing)]) {
    const { cancelledAt, holdReason } = await walk.shipment(id)
    const facts = { plain: {}, held: { holdReason }, cancelled: { cancelledAt } }[standing]
    const because = { plain: '', held: ' (on hold)', cancelled: ' (cancelled)' }[standing]
    for (const verb of others) {
      const answer = await withoutWriting(records, () => walk.move(id, verb))
      assertRefused(answer, {
        status: 409,
        code: 'invalid_state_transition',
        detail: `The shipment is ${status}${because} and does not take ${verb}: it takes ${allowed.join(', ') || 'nothing any more'}.`,
        instance: `/v1/outbound-shipments/${id}/${verb}`,
        facts: { currentStatus: status, allowed, ...facts },
      })
    }
  }
}

function imported(status: string, standing: Standing): Promise<string> {
  const now = new Date()
  const columns = {
    plain: {},
    held: { heldAt: now, holdReason: 'Fee unpaid' },
    cancelled: { cancelledAt: now, cancellationReason: 'Entered twice' },
  }[standing]
  const shippedAt = status === 'shipped' || status === 'delivered' ? now : null
  const { organizationId, fboAccountId } = walk
  return records.outboundShipment(organizationId, fboAccountId, { status, shippedAt, ...columns })
}

test('A shipment of another organization, an unknown and a malformed id are all not found', async () => {
  const stranger = await ShipmentWalk.begin(vault)
  const foreign = await stranger.create(await stranger.items(1))
  for (const verb of VERBS) {
    for (const id of [foreign, 'ship_nobody', 'a%00', 'a%20b', 'x'.repeat(65)]) {
      const answer = await withoutWriting(records, () => walk.move(id, verb))
      assertRefused(answer, {
        status: 404,
        code: 'outbound_shipment_not_found',
        detail: 'The organization has no outbound shipment with this id: check the id.',
        instance: `/v1/outbound-shipments/${id}/${verb}`,
      })
    }
  }
})

test('A shipment that came with an import takes its steps without items to log', async () => {
  const id = await records.outboundShipment(walk.organizationId, walk.fboAccountId)
  const [before] = await sql`select count(*) as rows from inventory_movements`
  const steps = ['inspect', 'return-to-packing', 'inspect', 'submit', 'hold', 'release', 'approve']
  for (const verb of [...steps, 'ship', 'deliver']) {
    assert.equal((await walk.move(id, verb)).status, 200, verb)
  }
  const { status, shippedAt, deliveredAt, totalItems, createdByTokenId } = await walk.shipment(id)
  assert.deepEqual(
    { status, totalItems, createdByTokenId },
    { status: 'delivered', totalItems: 0, createdByTokenId: null },
  )
  assert.ok(shippedAt <= Date.parse(deliveredAt))
  const [now] = await sql`select count(*) as rows from inventory_movements`
  assert.deepEqual(now, before)
})

test('A whole way with one return and a hold is one log per item, and shippedAt is set once', async () => {
  const itemIds = await walk.items(3)
  const id = await walk.bring('pending_approval', 'plain', itemIds)
  const rest = ['return-to-packing', 'inspect', 'submit', 'approve', 'hold', 'release', 'ship']
  for (const verb of rest) assert.equal((await walk.move(id, verb)).status, 200, verb)
  const { shippedAt } = await walk.shipment(id)
  await walk.move(id, 'deliver')
  assert.equal((await walk.shipment(id)).shippedAt, shippedAt)
  const kinds = [
    ...['imported', 'shipment_created', 'shipment_inspecting', 'shipment_submitted'],
    ...['shipment_returned_to_packing', 'shipment_inspecting', 'shipment_submitted'],
    ...['shipment_approved', 'shipment_held', 'shipment_released', 'shipment_shipped'],
    'shipment_delivered',
  ]
  for (const itemId of itemIds) {
    const log = await movementsOf(sql, itemId)
    assert.deepEqual(
      log.map(({ number, kind }) => [number, kind]),
      kinds.map((kind, index) => [index + 1, kind]),
    )
  }
})

test('After all of this, every item of the vault follows from its log', async () => {
  await assertLogsWhole(sql)
})
