import assert from 'node:assert/strict'
import { test } from 'node:test'
import { writeCorrections } from '../../src/database/changes/corrections.ts'
import { runnerOf } from '../../src/database/changes/organization-transaction.ts'
import { operatorFor } from '../../src/domain/caller.ts'
import { openVault } from '../support/vault/vault.ts'

const { api, records, sql } = await openVault()
const { organizationId, id: tokenId, token } = await records.owner()
const owner = await records.fboAccount(organizationId)
const item = await records.inventoryItem(organizationId, owner)
const shipment = await records.outboundShipment(organizationId, owner)

const CONTACT = {
  firstName: 'Ada',
  lastName: 'Lindqvist',
  email: 'ada@example.com',
  phone: '+46 8 555 012 34',
  businessName: 'Lindqvist Watches AB',
}
const FIELDS = Object.keys(CONTACT)
const REQUEST_ID = 'request-1'
const CREATED_AT = '2026-01-02T03:04:05.678Z'

/** An account with every field set. */
async function account(): Promise<string> {
  return await records.fboAccount(organizationId, {
    ...CONTACT,
    maxInsuredValueCents: '25000000',
    createdAt: new Date(CREATED_AT),
  })
}

/** The nine members of the response, as text: also their order is compared. */
function view(id: string, changes: object = {}): string {
  const rest = { maxInsuredValueCents: '25000000', createdAt: CREATED_AT }
  return JSON.stringify({ data: { id, organizationId, ...CONTACT, ...changes, ...rest } })
}

async function updated(id: string, body: object): Promise<string> {
  const headers = { 'X-Request-Id': REQUEST_ID }
  const response = await api.patch(`/v1/fbo-accounts/${id}`, { token, body, headers })
  assert.equal(response.status, 200, response.text)
  assert.equal(response.headers.get('content-type'), 'application/json; charset=utf-8')
  return response.text
}

async function stored(id: string) {
  const [row] = await sql`select * from fbo_accounts where id = ${id}`
  return row
}

const NOTHING = Object.fromEntries(FIELDS.map((field) => [field, null]))
const EVERYTHING = {
  businessName: 'Ögon & Söner "AB"',
  phone: '(08) 555.012-34 x9',
  email: 'ny@example.org',
  lastName: 'Öberg 🪙',
  firstName: 'Åsa\n',
}
const CHANGES: readonly Record<string, string | null>[] = [
  ...FIELDS.map((field) => ({ [field]: field === 'phone' ? '112' : 'x@y' })),
  ...FIELDS.map((field) => ({ [field]: null })),
  EVERYTHING,
  NOTHING,
  { firstName: 'Grace', phone: null },
]
for (const changes of CHANGES) {
  const title = JSON.stringify(changes)
  test(`Only the supplied fields are changed, and Get returns them: ${title}`, async () => {
    const id = await account()
    const before = await stored(id)
    assert.equal(await updated(id, changes), view(id, changes))
    const by = { version: 2, changedByTokenId: tokenId, changedByRequestId: REQUEST_ID }
    const after = { ...before, ...changes, ...by }
    assert.deepEqual(await stored(id), after)
    assert.equal(await updated(id, changes), view(id, changes))
    assert.deepEqual(await stored(id), after, 'the same again changes nothing')
    const read = await api.get(`/v1/fbo-accounts/${id}`, { token })
    assert.partialDeepStrictEqual(read.body.data, { ...CONTACT, ...changes, isPrimary: false })
  })
}

test('An update that changes nothing returns 200 with the account', async () => {
  const id = await account()
  const before = await records.fingerprint()
  assert.equal(await updated(id, CONTACT), view(id))
  assert.equal(await updated(id, { email: CONTACT.email }), view(id))
  assert.equal(await records.fingerprint(), before)
})

