import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertRefused, withoutWriting } from '../support/vault/refusal.ts'
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

test('An unknown, a malformed and a foreign id get the same response', async () => {
  const other = await records.organization()
  const foreign = await records.fboAccount(other)
  const responses = []
  for (const id of [
    foreign,
    'fbo_nobody',
    '%00',
    '%ZZ',
    'a%2Fb',
    'ö',
    'x'.repeat(5_000),
    '..%2f',
  ]) {
    const response = await api.get(`/v1/fbo-accounts/${id}`, { token })
    const { requestId, instance, ...rest } = response.body
    assert.ok(instance.startsWith('/v1/fbo-accounts/'))
    assert.equal(requestId, response.headers.get('x-request-id'))
    responses.push({ status: response.status, rest })
  }
  for (const response of responses) assert.deepEqual(response, responses[0])
  assert.equal(responses[0]?.status, 404)
  assert.equal(responses[0]?.rest.code, 'fbo_account_not_found')
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

test("An account is read from the caller's organization, also if another has an equal id", async () => {
  const other = await records.organization()
  await records.fboAccount(other, { id: 'equal', firstName: 'Theirs' })
  await records.fboAccount(organizationId, { id: 'equal', firstName: 'Ours' })
  const response = await api.get('/v1/fbo-accounts/equal', { token })
  assert.equal(response.body.data.firstName, 'Ours')
})

test('Get FBO Account takes no query parameter', async () => {
  const id = await records.fboAccount(organizationId)
  const instance = `/v1/fbo-accounts/${id}`
  const detail = 'fields is not a query parameter of this operation. This operation has none.'
  const response = await withoutWriting(records, () => api.get(`${instance}?fields=id`, { token }))
  assertRefused(response, {
    status: 400,
    code: 'unknown_parameter',
    detail,
    instance,
    errors: [{ pointer: '/fields', in: 'query', code: 'unknown_parameter', detail }],
  })
})
