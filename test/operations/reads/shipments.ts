import assert from 'node:assert/strict'
import { ShipmentSetup } from '../../support/operations/shipment-setup.ts'
import type { Desk, Reads } from '../../support/reads/desk.ts'
import { type Filter, filtered } from '../../support/reads/filtered.ts'
import { linksOf } from '../../support/vault/links.ts'

const LIST = '/v1/outbound-shipments'
const at = (hour: number) => `2026-03-01T0${hour}:00:00.001Z`
const NEVER = { heldAt: null, holdReason: null, cancelledAt: null, cancellationReason: null }
const RECIPIENT = {
  ...{
    name: 'Ada',
    company: 'Lindqvist AB',
    line1: 'Skeppsbron 14',
    line2: '3 tr',
    city: 'Stockholm',
  },
  ...{ region: 'AB', postalCode: '111 30', countryCode: 'SE', phone: '+46 8 555 012 34' },
}

/** A delivered shipment with all members that it can have. */
function wholeShipment({ organizationId, account, tokenId }: Desk) {
  const left = { status: 'delivered', shippedAt: Date.parse(at(3)), createdAt: at(1) }
  const six = { id: 'whole', fboAccountId: account, organizationId, ...left }
  const by = { createdByTokenId: tokenId, approvedAt: at(2), approvedByTokenId: tokenId }
  const parcel = { carrier: 'Brinks', service: 'Overnight', trackingNumber: 'BX 4417 2203 SE' }
  const history = {
    totalItems: 2,
    notes: 'Fragile',
    ...by,
    ...NEVER,
    ...parcel,
    deliveredAt: at(4),
  }
  const directed = { signatureRequired: true, insuredValueCents: '25000000', recipient: RECIPIENT }
  return { ...six, ...history, ...directed, metadata: { order: 'ulu12' } }
}

/** One of which nothing is known but its account. */
function leastShipment({ organizationId, account }: Desk, id: string) {
  const six = { id, fboAccountId: account, organizationId, status: 'packing', shippedAt: null }
  const history = { createdAt: at(0), totalItems: 0, notes: null, createdByTokenId: null }
  const steps = {
    approvedAt: null,
    approvedByTokenId: null,
    ...NEVER,
    carrier: null,
    service: null,
  }
  const end = { trackingNumber: null, deliveredAt: null, signatureRequired: false }
  return {
    ...six,
    ...history,
    ...steps,
    ...end,
    insuredValueCents: null,
    recipient: null,
    metadata: {},
  }
}

async function makeShipments({ insert, account }: Desk) {
  const made = []
  for (let number = 0; number < 36; number += 1) {
    const status = ['packing', 'approved', 'shipped'][(number % 9) % 3] as string
    const isHeld = status !== 'shipped' && number % 4 < 2
    const trackingNumber = number % 2 === 1 ? `BX ${number}` : null
    const id = `ship_${String(number).padStart(2, '0')}`
    await insert('outbound_shipments', {
      ...{ id, status, fboAccountId: account, trackingNumber },
      createdAt: new Date(Date.UTC(2026, 0, 2, 0, Math.floor(number / 2))),
      shippedAt: status === 'shipped' ? at(3) : null,
      ...(isHeld && { heldAt: at(2), holdReason: 'Customs' }),
    })
    made.unshift({ id, status, isHeld, hasTracking: trackingNumber !== null })
  }
  return made
}

const STATUSES = ['packing', 'inspecting', 'pending_approval', 'approved', 'shipped', 'delivered']

/** Shipments of both accounts in each status, where it can be also on hold and cancelled. */
async function makeInEachState({ insert, account, other }: Desk) {
  const standings = {
    plain: {},
    held: { heldAt: at(2), holdReason: 'Customs' },
    cancelled: { cancelledAt: at(2), cancellationReason: 'The owner keeps it' },
  }
  const made = []
  for (const fboAccountId of [account, other]) {
    for (const status of STATUSES) {
      const hasLeft = status === 'shipped' || status === 'delivered'
      for (const [standing, columns] of Object.entries(standings).slice(0, hasLeft ? 1 : 3)) {
        const id: string = `ship_${String(made.length).padStart(2, '0')}`
        const createdAt = new Date(Date.UTC(2026, 0, 2, 0, made.length))
        const shippedAt = hasLeft ? at(3) : null
        await insert('outbound_shipments', {
          ...{ id, fboAccountId, status, createdAt, shippedAt },
          ...columns,
        })
        made.unshift({ id, fboAccountId, status, isCancelled: standing === 'cancelled' })
      }
    }
  }
  return made
}

