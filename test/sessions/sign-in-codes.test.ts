import assert from 'node:assert/strict'
import { test } from 'node:test'
import { issueSignInCode } from '../../src/sessions/sign-in-code.ts'
import { TestBrowser } from '../support/vault/browser.ts'
import { openVault } from '../support/vault/vault.ts'

const { records, url, api, database } = await openVault()

test('A suspension and an unbinding make codes worthless', async () => {
  const organizationId = await records.organization()
  const manager = await records.token(organizationId)
  for (const verb of ['suspend', 'unbind']) {
    const account = { issuer: 'https://id.example.com', subject: verb }
    const personId = await records.person(organizationId, account)
    const code = await issueSignInCode(database, organizationId, { personId })
    const send = (what: string) =>
      api.post(`/v1/people/${personId}/${what}`, { token: manager.token })
    assert.equal((await send(verb)).status, 200)
    if (verb === 'suspend') assert.equal((await send('resume')).status, 200)
    const { body } = await new TestBrowser(url).send('POST', '/session', { code })
    assert.equal(body.code, 'invalid_sign_in_code')
  }
})
