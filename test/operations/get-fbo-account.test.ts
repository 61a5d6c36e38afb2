import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openVault } from '../support/vault/vault.ts'

const { api, records } = await openVault()
const organizationId = await records.organization()
const { token } = await records.token(organizationId)

test('Get FBO Account returns the ten members of the specification, in its order', async () => {
  const id = await records.fboAccount(organizationId, {
    firstName: 'Ada',
    lastName: 'Lindqvist',
    email: 'ada@example.com',
    phone: '+46 8 555 012 34',
    businessName: null,
    maxInsuredValueCents: '9223372036854775807',
    isPrimary: true,
    createdAt: new Date('2026-01-02T03:04:05.678Z'),
  })
  const response = await api.get(`/v1/fbo-accounts/${id}`, { token })
  assert.equal(response.status, 200)
  assert.equal(
    response.text,
    JSON.stringify({
      data: {
        id,
        organizationId,
        firstName: 'Ada',
        lastName: 'Lindqvist',
        email: 'ada@example.com',
        phone: '+46 8 555 012 34',
        businessName: null,
        maxInsuredValueCents: '9223372036854775807',
        isPrimary: true,
        createdAt: '2026-01-02T03:04:05.678Z',
      },
    }),
  )
})

test('Every contact field may be null; maxInsuredValueCents and isPrimary never are', async () => {
  const createdAt = '2026-12-31T23:59:59.999Z'
  const id = await records.fboAccount(organizationId, { createdAt: new Date(createdAt) })
  const response = await api.get(`/v1/fbo-accounts/${id}`, { token })
  assert.equal(response.status, 200)
  assert.equal(
    response.text,
    JSON.stringify({
      data: {
        id,
        organizationId,
        firstName: null,
        lastName: null,
        email: null,
        phone: null,
        businessName: null,
        maxInsuredValueCents: '0',
        isPrimary: false,
        createdAt,
      },
    }),
  )
})

test('Text comes back exactly as it is stored', async () => {
  const text = 'Åsa "Q" \\ 🪙\u2028\u0001\n</script>'
  const id = await records.fboAccount(organizationId, { firstName: text, businessName: text })
  const { data } = (await api.get(`/v1/fbo-accounts/${id}`, { token })).body
  assert.equal(data.firstName, text)
  assert.equal(data.businessName, text)
})

test('An id may be percent-encoded in the path', async () => {
  const id = await records.fboAccount(organizationId, { id: 'a-b_c' })
  const response = await api.get('/v1/fbo-accounts/%61%2Db_c', { token })
  assert.equal(response.body.data.id, id)
})
