import assert from 'node:assert/strict'
import { test } from 'node:test'
import { OPERATIONS } from '../support/contract/published-operations.ts'
import { withoutWriting } from '../support/vault/refusal.ts'
import { openVault } from '../support/vault/vault.ts'

const { api, records, url } = await openVault()
const organizationId = await records.organization(undefined, 'test')
const { token } = await records.token(organizationId)

/** The values that a client could rely on, and the one of RFC 9110, 13.1.2, for creations. */
const VALUES = ['*', '"1"', '"999"', 'W/"1"']

for (const { operationId, path, method, parameters = [], responses } of OPERATIONS) {
  const documented = parameters.filter((each) => each.in === 'header').map(({ name }) => name)
  for (const header of ['If-Match', 'If-None-Match']) {
    if (documented.includes(header)) {
      test(`${operationId} honours ${header} with a status of its own`, () => {
        assert.ok(responses[header === 'If-Match' ? '412' : '304'])
      })
      continue
    }
    test(`${operationId} refuses ${header} by its name`, async () => {
      assert.ok(responses['400'])
      await withoutWriting(records, async () => {
        for (const value of VALUES) {
          const response = await api.request(method, path.replaceAll(/\{\w+\}/g, 'some_id'), {
            token,
            headers: { [header]: value },
            ...(method !== 'GET' &&
              method !== 'DELETE' && { body: operationId === 'createImport' ? '' : {} }),
          })
          assert.equal(response.status, 400, response.text)
          const { errors } = response.body as { errors: { pointer: string; in?: string }[] }
          const named = errors.filter(({ in: place }) => place === 'header')
          assert.deepEqual(
            named.map(({ pointer }) => pointer),
            [`/${header}`],
          )
        }
      })
    })
  }
}

test('HEAD is judged as GET', async () => {
  const response = await fetch(`${url}/v1/fbo-accounts`, {
    method: 'HEAD',
    headers: { Authorization: `Bearer ${token}`, 'If-Match': '*' },
  })
  assert.equal(response.status, 400)
})
