import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTwoProcesses } from '../support/processes/two-processes.ts'
import type { ApiClient, ApiResponse } from '../support/vault/api-client.ts'
import { openVault } from '../support/vault/vault.ts'

// Two processes of the service over one database, as behind a load balancer.
const vault = await openVault()
const { records, sql } = vault
const { clients, retries } = await startTwoProcesses(vault)
const ROUNDS = 20

test('of accounts made primary at once, by whichever operation, one is it in the end', async (t) => {
  const before = await retries()
  const seen = new Map<string, number>()
  for (let round = 0; round < ROUNDS; round += 1) {
    const organizationId = await records.organization()
    const { token } = await records.token(organizationId)
    const ids = await Promise.all([0, 1, 2, 3].map(() => records.fboAccount(organizationId)))
    const post = (turn: number, path: string, body: object | string) =>
      (clients[turn % clients.length] as ApiClient).post(path, { token, body })
    const make = (id: string, turn: number) => () =>
      post(turn, `/v1/fbo-accounts/${id}/make-primary`, { reason: 'Moved' })
    const sends: (readonly [what: string, send: () => Promise<ApiResponse>])[] = [
      ...[...ids, ...ids.toReversed()].map((id, turn) => ['make', make(id, turn)] as const),
      ['create', () => post(round, '/v1/fbo-accounts', { isPrimary: true })],
      ['create', () => post(round + 1, '/v1/fbo-accounts', { isPrimary: true })],
      ['import', () => post(round, '/v1/imports?type=fbo_accounts', 'isPrimary\ntrue\n')],
    ]
    const turned = [...sends.slice(round % sends.length), ...sends.slice(0, round % sends.length)]
    const responses = await Promise.all(turned.map(([, send]) => send()))
    for (const [index, { status, text }] of responses.entries()) {
      const what = turned[index]?.[0] ?? ''
      if (what === 'make') assert.equal(status, 200, text)
      else assert.ok(status < 500, text)
      seen.set(`${what} ${status}`, (seen.get(`${what} ${status}`) ?? 0) + 1)
    }
    const primaries = await sql`
      select id from fbo_accounts where organization_id = ${organizationId} and is_primary`
    assert.equal(primaries.length, 1)
    // Each account's last correction says what it is now: one order, the same for both.
    const differing = await sql`
      select account.id
      from fbo_accounts as account
      join lateral (
        select to_value
        from corrections
        where organization_id = ${organizationId} and subject_id = account.id
        order by number desc limit 1
      ) as last on true
      where account.organization_id = ${organizationId} and last.to_value <> to_jsonb(is_primary)`
    assert.deepEqual([...differing], [])
  }
  t.diagnostic([...seen].map(([what, times]) => `${what}: ${times}`).join(', '))
  assert.equal((await retries()) - before, 0, 'no deadlocks')
})
