import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertRefused, withoutWriting } from '../support/vault/refusal.ts'
import { TransferSetup } from '../support/vault/transfers.ts'
import { openVault } from '../support/vault/vault.ts'

const { api, records, sql } = await openVault()
const PATH = '/v1/organization-policy'

test('The creator of a pending transfer cannot remove the rule that it waits for', async () => {
  const vault = { api, records, sql }
  const detail =
    'This change would allow the approval of a pending transfer or revaluation of yours: have it ' +
    'decided first, or let another person change the policy with their own token.'
  for (const [before, change] of [
    [{}, { fourEyes: false }] as const,
    [{ insuredExposure: 'block' }, { insuredExposure: 'observe' }] as const,
  ]) {
    const setup = await TransferSetup.open(vault)
    if (Object.keys(before).length > 0) await setup.decide(before)
    const { id } = await setup.transfer()
    const { creator } = setup
    const second = await api.post('/v1/access-tokens', {
      token: creator.token,
      body: { permissions: ['organization_policies:update'] },
    })
    for (const own of [creator.token, second.body.data.token]) {
      const response = await withoutWriting(records, () =>
        api.patch(PATH, { token: own, body: change }),
      )
      const code = 'self_approval_forbidden'
      assertRefused(response, { status: 403, code, detail, instance: PATH })
      const other = { transferExpirySeconds: 60 }
      assert.equal((await api.patch(PATH, { token: own, body: other })).status, 200)
    }
    // An expired transfer waits for nothing, even if it was not processed.
    await setup.expire(id)
    assert.equal((await api.patch(PATH, { token: creator.token, body: change })).status, 200)
  }
})
