import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { VaultPart } from '../../src/database/database.ts'
import { lookUpParts } from '../../src/database/poll-in-background.ts'
import { findUnsealed, findUnsigned } from '../../src/history/sealed-log/seal-in-background.ts'
import { findEndpointsWithWork } from '../../src/history/webhooks/delivery/find-work.store.ts'
import { findBehind } from '../../src/vault/search/note-words.ts'
import { statementsOf } from '../support/schema/query-plan.ts'
import { freshDatabase, openVault } from '../support/vault/vault.ts'

/** Events of the only organization: the planner expects hundreds of them while none is counted. */
const EVENTS = 5_000

const { sql } = await freshDatabase()
await sql.begin(async (tx) => {
  await tx`insert into organizations (id, name, created_at) values ('org_1', 'One', '2020-01-01')`
  await tx`alter table events disable trigger user`
  await tx`
    insert into events (organization_id, number, type, occurred_at, system, subject_type,
      subject_id, data)
    select 'org_1', number, 'fbo_account.created', now(), 'command_line', 'fbo_account',
      'fbo_1', '{}'
    from generate_series(1, ${EVENTS}) as number`
  await tx`alter table events enable trigger user`
  await tx`
    insert into event_seals (organization_id, number, chain_hash)
    values ('org_1', 1, ${Buffer.alloc(32)})`
  await tx`
    insert into search_progress (organization_id, event_number, types_left, looked_through_to)
    values ('org_1', 0, '{}', '')`
  await tx`
    insert into webhook_endpoints (organization_id, id, url, encrypted_secret, created_at)
    values ('org_1', 'hook_1', 'https://example.com', '', now())`
  await tx`
    insert into webhook_endpoint_health (organization_id, endpoint_id, position)
    values ('org_1', 'hook_1', 0)`
})
await sql`analyze events`

type Find = (part: VaultPart) => Promise<readonly unknown[]>

const LOOK_UPS: readonly (readonly [name: string, find: Find, rows: number])[] = [
  ['events to be sealed', findUnsealed, 1],
  ['seals to be signed', (part) => findUnsigned(part, new Date()), 1],
  ['words to be noted', findBehind, 1],
  ['endpoints with work', findEndpointsWithWork, 1],
]

interface Node {
  readonly 'Actual Rows': number
  readonly 'Actual Loops': number
  readonly 'Relation Name'?: string
  readonly Plans?: readonly Node[]
}

const nodesOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)]

for (const [name, find, found] of LOOK_UPS) {
  test(`${name}: no look-up reads the log, in a vault whose organizations were never counted`, async () => {
    const [statement] = await statementsOf((database) => lookUpParts(database, find))
    assert.ok(statement)
    const rows = await sql.begin(async (tx) => {
      // As on the connections of requests.
      await tx`set local enable_seqscan = off`
      const explain = `explain (analyze, format json) ${statement.text}`
      return await tx.query(explain, statement.parameters as never[])
    })
    const [{ Plan: plan }] = Object.values(rows[0] as object)[0] as [{ Plan: Node }]
    assert.equal(plan['Actual Rows'], found)
    const read = nodesOf(plan)
      .filter((node) => node['Relation Name'] === 'events')
      .reduce((sum, node) => sum + node['Actual Rows'] * node['Actual Loops'], 0)
    assert.ok(read <= 5, `${read} events were read: ${JSON.stringify(plan, null, 1)}`)
  })
}

test('A look-up is planned once for a connection, not each time', async () => {
  const { database } = await openVault()
  // It finds itself among the prepared statements of its connection.
  const itself = `
    select generic_plans::integer from pg_prepared_statements
    where statement like '%pg_prepared_statements%'`
  const rows = await lookUpParts(database, (part) => part.lookUp(itself))
  assert.equal(rows.length, 1)
})
