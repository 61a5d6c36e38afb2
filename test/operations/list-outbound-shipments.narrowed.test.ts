import assert from 'node:assert/strict'
import { test } from 'node:test'
import { entriesOf, followLinks, linksOf } from '../support/vault/links.ts'
import { openVault } from '../support/vault/vault.ts'

const { api, records } = await openVault()
const organizationId = await records.organization()
const { token } = await records.token(organizationId)
const fboAccountId = await records.fboAccount(organizationId)
const LIST = '/v1/outbound-shipments'

interface Made {
  readonly id: string
  readonly status: string
  readonly isHeld: boolean
  readonly hasTracking: boolean
}

/** Newest first, two of each moment: one of three on hold, one of two with a tracking number. */
const made: Made[] = []
for (let number = 0; number < 36; number += 1) {
  const status = ['packing', 'approved', 'shipped'][(number % 9) % 3] as string
  const isHeld = status !== 'shipped' && number % 4 < 2
  const hasTracking = number % 2 === 1
  const id = `ship_${String(number).padStart(2, '0')}`
  await records.outboundShipment(organizationId, fboAccountId, {
    id,
    status,
    createdAt: new Date(Date.parse('2026-01-02T00:00:00Z') + Math.floor(number / 2) * 60_000),
    shippedAt: status === 'shipped' ? new Date('2026-03-01T00:00:00Z') : null,
    ...(isHeld && { heldAt: new Date(), holdReason: 'Customs' }),
    ...(hasTracking && { trackingNumber: `BX ${number}` }),
  })
  made.unshift({ id, status, isHeld, hasTracking })
}

const CASES: [query: string, belongs: (shipment: Made) => boolean][] = [
  ['held=true', ({ isHeld }) => isHeld],
  ['held=false', ({ isHeld }) => !isHeld],
  ['hasTracking=true', ({ hasTracking }) => hasTracking],
  ['hasTracking=false', ({ hasTracking }) => !hasTracking],
  ['hasTracking=false&held=true', ({ isHeld, hasTracking }) => isHeld && !hasTracking],
  [
    `status=shipped&hasTracking=false&fboAccountId=${fboAccountId}`,
    ({ status, hasTracking }) => status === 'shipped' && !hasTracking,
  ],
  ['held=true&cancelled=true', () => false],
]

for (const [query, belongs] of CASES) {
  test(`${query}: its pages have the shipments that fit, each once`, async () => {
    const expected = made.filter(belongs).map(({ id }) => id)
    assert.equal(expected.length > 2, !query.includes('cancelled'))
    const forward = await followLinks(api, token, `${LIST}?${query}&limit=2`)
    assert.deepEqual(forward.flatMap(entriesOf), expected)
    const { next = `${LIST}?${query}` } = linksOf(forward.at(-2) ?? forward.at(-1)!)
    const back = await followLinks(api, token, next, { relation: 'prev' })
    assert.deepEqual(back.toReversed().flatMap(entriesOf), expected)
    const third = await api.get(`${LIST}?${query}&limit=2&page=3`, { token })
    assert.deepEqual(entriesOf(third), expected.slice(4, 6))
  })
}

test('Their entries have the six members of the list', async () => {
  const held = await api.get(`${LIST}?held=true&limit=1`, { token })
  const whole = await api.get(`${LIST}?limit=100`, { token })
  const [first] = held.body.data
  const same = whole.body.data.find(({ id }: { id: string }) => id === first.id)
  assert.deepEqual(JSON.stringify(first), JSON.stringify(same))
})

test('A page far down a narrowed list is found without counts', async () => {
  const far = await api.get(`${LIST}?held=false&limit=100&page=900`, { token })
  assert.deepEqual(far.body, { data: [], pagination: { page: 900, hasMore: false } })
})

test('A cursor fits only the filters of its link', async () => {
  const first = await api.get(`${LIST}?held=true&limit=2`, { token })
  const next = linksOf(first).next as string
  for (const other of [next.replace('held=true', 'held=false'), next.replace('&held=true', '')]) {
    const refused = await api.get(other, { token })
    assert.equal(refused.status, 400)
    assert.equal(refused.body.errors[0].pointer, '/cursor')
  }
})

test('Every violation is in one response', async () => {
  const { status, body } = await api.get(`${LIST}?held=yes&hasTracking=&status=lost`, { token })
  assert.equal(status, 400)
  const pointers = body.errors.map(({ pointer }: { pointer: string }) => pointer)
  assert.deepEqual(pointers.sort(), ['/hasTracking', '/held', '/status'])
})
