import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Importer } from '../support/operations/import-run.ts'
import { databaseUrlOf } from '../support/processes/service-process.ts'
import { withoutWriting } from '../support/vault/refusal.ts'
import { openVault } from '../support/vault/vault.ts'

const { api, records, connection } = await openVault()
const importer = new Importer({ DATABASE_URL: databaseUrlOf(connection) })
const organizationId = await records.organization()
const { token } = await records.token(organizationId)
const accountId = await records.fboAccount(organizationId)

const FIRST = '1000-01-01T00:00:00.000Z'
const LAST = '9999-12-31T23:59:59.999Z'
const LAST_MS = 253_402_300_799_999

test('the earliest and the latest importable times are returned exactly', async () => {
  const accounts = `id,createdAt\nfirst,${FIRST}\nlast,${LAST}\n`
  const shipments = `id,fboAccountId,status,shippedAt,createdAt
first,${accountId},shipped,0,${FIRST}
last,${accountId},shipped,${LAST_MS},${LAST}
`
  const imports = [
    ['fbo-accounts', accounts],
    ['outbound-shipments', shipments],
  ] as const
  for (const [spec, content] of imports) {
    const { code, document } = await importer.json(spec, content, organizationId)
    assert.deepEqual([code, document.imported], [0, 2])
  }
  for (const [id, createdAt] of [
    ['first', FIRST],
    ['last', LAST],
  ]) {
    const { body } = await api.get(`/v1/fbo-accounts/${id}`, { token })
    assert.equal(body.data.createdAt, createdAt)
    const updated = await api.patch(`/v1/fbo-accounts/${id}`, { token, body: { firstName: 'A' } })
    assert.equal(updated.body.data.createdAt, createdAt)
  }
  const { body } = await api.get('/v1/outbound-shipments', { token })
  assert.deepEqual(
    body.data.map((shipment: Record<string, unknown>) => [
      shipment.id,
      shipment.shippedAt,
      shipment.createdAt,
    ]),
    [
      ['last', LAST_MS, LAST],
      ['first', 0, FIRST],
    ],
  )
})

test('times just outside the importable range are refused with line and column', async () => {
  const accounts = `createdAt
0999-12-31T23:59:59.999Z
1000-01-01T00:00:00.000+00:01
10000-01-01T00:00:00.000Z
9999-12-31T23:59:59.999-00:01
`
  const shipments = `fboAccountId,status,shippedAt,createdAt
${accountId},packing,,0999-12-31T23:59:59.999Z
${accountId},shipped,${LAST_MS + 1},9999-12-31T23:59:59.999-00:01
`
  const found = await withoutWriting(records, async () => [
    await importer.violations('fbo-accounts', accounts, organizationId),
    await importer.violations('outbound-shipments', shipments, organizationId),
  ])
  assert.deepEqual(found, [
    [2, 3, 4, 5].map((line) => `${line} createdAt invalid_format`),
    ['2 createdAt invalid_format', '3 shippedAt invalid_value', '3 createdAt invalid_format'],
  ])
})
