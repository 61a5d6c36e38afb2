import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { OrganizationTransaction } from '../../src/database/changes/organization-transaction.ts'
import type { Database, VaultPart } from '../../src/database/database.ts'
import { lookUpParts } from '../../src/database/poll-in-background.ts'
import { countReplayed } from '../../src/history/webhooks/deliveries/replay-webhook-events.ts'
import { DELIVERY_PAGES } from '../../src/history/webhooks/deliveries/webhook-deliveries.ts'
import {
  findEndpointsWithWork,
  findOrganizationsWithEndpoints,
  findOrganizationsWithOverdueTransfers,
  readBacklog,
} from '../../src/history/webhooks/delivery/find-work.store.ts'
import { planOf, sentBy, statementsOf } from '../support/schema/query-plan.ts'
import { freshDatabase } from '../support/vault/vault.ts'

/** Endpoints, one for each organization; of 100 events each, half are delivered. */
const ENDPOINTS = 1_000

const { name: databaseName, sql } = await freshDatabase()
await sql.begin(async (tx) => {
  await tx`set local synchronous_commit = off`
  await tx`
    insert into organizations (id, name) select 'org_' || number, 'One'
    from generate_series(1, ${ENDPOINTS}) as number`
  await tx`alter table events disable trigger user`
  await tx`
    insert into events (organization_id, number, type, occurred_at, system, subject_type,
      subject_id, data)
    select organization.id, number, 'fbo_account.created', now(), 'command_line', 'fbo_account',
      'fbo_1', '{}'
    from organizations as organization cross join generate_series(1, 100) as number`
  await tx`alter table events enable trigger user`
  await tx`
    insert into webhook_endpoints (organization_id, id, url, encrypted_secret, created_at)
    select id, 'hook_' || id, 'https://example.com', '', now() from organizations`
  await tx`
    insert into webhook_endpoint_health (organization_id, endpoint_id, position)
    select organization_id, id, 100 from webhook_endpoints`
  await tx`
    insert into webhook_deliveries (organization_id, endpoint_id, event_number, status, attempts,
      next_attempt_at, created_at, ended_at)
    select organization_id, endpoint.id, number, case when number > 50 then 'pending' else 'delivered' end, 1,
      case when number > 50 then now() + interval '1 hour' end, now(),
      case when number <= 50 then now() end
    from webhook_endpoints as endpoint cross join generate_series(1, 100) as number`
})
for (const table of [
  'events',
  'webhook_endpoints',
  'webhook_endpoint_health',
  'webhook_deliveries',
])
  await sql`analyze ${sql(table)}`

type Work = (database: Database) => Promise<unknown>

const inParts =
  (find: (part: VaultPart) => Promise<object[]>): Work =>
  (database) =>
    lookUpParts(database, find)

const STATEMENTS: [name: string, work: Work, msMax: number][] = [
  ['endpoints with work', inParts(findEndpointsWithWork), 200],
  ['organizations with expired transfers', inParts(findOrganizationsWithOverdueTransfers), 200],
  ['organizations with endpoints', inParts(findOrganizationsWithEndpoints), 200],
  ['the backlog', readBacklog, 2_000],
]

for (const [name, work, msMax] of STATEMENTS) {
  test(`${name}: found by indexes for ${ENDPOINTS} idle endpoints`, async (t) => {
    // The others that belong to it read every endpoint.
    const [statement] = await statementsOf(work)
    assert.ok(statement)
    const rows = await sql.begin(async (tx) => {
      // As on the connections of requests.
      await tx`set local enable_seqscan = off`
      return await tx.query(`explain (analyze, format json) ${statement.text}`)
    })
    const [explained] = Object.values(rows[0] as object)[0]
    const text = JSON.stringify(explained)
    t.diagnostic(`${explained['Execution Time']} ms`)
    assert.doesNotMatch(text, /"Seq Scan"/)
    assert.ok(explained['Execution Time'] < msMax, text)
  })
}

test('the last attempts of a delivery: read backward by their index, and no further', async () => {
  const caller = { organizationId: 'org_1', tokenId: 'tok_1', permissions: new Set<never>() }
  const [statement] = await statementsOf((database) =>
    DELIVERY_PAGES.find(caller, database, { page: 1, limit: 100 }, 'hook_org_1'),
  )
  assert.ok(statement)
  const { nodes, text } = await planOf(sql, statement, 'force_generic_plan')
  const [limit] = nodes.filter(({ 'Node Type': type, Plans }) => {
    return type === 'Limit' && Plans?.some((node) => node['Index Name'] === 'webhook_attempts_pkey')
  })
  assert.equal(limit?.Plans?.[0]?.['Scan Direction'], 'Backward', text)
})

test('a replay reads the events of its window alone, by their key', async () => {
  const [statement] = await sentBy(databaseName, (watched) => {
    const run = (text: string, parameters: readonly unknown[]) =>
      watched.query(text, ['org_1', ...parameters] as never)
    const tx = { organizationId: 'org_1', run } as unknown as OrganizationTransaction
    return countReplayed(tx, 'hook_org_1', 7, '2026-01-01T00:00:00Z', 'infinity', 10, null)
  })
  assert.ok(statement)
  const { nodes, text } = await planOf(sql, statement, 'force_generic_plan')
  const [events, ...others] = nodes.filter((node) => node['Index Name'] === 'events_pkey')
  assert.equal(others.length, 0)
  assert.match(String(events?.['Index Cond']), /number > .*number <= .*100000/, text)
})