test('An account records the token that changed it last, also in batches', async () => {
  const other = await records.token(organizationId)
  const ids = [await account(), await account(), await account()]
  const rename = (id: string, secret: string) =>
    api.patch(`/v1/fbo-accounts/${id}`, { token: secret, body: { firstName: 'Ada B.' } })
  await Promise.all(ids.map((id, place) => rename(id, place === 1 ? other.token : token)))
  const rows = await Promise.all(ids.map(stored))
  const changers = rows.map((row) => row?.changedByTokenId)
  assert.deepEqual(changers, [tokenId, other.id, tokenId])
  // A caller that sends the present values changed nothing.
  await rename(ids[0] as string, other.token)
  assert.equal((await stored(ids[0] as string))?.changedByTokenId, tokenId)
})

test('Text is accepted exactly at its limit, counted in code points', async () => {
  const rows: [string, string][] = [
    ['firstName', 'A'],
    ['firstName', '🪙'.repeat(300)],
    ['lastName', 'B'],
    ['lastName', '🪙'.repeat(300)],
    ['businessName', 'C'],
    ['businessName', '🪙'.repeat(500)],
    ['email', 'a@b'],
    ['email', `${'🪙'.repeat(252)}@b`],
    ['phone', '112'],
    ['phone', `${'+'.repeat(63)}1`],
    ['phone', '+1 206 555 0142 ext. 9'],
    ['phone', '(206) 555-0142 #9 / Zoë, 🏠 only'],
    ['phone', '0123456789 +()-.x'],
  ]
  const id = await account()
  for (const [field, value] of rows) {
    assert.equal(JSON.parse(await updated(id, { [field]: value })).data[field], value)
  }
})

test('corrections of many records are numbered for each of them, whatever their values', async () => {
  const at = new Date('2026-11-23T09:00:00.123Z')
  const why = { at, reason: null, tokenId: null }
  const ofItem = { ...why, subjectType: 'inventory_item', subjectId: item } as const
  const ofShipment = { ...why, subjectType: 'outbound_shipment', subjectId: shipment } as const
  // Ids of different types may be equal.
  const ofBatch = { ...why, subjectType: 'transfer_batch', subjectId: item } as const
  const values = { member: 'metadata', from: null, to: { metadata: { colour: 'blue' } } }
  for (const description of ['one', 'two']) {
    const corrected = [
      { member: 'description', from: null, to: description },
      { member: 'isHeld', from: false, to: [] },
    ]
    await sql.begin(async (connection) => {
      writeCorrections(runnerOf(operatorFor(organizationId), connection), [
        { ...ofItem, corrected },
        { ...ofShipment, corrected: [values] },
        { ...ofBatch, corrected: [values] },
      ])
    })
  }
  const listed = async (id: string, type: string) =>
    (await api.get(`/v1/corrections?subjectId=${id}&subjectType=${type}`, { token })).body.data
  const shown = { at: at.toISOString(), reason: null, tokenId: null, revaluationId: null }
  const numbered = (entries: object[]) =>
    entries.map((entry, index) => ({ number: index + 1, ...shown, ...entry }))
  const held = { member: 'isHeld', from: false, to: [] }
  const described = (to: string) => ({ member: 'description', from: null, to })
  assert.deepEqual(
    await listed(item, 'inventory_item'),
    numbered([described('one'), held, described('two'), held]),
  )
  assert.deepEqual(await listed(shipment, 'outbound_shipment'), numbered([values, values]))
  assert.deepEqual(await listed(owner, 'fbo_account'), [])
  const [row] = await sql`
    select string_agg(number || ' ' || (from_value is null), ', ' order by number) as stored
    from corrections where subject_type = 'transfer_batch' and subject_id = ${item}`
  assert.equal(row?.stored, '1 true, 2 true')
})

test('corrections are append-only, but that values may be emptied', async () => {
  const only = /^PostgresError: corrections(_\d+)? is append-only/
  const ofItem = sql`where subject_id = ${item}`
  await assert.rejects(sql`update corrections set member = 'x' ${ofItem}`, only)
  await assert.rejects(sql`update corrections set to_value = '1' ${ofItem}`, only)
  await assert.rejects(sql`delete from corrections ${ofItem}`, only)
  await assert.rejects(sql`truncate corrections`, only)
  const emptied = await sql`
    update corrections set from_value = null, to_value = null ${ofItem} returning 1`
  assert.equal(emptied.length, 6)
})
