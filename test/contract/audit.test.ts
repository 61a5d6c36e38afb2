import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { allSealed } from '../support/sealed-log/sealed-vault.ts'
import { openVault } from '../support/vault/vault.ts'

// docs/CUSTODY.md shows what an auditor reads of one item. Its story is played here, and each
// answer of the text must be part of the real one, but for ids, moments and hashes.

const vault = await openVault()
const { api, records } = vault
const { organizationId, ...admin } = await records.owner()
const { token: auditor } = await records.token(organizationId, [
  'inventory_items:read',
  'transfer_batches:read',
  'outbound_shipments:read',
  'fbo_accounts:read',
  'events:read',
])
const ada = await records.fboAccount(organizationId, { firstName: 'Ada', lastName: 'Lindqvist' })
const ben = await records.fboAccount(organizationId, { firstName: 'Ben', lastName: 'Okafor' })
const intake = await tokenOf('Intake desk')
const desk = await tokenOf('Vault desk')
const shipping = await tokenOf('Shipping desk')

/** The file that the intake desk took a photo of. */
const PHOTO = {
  kind: 'photo',
  sha256: '5f2c5b7d3c0e4c3b8a53a1f6d1a0a8f1b7c06a4e0b1d9c5ee7f1b3d2a4968c07',
  mediaType: 'image/jpeg',
  sizeBytes: 2_483_112,
  takenAt: '2026-03-02T09:14:00.000Z',
  takenBy: 'Intake desk',
  url: 'https://storage.example.com/intake/2026/03/submariner-case.jpg',
}

const itemId = await playStory()
await allSealed(vault, organizationId)

async function tokenOf(owner: string): Promise<string> {
  const { permissions } = (await api.get('/v1/caller', { token: admin.token })).body.data
  return (await send(admin.token, '/v1/access-tokens', { owner, permissions })).token
}

async function send(token: string, path: string, body: object = {}, method = 'POST') {
  const response = await api.request(method, path, { token, body })
  assert.ok(response.status < 300, response.text)
  return response.body.data
}

/** Takes an item in, puts it right, sells it and sends it out; its id. */
async function playStory(): Promise<string> {
  const { id } = await send(intake, '/v1/inventory-items', {
    fboAccountId: ada,
    description: 'Submariner 5512, 1967',
    declaredValueCents: '1250000',
    identifiers: [{ scheme: 'serial', value: '1 633 027' }],
    evidence: [PHOTO],
  })
  const path = `/v1/inventory-items/${id}`
  const correction = {
    description: 'Submariner 5513, 1967',
    reason: 'Reference read again between the lugs',
  }
  await send(intake, path, correction, 'PATCH')
  const values = [{ inventoryItemId: id, declaredValueCents: '1500000' }]
  const value = { items: values, reason: 'Appraised after its service' }
  await send(desk, '/v1/inventory-items/revalue', value)
  const items = [{ inventoryItemId: id, reason: 'trade' }]
  const sale = { fromFboAccountId: ada, toFboAccountId: ben, items }
  const { id: transferId } = await send(desk, '/v1/transfers', sale)
  await send(shipping, `/v1/transfers/${transferId}/approve`)
  const claim = { fboAccountId: ben, items: [{ inventoryItemId: id }] }
  const { id: shipmentId } = await send(shipping, '/v1/outbound-shipments', claim)
  const carriage = { carrier: 'Brinks', service: 'Overnight', trackingNumber: 'BX 4417 2203' }
  const steps = [
    [shipping, 'inspect'],
    [shipping, 'submit'],
    [desk, 'approve'],
    [shipping, 'ship', carriage],
    [shipping, 'deliver'],
  ] as const
  for (const [token, verb, body] of steps) {
    await send(token, `/v1/outbound-shipments/${shipmentId}/${verb}`, body)
  }
  return id
}

const get = async (path: string) => {
  const response = await api.get(path, { token: auditor })
  assert.equal(response.status, 200, `${path}: ${response.text}`)
  return response.body
}

/** The ids, moments and hashes of the text, with those of this vault. */
const real = new Map<string, string>()
const OF_THIS_VAULT = /^(?:(?:item|fbo|tok|xfer|ship)_[0-9a-z]{26}|2026-\S+Z|[0-9a-f]{64})$/

