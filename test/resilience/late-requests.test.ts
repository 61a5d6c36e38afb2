import assert from 'node:assert/strict'
import { request as httpRequest } from 'node:http'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { eventually } from '../support/processes/embedded-directory.ts'
import { whoWaitsForLock } from '../support/vault/lock-wait.ts'
import { openOwnVault } from '../support/vault/vault.ts'

// A request that takes longer than a token is remembered is decided by a new look-up of its token.

const { api, records, sql, url, logLines, metrics, database } = await openOwnVault({
  DATABASE_LOCK_TIMEOUT_MS: 20_000,
})
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

test('A request whose client hangs up is logged and counted', async () => {
  const { token } = await records.token(organizationId)
  assert.equal((await api.get(path, { token })).status, 200)
  await sql.begin(async (tx) => {
    await tx`lock table fbo_accounts in access exclusive mode`
    const request = httpRequest(`${url}${path}`, {
      headers: { authorization: `Bearer ${token}`, 'x-request-id': 'hung-up' },
    })
    request.on('error', () => undefined).end()
    await whoWaitsForLock(sql)
    request.destroy()
    await eventually(() => logLines.some((line) => line.includes('"hung-up"')), 'its line')
  })
  await delay(50)
  const lines = logLines.filter((line) => line.includes('"hung-up"'))
  assert.equal(lines.length, 1)
  const { status, operationId } = JSON.parse(lines[0] as string)
  assert.deepEqual({ status, operationId }, { status: 499, operationId: 'getFboAccount' })
  assert.match(
    await metrics.registry.metrics(),
    /vault_http_request_duration_seconds_count\{operation="getFboAccount",status="499"\} 1/,
  )
})