export const SHIPMENTS: Reads = {
  'Get Outbound Shipment: the six specified members first, then its history': async (desk) => {
    const { insert, tokenId } = desk
    const whole = wholeShipment(desk)
    const { signatureRequired, insuredValueCents, recipient, metadata, ...stored } = whole
    await insert('outbound_shipments', { ...stored, shippedAt: at(3), version: 9 })
    const directions = { signatureRequired, insuredValueCents, recipient, metadata }
    const parcel = { outboundShipmentId: 'whole', service: 'Overnight', ...directions }
    await insert('outbound_shipment_directions', parcel)
    const approval = { at: at(2), tokenId, personId: null }
    const subject = { subjectType: 'outbound_shipment', subjectId: 'whole', version: 4 }
    await insert('approvals', { ...subject, ...approval })
    const held = { heldAt: at(2), holdReason: 'Address to be confirmed' }
    const cancelled = { cancelledAt: at(2), cancellationReason: 'The owner keeps it' }
    const states = { least: {}, held, cancelled: { status: 'inspecting', ...cancelled } }
    const others = []
    for (const [id, state] of Object.entries(states)) {
      const {
        recipient: _,
        metadata: __,
        insuredValueCents: ___,
        ...shown
      } = leastShipment(desk, id)
      const { signatureRequired: ____, ...row } = { ...shown, ...state }
      await insert('outbound_shipments', row)
      const data = { ...leastShipment(desk, id), ...state, approvals: [], approvalsRequired: 1 }
      others.push({ path: `${LIST}/${id}`, etag: '"1"', data })
    }
    const data = { ...whole, approvals: [approval], approvalsRequired: 1 }
    return [{ path: `${LIST}/whole`, etag: '"9"', data }, ...others]
  },

  'List Outbound Shipments: by account, status and cancellation, alone and together': async (
    desk,
  ) => {
    const made = await makeInEachState(desk)
    const filters = ['', ...STATUSES].flatMap((status) =>
      ['', desk.other].flatMap((fboAccountId) =>
        ['', 'true'].map((cancelled): Filter<(typeof made)[number]> => {
          const sent = Object.entries({ status, fboAccountId, cancelled })
          const query = new URLSearchParams(sent.filter(([, value]) => value !== ''))
          const keep = (one: (typeof made)[number]) =>
            (status === '' || one.status === status) &&
            (fboAccountId === '' || one.fboAccountId === fboAccountId) &&
            one.isCancelled === (cancelled === 'true')
          return [`${query}`, keep]
        }),
      ),
    )
    filters.push(['cancelled=false', ({ isCancelled }) => !isCancelled])
    filters.push(['fboAccountId=fbo_nobody', () => false])
    return filtered(LIST, made, { filters })
  },

  'List Outbound Shipments: by holds and tracking numbers, also far down': async (desk) => {
    const made = await makeShipments(desk)
    const filters: Filter<(typeof made)[number]>[] = [
      ['held=true', ({ isHeld }) => isHeld],
      ['held=false', ({ isHeld }) => !isHeld],
      ['hasTracking=true', ({ hasTracking }) => hasTracking],
      ['hasTracking=false', ({ hasTracking }) => !hasTracking],
      ['hasTracking=false&held=true', ({ isHeld, hasTracking }) => isHeld && !hasTracking],
      [
        `status=shipped&hasTracking=false&fboAccountId=${desk.account}`,
        (shipment) => shipment.status === 'shipped' && !shipment.hasTracking,
      ],
      ['held=true&cancelled=true', () => false],
    ]
    // A page far down a narrowed list is found without counts.
    const far = await desk.api.get(`${LIST}?held=false&limit=100&page=900`, { token: desk.token })
    assert.deepEqual(far.body, { data: [], pagination: { page: 900, hasMore: false } })
    const six = ['id', 'fboAccountId', 'organizationId', 'status', 'shippedAt', 'createdAt']
    const held = await desk.send('GET', '/outbound-shipments?held=true&limit=1')
    assert.deepEqual(Object.keys(held[0]), six)
    return filtered(LIST, made, { filters })
  },

  'A cursor fits only the filters and the order of its link': async (desk) => {
    const { api, token, records, organizationId, account } = desk
    await makeShipments(desk)
    for (const status of ['on_hold', 'shipped', 'on_hold']) {
      await records.inventoryItem(organizationId, account, { status })
    }
    const next = async (path: string) => linksOf(await api.get(path, { token })).next as string
    const items = await next('/v1/inventory-items?status=on_hold,shipped&sort=createdAt&limit=2')
    const shipments = await next(`${LIST}?held=true&limit=2`)
    for (const [link, ...others] of [
      [items, ['sort=createdAt', 'sort=-createdAt'], ['&sort=createdAt', '']],
      [items, ['on_hold%2Cshipped', 'on_hold']],
      [shipments, ['held=true', 'held=false'], ['&held=true', '']],
    ] as [string, ...[string, string][]][]) {
      assert.equal((await api.get(link, { token })).status, 200)
      for (const [part, other] of others) {
        assert.ok(link.includes(part), link)
        const { status, body } = await api.get(link.replace(part, other), { token })
        assert.deepEqual([status, body.errors?.[0].pointer], [400, '/cursor'])
        assert.match(body.detail, /another list or to other filters/)
      }
    }
    return []
  },

  'List Outbound Shipment Items: in the order of the request, whatever becomes of them': async ({
    vault,
    records,
  }) => {
    const setup = await ShipmentSetup.open(vault)
    const { token } = setup.creator
    const shown = []
    for (const [status, standing] of [
      ['packing', 'plain'],
      ['shipped', 'plain'],
      ['packing', 'cancelled'],
    ] as const) {
      const [one = '', two = '', three = ''] = await setup.items(3)
      const id = await setup.bring(status, standing, [two, three, one])
      const page = [two, three, one].map((inventoryItemId, place) => ({
        ...{ position: place + 1, inventoryItemId },
      }))
      shown.push({ token, path: `${LIST}/${id}/items`, page })
    }
    const imported = await records.outboundShipment(setup.organizationId, setup.fboAccountId)
    return [...shown, { token, path: `${LIST}/${imported}/items`, page: [] }]
  },
}
