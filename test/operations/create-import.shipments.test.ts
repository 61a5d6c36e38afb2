import assert from 'node:assert/strict'
import { test } from 'node:test'
import { importerOf } from '../support/operations/import-requests.ts'
import type { ApiResponse } from '../support/vault/api-client.ts'
import { openVault } from '../support/vault/vault.ts'

const vault = await openVault()
const { api, sql } = vault
const { organizationId, token, account, send } = await importerOf(vault)
const KIND = { kind: 'outbound-shipments' } as const

async function shipment(id: string) {
  const { body } = await api.get(`/v1/outbound-shipments/${id}`, { token })
  const { recipient, service, signatureRequired, insuredValueCents, metadata } = body.data
  return { recipient, service, signatureRequired, insuredValueCents, metadata }
}

test('Shipments are imported with where they go, and without', async () => {
  const header =
    'id,fboAccountId,recipientName,recipientLine1,recipientCity,recipientPostalCode,' +
    'recipientCountryCode,service,signatureRequired,insuredValueCents,metadata'
  const rows = [
    `s1,${account},Ada,"Skeppsbron 14",Stockholm,111 30,SE,Overnight,true,2500,"{""order"":""7""}"`,
    `s2,${account},,,,,,,,,`,
    `s3,${account},,,,,,Economy,false,,`,
  ]
  const response = await send(`${[header, ...rows].join('\n')}\n`, KIND)
  assert.equal(response.status, 201, response.text)
  const none = {
    recipient: null,
    service: null,
    signatureRequired: false,
    insuredValueCents: null,
    metadata: {},
  }
  assert.deepEqual(await shipment('s1'), {
    recipient: {
      name: 'Ada',
      company: null,
      line1: 'Skeppsbron 14',
      line2: null,
      city: 'Stockholm',
      region: null,
      postalCode: '111 30',
      countryCode: 'SE',
      phone: null,
    },
    service: 'Overnight',
    signatureRequired: true,
    insuredValueCents: '2500',
    metadata: { order: '7' },
  })
  assert.deepEqual(await shipment('s2'), none)
  assert.deepEqual(await shipment('s3'), { ...none, service: 'Economy' })
  const written = await sql`
    select outbound_shipment_id as id from outbound_shipment_directions
    where organization_id = ${organizationId} order by id`
  assert.deepEqual(
    written.map(({ id }) => id),
    ['s1', 's3'],
  )
})

test('Each cell that is wrong is named, and what a recipient lacks', async () => {
  const header =
    'id,fboAccountId,recipientName,recipientCountryCode,recipientPhone,signatureRequired,' +
    'insuredValueCents'
  const response = await send(`${header}\ns4,${account},,XX,none,yes,1.5\n`, KIND)
  assert.equal(response.status, 400, response.text)
  const found = ({ body }: ApiResponse) =>
    body.errors.map(({ pointer, code }: Record<string, string>) => `${pointer} ${code}`)
  assert.deepEqual(found(response).sort(), [
    '/2/insuredValueCents invalid_format',
    '/2/recipientCountryCode invalid_format',
    '/2/recipientPhone invalid_format',
    '/2/signatureRequired invalid_value',
  ])
  const lacking = await send(`id,fboAccountId,recipientLine1\ns5,${account},Kajen 1\n`, KIND)
  assert.deepEqual(found(lacking), [
    '/2/recipientName required',
    '/2/recipientCity required',
    '/2/recipientCountryCode required',
  ])
})
