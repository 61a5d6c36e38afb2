import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openDemoVault } from '../../../test/support/vault/demo-vault.ts'
import { packedClient } from './packed-client.ts'

const client = await packedClient(after)

test('the commands of the demo, by the client, on the first and on the second run', async () => {
  const demo = await openDemoVault()
  const [OPERATOR = '', INTEGRATOR = '', APPROVER = '', AUDITOR = ''] = demo.tokens
  const env = { VAULT_URL: demo.url, OPERATOR, INTEGRATOR, APPROVER, AUDITOR }
  const titles = demo.banner.matchAll(/^As \w+: (\w+ (?:FBO )?\w+)/gm)
  for (const run of ['first', 'second']) {
    const printed = await client.example('demo-commands.mjs', env)
    assert.match(printed, /^Approve Transfer\n {2}"completed"$/m, run)
    for (const [, title = ''] of titles) assert.ok(printed.includes(title), title)
  }
})
