import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { ROWS } from '../support/access/rows.ts'
import { World } from '../support/access/world.ts'
import type { ApiClient } from '../support/api-client.ts'
import { organizationFaults, vaultTables } from '../support/organization-bounds.ts'
import { openProxy } from '../support/proxy.ts'
import { SentStatements } from '../support/sent-statements.ts'
import { TransferDesk } from '../support/transfers.ts'
import { openVault } from '../support/vault.ts'

// Each statement that an operation sends names one organization, as one parameter, for every table:
// none can reach another one's rows, and a distributed database sends each whole to one node. Seen
// on the wire, and judged by PostgreSQL's own plans.

/** Statements that stand above the organizations. */
const EXCEPTIONS: readonly (readonly [why: string, text: RegExp])[] = [
  ['the look-up that finds out who calls', /from access_tokens\s[^;]*\btoken_sha256 = /],
]

/**
 * Left out, and not always sent: what tends the counts of shipments is no operation's. It is of one
 * organization, and names it in several parameters.
 */
const TENDING = [
  /\bolder as materialized\b[\s\S]*\bas (newest|oldest)\b/,
  /\blag\(created_at\) over oldest\b/,
  /\bdelete from outbound_shipment_block_changes\b/,
]

const vault = await openVault()
const { records, sql } = vault
const sent = new SentStatements()
const proxy = await openProxy(vault.connection, (client, chunk) => sent.take(client, chunk))
const watched = await openVault({}, { connection: proxy.url })
after(() => proxy.close())
const tables = await vaultTables(sql)

/** Calls every operation with success: by each id that it takes, under a key, and as a dry run. */
async function callEachOperation(api: ApiClient): Promise<void> {
  const organizationId = await records.organization()
  const world = new World(sql, records)
  for (const [operationId, row] of Object.entries(ROWS)) {
    const { token } = await records.token(organizationId)
    const positions = Object.keys(row.ids)
    for (const tested of positions.length === 0 ? [''] : positions) {
      const ids: Record<string, string> = {}
      for (const [place, { make }] of Object.entries(row.ids)) {
        ids[place] = await make(world, organizationId)
      }
      const { method, path, body } = row.request((place) => ids[place] as string, tested)
      const request = { token, ...(body !== undefined && { body }) }
      const keyed = {
        ...request,
        headers: { 'Idempotency-Key': `${operationId}-${positions.indexOf(tested)}` },
      }
      if (method !== 'GET') await api.request(method, `${path}?validateOnly=true`, request)
      const answer = await api.request(method, path, method === 'GET' ? request : keyed)
      assert.equal(answer.status, row.success, `${operationId}: ${answer.text}`)
      if (method !== 'GET') await api.request(method, path, keyed)
    }
  }
}

/** What filters, later pages and moments add to lists. */
async function readFurther(api: ApiClient): Promise<void> {
  const organizationId = await records.organization()
  const { token } = await records.token(organizationId)
  const account = await records.fboAccount(organizationId)
  await records.inventoryItems(organizationId, account, 5)
  for (let made = 0; made < 5; made += 1) await records.outboundShipment(organizationId, account)
  const span = 'createdFrom=2020-01-01T00:00:00Z&createdBefore=2100-01-01T00:00:00Z'
  for (const path of [
    `/v1/outbound-shipments?status=packing&fboAccountId=${account}`,
    '/v1/outbound-shipments?limit=1&page=4',
    '/v1/outbound-shipments?cancelled=true',
    `/v1/transfers?status=pending&idempotencyKey=k&${span}`,
    `/v1/fbo-accounts?isPrimary=true&${span}`,
    '/v1/inventory-items?status=transfer_pending',
    '/v1/inventory-items?status=in_vault&limit=1&page=3',
    `/v1/fbo-accounts/${account}/holdings?limit=1`,
    `/v1/fbo-accounts/${account}/holdings?asOf=${new Date().toISOString()}`,
  ]) {
    const answer = await api.get(path, { token })
    assert.equal(answer.status, 200, `${path}: ${answer.text}`)
    const next = /<([^>]+)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1]
    if (next !== undefined) await api.get(next.replace(/^https?:\/\/[^/]+/, ''), { token })
  }
}

/** What is due, and what the policy approves. */
async function processDue(): Promise<void> {
  const desk = await TransferDesk.open({ ...vault, api: watched.api })
  const { id } = await desk.transfer()
  await desk.expire(id)
  assert.equal((await desk.get(id)).body.data.status, 'expired')
  await desk.decide({ systemApproval: 'within_limits', insuredExposure: 'observe' })
  const approved = await desk.transfer()
  assert.equal((await desk.get(approved.id)).body.data.status, 'completed')
}

test('Every statement of every operation names one organization, as one parameter', async () => {
  await callEachOperation(watched.api)
  await readFurther(watched.api)
  await processDue()
  const touching = [...sent.texts].filter((text) =>
    [...tables.keys()].some((table) => new RegExp(`\\b${table}\\b`).test(text)),
  )
  assert.ok(touching.length >= 60, `${touching.length} statements were seen`)
  const faulty: string[] = []
  for (const text of touching) {
    if (TENDING.some((tending) => tending.test(text))) continue
    if (EXCEPTIONS.some(([, exception]) => exception.test(text))) continue
    const faults = await organizationFaults(sql, text, tables)
    if (faults.length > 0) faulty.push(`${faults.join('; ')}:\n${text}`)
  }
  assert.deepEqual(faulty, [])
  for (const [why, exception] of EXCEPTIONS) {
    assert.ok(
      touching.some((text) => exception.test(text)),
      `no exception is needed any more: ${why}`,
    )
  }
})

test('A statement that reaches other organizations would be seen', async () => {
  const insert = `
    insert into fbo_accounts (organization_id, id)
    select %, $2 from fbo_accounts where organization_id = $1 and id = $2`
  for (const [text, fault] of [
    ['select from inventory_items where id = $1', /Scan of inventory_items names no/],
    ['select from transfer_batches where organization_id = any($1::text[])', /names no organiz/],
    [
      `select from fbo_accounts as account join inventory_items as item on item.fbo_account_id =
        account.id where account.organization_id = $1`,
      /of inventory_items names no/,
    ],
    [
      `select from fbo_accounts as account join inventory_items as item on item.fbo_account_id =
        account.id where account.organization_id = $1 and item.organization_id = $2`,
      /several parameters/,
    ],
    ['update access_tokens set revoked_at = now() where id = $1', /of access_tokens names no/],
    [insert.replace('%', "'org_1'"), /ModifyTable of fbo_accounts names no/],
  ] as const) {
    const faults = await organizationFaults(sql, text, tables)
    assert.match(faults.join(), fault, text)
  }
  assert.deepEqual(await organizationFaults(sql, insert.replace('%', '$1'), tables), [])
})
