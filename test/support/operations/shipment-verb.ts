import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertRefused, withoutWriting } from '../vault/refusal.ts'
import type { TestVault } from '../vault/vault.ts'
import { movementsOf, type ShipmentSetup, type Standing } from './shipment-setup.ts'

export const SHIPMENT_VERBS = [
  'inspect',
  'submit',
  'approve',
  'return-to-packing',
  'ship',
  'deliver',
  'hold',
  'release',
  'cancel',
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

/** The effects of each verb: the row in an item's log, the item's status, the reason. */
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

/** The members that each verb changes besides the status, given the time of the change. */
const LEAVES: Readonly<Record<string, (at: Date, approverId: string) => object>> = {
  approve: (at, approverId) => ({
    approvedAt: at.toISOString(),
    approvedByTokenId: approverId,
    approvals: [{ at: at.toISOString(), tokenId: approverId, personId: null }],
  }),
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

interface Step {
  readonly status: string
  readonly standing: Standing
  readonly verb: string
}

/**
 * Tests of one verb in every state, also on hold and cancelled: what it does there, or that it does
 * nothing and says what the shipment takes instead.
 */
export function testShipmentVerb(verb: string, vault: TestVault, setup: ShipmentSetup): void {
  for (const status of Object.keys(TAKEN)) {
    // A shipment that has left the vault can be neither held nor cancelled.
    const hasLeft = status === 'shipped' || status === 'delivered'
    for (const standing of hasLeft
      ? (['plain'] as const)
      : (['plain', 'held', 'cancelled'] as const)) {
      const step = { status, standing, verb }
      const to = takenBy(status, standing)[verb]
      const shipment = `A shipment ${TITLES[standing]} in ${status}`
      if (to === undefined) {
        test(`${shipment} refuses ${verb} and lists what it takes`, () =>
          refuses(vault, setup, step))
      } else {
        const then = to === status ? 'keeps its status' : `becomes ${to}`
        test(`${shipment} takes ${verb} and ${then}`, () => takes(vault, setup, { ...step, to }))
      }
    }
  }
}

const TITLES = { plain: 'under way', held: 'on hold', cancelled: 'cancelled' }

async function takes(
  { records, sql }: TestVault,
  setup: ShipmentSetup,
  { status, standing, verb, to }: Step & { readonly to: string },
): Promise<void> {
  const [one, two] = (await setup.items(2)) as [string, string]
  const id = await setup.bring(status, standing, [two, one])
  const before = await setup.shipment(id)
  const logs = [await movementsOf(sql, one), await movementsOf(sql, two)] as const
  const { item: itemTo, kind, reason = null } = WRITES[verb] as (typeof WRITES)[string]
  const started = Date.now()
  const response = await setup.move(id, verb)
  assert.equal(response.status, 200, response.text)
  const [first] = (await movementsOf(sql, one)).slice(-1)
  const at = first?.at as Date
  assert.ok(at.getTime() >= started - 1 && at.getTime() <= Date.now() + 1, at.toISOString())
  const expected = { ...before, status: to, ...LEAVES[verb]?.(at, setup.approver.id) }
  const { recipient, metadata, approvals, approvalsRequired, ...step } = expected
  const data = verb === 'approve' ? { ...step, approvals, approvalsRequired } : step
  assert.equal(response.text, JSON.stringify({ data }))
  assert.deepEqual(await setup.shipment(id), expected)

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
        fromFboAccountId: setup.fboAccountId,
        fromStatus: from,
        toFboAccountId: setup.fboAccountId,
        toStatus: itemTo ?? from,
        transferBatchId: null,
        outboundShipmentId: id,
        tokenId: verb === 'approve' ? setup.approver.id : setup.creator.id,
        reason,
      },
    ])
    assert.equal(item.status, itemTo ?? from)
    assert.equal(item.activeShipmentId, itemTo === undefined ? id : null)
    assert.equal(item.fboAccountId, setup.fboAccountId)
  }
}

async function refuses(
  { records }: TestVault,
  setup: ShipmentSetup,
  { status, standing, verb }: Step,
): Promise<void> {
  const allowed = Object.keys(takenBy(status, standing))
  const moved = await setup.bring(status, standing, await setup.items(1))
  // The verb is refused by the shipment's status alone: an imported shipment has no items.
  for (const id of [moved, await imported(records, setup, { status, standing })]) {
    const { cancelledAt, holdReason } = await setup.shipment(id)
    const members = { plain: {}, held: { holdReason }, cancelled: { cancelledAt } }[standing]
    const because = { plain: '', held: ' (on hold)', cancelled: ' (cancelled)' }[standing]
    const response = await withoutWriting(records, () => setup.move(id, verb))
    assertRefused(response, {
      status: 409,
      code: 'invalid_state_transition',
      detail:
        `The shipment is ${status}${because} and does not accept ${verb}: it accepts ` +
        `${allowed.join(', ') || 'nothing now'}.`,
      instance: `/v1/outbound-shipments/${id}/${verb}`,
      members: { currentStatus: status, allowed, ...members },
    })
  }
}

function imported(
  records: TestVault['records'],
  { organizationId, fboAccountId }: ShipmentSetup,
  { status, standing }: Pick<Step, 'status' | 'standing'>,
): Promise<string> {
  const now = new Date()
  const columns = {
    plain: {},
    held: { heldAt: now, holdReason: 'Fee unpaid' },
    cancelled: { cancelledAt: now, cancellationReason: 'Entered twice' },
  }[standing]
  const shippedAt = status === 'shipped' || status === 'delivered' ? now : null
  return records.outboundShipment(organizationId, fboAccountId, { status, shippedAt, ...columns })
}
