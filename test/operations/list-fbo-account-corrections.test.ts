import assert from 'node:assert/strict'
import { test } from 'node:test'
import { writeCorrections } from '../../src/corrections/corrections.store.ts'
import { runnerOf } from '../../src/database/changes/organization-transaction.ts'
import { operatorFor } from '../../src/domain/caller.ts'
import { openVault } from '../support/vault/vault.ts'

const { api, records, sql } = await openVault()
const { organizationId, token } = await records.owner()
const account = await records.fboAccount(organizationId)
const item = await records.inventoryItem(organizationId, account)
const shipment = await records.outboundShipment(organizationId, account)

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
  const listed = async (path: string) =>
    (await api.get(`/v1/${path}/corrections`, { token })).body.data
  const shown = { at: at.toISOString(), reason: null, tokenId: null }
  const [of, ofOther] = [`inventory-items/${item}`, `outbound-shipments/${shipment}`]
  const numbered = (entries: object[]) =>
    entries.map((entry, index) => ({ number: index + 1, ...shown, ...entry }))
  const held = { member: 'isHeld', from: false, to: [] }
  const described = (to: string) => ({ member: 'description', from: null, to })
  assert.deepEqual(await listed(of), numbered([described('one'), held, described('two'), held]))
  assert.deepEqual(await listed(ofOther), numbered([values, values]))
  assert.deepEqual(await listed(`fbo-accounts/${account}`), [])
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
  const { count } = await sql`
    update corrections set from_value = null, to_value = null ${ofItem}`
  assert.equal(count, 6)
})
