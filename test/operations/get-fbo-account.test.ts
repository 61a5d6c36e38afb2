import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openVault } from '../support/vault.ts'

const { api, records } = await openVault()
const organizationId = await records.organization()
const { token } = await records.token(organizationId)

test('Get FBO Account answers the ten members of the specification, in its order', async () => {
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
  const answer = await api.get(`/v1/fbo-accounts/${id}`, { token })
  assert.equal(answer.status, 200)
  assert.equal(
    answer.text,
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

test('an id that is unknown, malformed or of another organization gets one and the same answer', async () => {
  const other = await records.organization()
  const foreign = await records.fboAccount(other)
  const answers = []
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
    const answer = await api.get(`/v1/fbo-accounts/${id}`, { token })
    const { requestId, instance, ...rest } = answer.body
    assert.ok(instance.startsWith('/v1/fbo-accounts/'))
    assert.equal(requestId, answer.headers.get('x-request-id'))
    answers.push({ status: answer.status, rest })
  }
  for (const answer of answers) assert.deepEqual(answer, answers[0])
  assert.equal(answers[0]?.status, 404)
  assert.equal(answers[0]?.rest.code, 'fbo_account_not_found')
})
