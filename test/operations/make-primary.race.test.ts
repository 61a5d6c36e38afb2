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
    const { organizationId, token } = await records.owner()
    const ids = await Promise.all([0, 1, 2, 3].map(() => records.fboAccount(organizationId)))
    const post = (turn: number, path: string, body: object | string) =>
      (clients[turn % clients.length] as ApiClient).post(path, { token, body })
    const make = (id: string, turn: number) => () =>
      post(turn, `/v1/fbo-accounts/${id}/make-primary`, { reason: 'Moved' })
    const erased = await records.fboAccount(organizationId)
    const erase = () => post(round, `/v1/fbo-accounts/${erased}/erase`, { reason: 'Case 1' })
    const sends: (readonly [what: string, send: () => Promise<ApiResponse>])[] = [
      ...[...ids, ...ids.toReversed()].map((id, turn) => ['make', make(id, turn)] as const),
      ['create', () => post(round, '/v1/fbo-accounts', { isPrimary: true })],
      ['create', () => post(round + 1, '/v1/fbo-accounts', { isPrimary: true })],
      ['import', () => post(round, '/v1/imports?type=fbo_accounts', 'isPrimary\ntrue\n')],
      // Every second round another account is erased while it is made primary.
      ...(round % 2 === 0
        ? ([
            ['erase', erase],
            ['make erased', make(erased, 1)],
          ] as const)
        : []),
    ]
    const turned = [...sends.slice(round % sends.length), ...sends.slice(0, round % sends.length)]
    const responses = await Promise.all(turned.map(([, send]) => send()))
    for (const [index, { status, text }] of responses.entries()) {
      const what = turned[index]?.[0] ?? ''
      if (what === 'make' || what === 'erase') assert.equal(status, 200, text)
      else assert.ok(status < 500, text)
      seen.set(`${what} ${status}`, (seen.get(`${what} ${status}`) ?? 0) + 1)
    }
    const primaries = await sql`
      select id from fbo_accounts where organization_id = ${organizationId} and is_primary`
    assert.ok(primaries.length === 1 || (round % 2 === 0 && primaries.length === 0))
    assert.ok(!primaries.some(({ id }) => id === erased))
    // Each account's corrections are of one order, whose last one says what it is now.
    const differing = await sql`
      select account.id
      from fbo_accounts as account
      join lateral (
        select array_agg(to_value order by number) as values, array_agg(from_value order by number)
          as before, array_agg(number order by number) as numbers
        from corrections
        where organization_id = ${organizationId} and subject_id = account.id
      ) as log on numbers is not null
      where account.organization_id = ${organizationId} and (
        values[cardinality(values)] <> to_jsonb(is_primary)
        or before[1] = values[1]
        or before[2:] <> values[:cardinality(values) - 1]
        or numbers <> array(select generate_series(1, cardinality(numbers))))`
    assert.deepEqual([...differing], [])
  }
  t.diagnostic([...seen].map(([what, times]) => `${what}: ${times}`).join(', '))
  assert.equal((await retries()) - before, 0, 'no deadlocks')
})
