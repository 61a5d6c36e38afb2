import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ShipmentSetup } from '../support/operations/shipment-setup.ts'
import { assertRefused, withoutWriting } from '../support/vault/refusal.ts'
import { openVault } from '../support/vault/vault.ts'

const vault = await openVault()
const { api, records } = vault
const shipments = await ShipmentSetup.open(vault)
const { token } = shipments.creator

/** A shipment that left with that number; its id. */
async function shipped(trackingNumber: string, carrier = 'Brinks'): Promise<string> {
  const id = await shipments.bring('approved', 'plain', await shipments.items(1))
  const path = `/v1/outbound-shipments/${id}/ship`
  const { status, text } = await api.post(path, { token, body: { carrier, trackingNumber } })
  assert.equal(status, 200, text)
  return id
}

/** The ids of the shipments with the number. */
async function found(trackingNumber: string): Promise<string[]> {
  const query = new URLSearchParams({ trackingNumber })
  const { status, text, body } = await api.get(`/v1/outbound-shipments?${query}`, { token })
  assert.equal(status, 200, text)
  return body.data.map(({ id }: { id: string }) => id)
}

test('A number is kept and found without blanks at its ends and what is not seen', async () => {
  const id = await shipped(' 1Z  56045\u200b9\u00a0')
  for (const number of ['1Z 560459', '\u200b 1Z 56\u00ad0459 ', '１Z 560459']) {
    assert.deepEqual(await found(number), [id], number)
  }
  await shipped('\u0958'.repeat(100))
})

test('Any text that can be shipped under is found, and only by its case and blanks', async () => {
  const odd = ['a/b', 'a%2Fb', 'ä ö', '🏛'.repeat(100), 'x?y=1&z#1', "it's", '%', 'items', 'a+b']
  for (const number of odd) {
    const id = await shipped(number)
    assert.deepEqual(await found(number), [id], number)
  }
  await shipped('AbC 1')
  for (const other of ['abc 1', 'AbC1', 'AbC', 'AbC+1']) {
    assert.deepEqual(await found(other), [], other)
  }
})

test('All shipments with one number are listed, the newest first', async () => {
  const number = 'BX 4417 2203'
  const first = await shipped(number, 'Brinks')
  const second = await shipped(number, 'Malca-Amit')
  assert.deepEqual(await found(number), [second, first])
})

test('A number has 1 to 100 characters that can be stored', async () => {
  const instance = '/v1/outbound-shipments'
  const form = 'trackingNumber must not contain U+0000 or an unpaired surrogate.'
  for (const [value, detail] of [
    ['', 'trackingNumber must have 1 to 100 characters.'],
    ['x'.repeat(101), 'trackingNumber must have 1 to 100 characters.'],
    ['a%00', form],
  ] as const) {
    const path = `${instance}?trackingNumber=${value}`
    const response = await withoutWriting(records, () => api.get(path, { token }))
    const code = 'invalid_parameter'
    const errors = [{ pointer: '/trackingNumber', in: 'query', code, detail }]
    assertRefused(response, { status: 400, code, detail, instance, errors })
  }
})
