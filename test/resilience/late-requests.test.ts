import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { eventually } from '../support/processes/embedded-directory.ts'
import { openOwnVault } from '../support/vault/vault.ts'

// A request that takes longer than a token is remembered is decided by a new look-up of its token.

const { api, records, sql, database } = await openOwnVault({ DATABASE_LOCK_TIMEOUT_MS: 20_000 })
const organizationId = await records.organization()
const account = await records.fboAccount(organizationId)
const path = `/v1/fbo-accounts/${account}`

test('A read that waits returns nothing to a token revoked meanwhile', async () => {
  const revoked = await records.token(organizationId)
  const kept = await records.token(organizationId)
  for (const target of [path, '/v1/fbo-accounts', '/v1/fbo-accounts/nobody']) {
    const reads = await sql.begin(async (tx) => {
      await tx`lock table fbo_accounts in access exclusive mode`
      const reads = [revoked, kept].map(({ token }) => api.get(target, { token }))
      await eventually(() => database.pending > 0, 'the reads to wait')
      await records.revokeToken(revoked.id)
      await delay(1_100)
      return { responses: Promise.all(reads) }
    })
    const [first, second] = await reads.responses
    assert.equal(first?.status, 401, target)
    assert.equal(first?.body.code, 'invalid_token')
    assert.equal(second?.status, target.endsWith('nobody') ? 404 : 200, target)
    await sql`update access_tokens set revoked_at = null where id = ${revoked.id}`
  }
})