/** Takes note of the real value of each one in the text, and says what the text means. */
function meant(shown: unknown, found: unknown): unknown {
  if (typeof shown === 'string' && OF_THIS_VAULT.test(shown) && shown !== found) {
    if (!real.has(shown)) real.set(shown, String(found))
    return real.get(shown)
  }
  if (typeof shown !== 'object' || shown === null) return shown
  const values = (found ?? {}) as Record<string, unknown>
  const entries = Object.entries(shown).map(([name, value]) => {
    const key = real.get(name) ?? name
    return [key, meant(value, values[key])] as const
  })
  return Array.isArray(shown) ? entries.map(([, value]) => value) : Object.fromEntries(entries)
}

const document = readFileSync('docs/CUSTODY.md', 'utf8')
const [, text = ''] = document.split('\n## One item, ')
const blocks = [...text.matchAll(/```http\nGET (\S+)\n```\n\n```json\n(.*?)```/gs)]

test('each answer in the text is part of the real one, with all of its entries', async () => {
  assert.equal(blocks.length, 4)
  const [id = ''] = /item_\w+/.exec(text) as RegExpExecArray
  real.set(id, itemId)
  for (const [, path = '', json = ''] of blocks) {
    const known = path.replaceAll(/\w+_[0-9a-z]{26}/g, (shown) => real.get(shown) ?? shown)
    const found = await get(known)
    const shown = meant(JSON.parse(json), found) as { data: unknown }
    assert.partialDeepStrictEqual(found, shown, path)
    if (Array.isArray(shown.data)) assert.equal(found.data.length, shown.data.length, path)
  }
  const ids = [...real].filter(([shown]) => /^[a-z]+_/.test(shown)).map(([, value]) => value)
  assert.equal(new Set(ids).size, ids.length, 'another id stands for another record')
  const moments = [...real].filter(([shown]) => shown.startsWith('2026-')).toSorted()
  assert.equal(moments.length, 11)
  const inOrder = moments.map(([, at]) => at)
  assert.deepEqual(inOrder, inOrder.toSorted(), 'the story is told in its order')
})

test('each movement and correction is a sealed event, by the same token', async () => {
  const corrections = `/v1/corrections?subjectId=${itemId}`
  const lists = [`/v1/inventory-items/${itemId}/movements`, corrections].map(get)
  const entries = (await Promise.all(lists)).flatMap(({ data }) => data)
  const subjects = entries.flatMap(
    (entry) => entry.transferBatchId ?? entry.outboundShipmentId ?? [],
  )
  const feeds = [itemId, ...new Set(subjects)].map((id) => get(`/v1/events?subjectId=${id}`))
  const events = (await Promise.all(feeds)).flatMap(({ data }) => data)
  const whoAndWhen = (at: string, tokenId: string) => `${at} ${tokenId}`
  assert.deepEqual(
    events.map(({ occurredAt, actor }) => whoAndWhen(occurredAt, actor.tokenId)).toSorted(),
    entries.map(({ at, tokenId }) => whoAndWhen(at, tokenId)).toSorted(),
  )
  for (const { chainHash } of events) assert.match(chainHash, /^[0-9a-f]{64}$/)
  assert.deepEqual(events[0].data.evidenceSha256, [PHOTO.sha256])
})

test('the moment of a movement or valuation finds the event of several items', async () => {
  const items = [{ fboAccountId: ada, evidence: [PHOTO] }, { fboAccountId: ben }]
  const taken = await send(intake, '/v1/inventory-items', { items })
  const [{ id }, other] = taken as { id: string }[] as [{ id: string }, { id: string }]
  const values = [id, other.id].map((inventoryItemId) => {
    return { inventoryItemId, declaredValueCents: '700' }
  })
  await send(desk, '/v1/inventory-items/revalue', { items: values, reason: 'Appraised' })
  const eventAt = async (type: string, list: string) => {
    const { at } = (await get(list)).data[0]
    const after = new Date(Date.parse(at) + 1).toISOString()
    const found = await get(
      `/v1/events?subjectId=${organizationId}&type=${type}&occurredFrom=${at}&occurredBefore=${after}`,
    )
    assert.equal(found.data.length, 1)
    return found.data[0].data
  }
  const takenIn = await eventAt('inventory_item.taken_in', `/v1/inventory-items/${id}/movements`)
  assert.deepEqual(takenIn.inventoryItemIds, [id, other.id])
  const revalued = await eventAt('inventory_item.revalued', `/v1/corrections?subjectId=${id}`)
  assert.deepEqual(revalued.revaluedItems[0], {
    inventoryItemId: id,
    fromValueCents: '0',
    toValueCents: '700',
  })
  const [evidence] = (await get(`/v1/events?subjectId=${id}`)).data
  assert.deepEqual(evidence.data.evidenceSha256, [PHOTO.sha256])
})
