import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { promisify } from 'node:util'
import { EXAMPLE_IDS } from '../../src/domain/ids.ts'
import { SHIPMENT_STATUSES } from '../../src/domain/state-transitions.ts'
import { HARBOR, NORTHLIGHT } from '../../src/operator/demo/seed-demo.ts'
import { ITEM_STATUSES } from '../../src/vault/items/inventory-item.ts'
import { TRANSFER_STATUSES } from '../../src/vault/transfers/transfer-batch.ts'
import { runCommand } from '../support/processes/command.ts'
import { assertPeopleSignIn } from '../support/processes/demo-people.ts'
import { type Demo, runDemo, startDemo } from '../support/processes/demo-process.ts'
import {
  afterTest,
  connect,
  eventually,
  open,
  temporaryDirectory,
} from '../support/processes/embedded-directory.ts'
import { SHOWN_STATUS } from '../support/vault/records.ts'

test('every command that the demo prints works, on the first and on the second run', async (t) => {
  const dataDir = temporaryDirectory(t)
  const first = await startDemo(t, { DATA_DIR: dataDir, PORT: '0' })
  await assertVerified(join(dataDir, 'demo'))
  await assertSeeded(t, join(dataDir, 'demo'))
  const created = await assertCommandsWork(first)
  const { stdout: again } = await pasted(first.commands[0] as string)
  assert.match(again, /"code":"item_not_in_vault".*\n409\n$/, 'the items are claimed by then')
  const received = /"type":"transfer.completed".*webhook received, its signature holds/
  await eventually(() => received.test(first.stdout()), 'the webhook of the approval')
  await t.test('meanwhile, a second demo is refused with the process that runs', (t) =>
    assertRefused(
      t,
      { DATA_DIR: dataDir, PORT: '0' },
      `Another service (process ${first.pid}) uses the data directory ${join(dataDir, 'demo')}: ` +
        'stop it first, or set another DATA_DIR for this one.\n',
    ),
  )
  assert.deepEqual(await first.stop(), { code: 0, stderr: '' })
  const logged = first.stdout().match(/request completed/g)
  assert.equal(logged?.length, first.commands.length + 1, 'each request is logged below the banner')

  // If another process listens there already, the port is in use too.
  await listening(t, 8080).catch(() => undefined)
  const second = await startDemo(t, { DATA_DIR: dataDir })
  await t.test('the default port in use is replaced by a free one', () => {
    assert.match(
      second.banner,
      /^Address .* {2}\(port 8080 is taken; set PORT to choose another\)$/m,
    )
    assert.notEqual(new URL(second.url).port, '8080')
  })
  assert.equal(second.tokens.length, 5)
  const revoked = await statusesOf(second, '/v1/outbound-shipments', first.tokens)
  assert.deepEqual(revoked, [401, 401, 401, 401, 401], 'the tokens of the first run')
  const live = await statusesOf(second, '/v1/outbound-shipments')
  assert.deepEqual(live, [200, 200, 200, 200, 200])
  await assertPeopleSignIn(second)
  const createdAfter = await assertCommandsWork(second)
  assert.notEqual(createdAfter.id, created.id)
  const ofOthers = await statusesOf(second, `/v1/fbo-accounts/${created.fromFboAccountId}`)
  assert.deepEqual(ofOthers, [200, 200, 200, 200, 404], 'the last token is another organization')
  await assertVerified(join(dataDir, 'demo'))
  // The transfer of the first run has the latest expiry: the second run approved it.
  const path = `/v1/transfers/${created.id}`
  const response = await get(`${second.url}${path}`, second.tokens[0] as string)
  const { data } = (await response.json()) as { data: Record<string, unknown> }
  assert.deepEqual([data.status, data.approvedBySystem], ['completed', false])
  assert.deepEqual(await second.stop(), { code: 0, stderr: '' })
})

test('the demo refuses a set DATABASE_URL, and a set PORT in use', async (t) => {
  const dataDir = temporaryDirectory(t)
  await assertRefused(
    t,
    { DATA_DIR: dataDir, DATABASE_URL: 'postgres://u:p@127.0.0.1:1/vault' },
    'DATABASE_URL is set (in the environment), but the demo writes synthetic records and uses only ' +
      'its own database: run it without DATABASE_URL, such as `DATABASE_URL= npx vault-inventory demo`.\n',
  )
  const { port } = (await listening(t, 0)).address() as AddressInfo
  await assertRefused(
    t,
    { DATA_DIR: dataDir, PORT: String(port) },
    `The service cannot listen: port ${port} is taken: free it or set PORT to another.\n`,
  )
})

async function assertRefused(t: TestContext, env: Record<string, string>, stderr: string) {
  assert.deepEqual(await runDemo(t, env).ended, { code: 1, signal: null, stdout: '', stderr })
}

async function listening(t: TestContext, port: number): Promise<Server> {
  const server = createServer().listen(port, '127.0.0.1')
  await once(server, 'listening')
  afterTest(t, () => server.close())
  return server
}

function pasted(command: string): Promise<{ stdout: string; stderr: string }> {
  return promisify(execFile)('bash', ['-c', command])
}

/** Pastes every command in the order of the banner; returns the batch that the first created. */
async function assertCommandsWork({
  commands,
}: Demo): Promise<{ id: string; fromFboAccountId: string }> {
  const responses = []
  for (const command of commands) {
    const { stdout, stderr } = await pasted(command)
    assert.equal(stderr, '')
    const [, body, status] = /^(.*)\n(\d{3})\n$/.exec(stdout) as RegExpExecArray
    responses.push({ status: Number(status), ...JSON.parse(body as string) })
  }
  assert.deepEqual(
    responses.map(({ status }) => status),
    [201, 200, 200, 200, 200, 200, 200, 200, 201, 200],
  )
  const [transfer, updated, account, shipments, ...rest] = responses
  const { data: batch } = transfer
  const events = rest.pop()?.data
  assert.ok(JSON.stringify(events).includes(batch.id), 'the transfer is an event')
  assert.equal(events.at(-1).type, 'inventory_item.taken_in')
  assert.equal(batch.organizationId, NORTHLIGHT.id)
  assert.equal(batch.status, 'pending')
  assert.equal(batch.totalItems, 2)
  assert.equal(batch.toFboAccountId, account.data.id)
  assert.deepEqual(account.data, { ...updated.data, isPrimary: false })
  assert.equal(account.data.phone, '+1 206 555 0142')
  assert.equal(shipments.data.length, 5)
  assert.deepEqual(shipments.pagination, { page: 1, hasMore: true })
  for (const { status, shippedAt } of shipments.data) {
    assert.equal(status, 'shipped')
    assert.ok(shippedAt > Date.now() - 366 * 86_400_000 && shippedAt < Date.now())
  }
  assertPendingToDone(rest, batch)
  return batch
}

// biome-ignore lint/suspicious/noExplicitAny: whole documents, of which it reads members
function assertPendingToDone(responses: any[], created: { id: string; toFboAccountId: string }) {
  const [{ data: approved }, movements, holdings, pending, takenIn] = responses
  assert.equal(approved.status, 'completed')
  assert.equal(approved.approvedBySystem, false)
  assert.notEqual(approved.id, created.id)
  const last = movements.data.at(-1)
  assert.equal(last.kind, 'transfer_completed')
  assert.equal(last.transferBatchId, approved.id)
  assert.equal(last.toFboAccountId, approved.toFboAccountId)
  assert.equal(last.tokenId, approved.decidedByTokenId)
  assert.ok(holdings.data.length > 0)
  assert.deepEqual(
    pending.data.map(({ status }: { status: string }) => status),
    Array(5).fill('pending'),
  )
  assert.equal(pending.data[0].id, created.id)
  assert.equal(takenIn.data.status, 'in_vault')
  assert.equal(takenIn.data.fboAccountId, created.toFboAccountId)
}

/** Runs verify on both organizations while the demo runs. */
async function assertVerified(dataDir: string): Promise<void> {
  const { code, document, stderr } = await runCommand(['verify', '--json'], { DATA_DIR: dataDir })
  assert.deepEqual(
    { code, stderr, violations: document.violations },
    { code: 0, stderr: '', violations: [] },
  )
  assert.equal(document.organizations, 2)
  assert.ok(document.movements > document.items && document.items >= 3_000)
}

/** The status of the response to each token. */
async function statusesOf({ url, tokens }: Demo, path: string, by = tokens): Promise<number[]> {
  const responses = await Promise.all(by.map((token) => get(`${url}${path}`, token)))
  return responses.map(({ status }) => status)
}

/** Each organization has records in every status, over more than a year, and the examples. */
async function assertSeeded(t: TestContext, dataDir: string): Promise<void> {
  const sql = connect(t, await open(t, { dataDir, role: 'command' }))
  for (const { id } of [NORTHLIGHT, HARBOR]) {
    const [found] = await sql`
      select
        array(select distinct ${sql.raw(SHOWN_STATUS)} from inventory_items
          where organization_id = ${id}) as items,
        array(select distinct status from transfer_batches where organization_id = ${id})
          as transfers,
        array(select distinct status from outbound_shipments
          where organization_id = ${id} and cancelled_at is null) as shipments,
        (select count(distinct created_at::date)::integer from fbo_accounts
          where organization_id = ${id} and created_at < now() - interval '60 days') as days,
        (select created_at < now() - interval '500 days' from organizations where id = ${id})
          as "isOld",
        (select count(*)::integer from fbo_accounts where organization_id = ${id} and is_primary)
          as "primaryAccounts",
        (select count(held_at) > 0 and count(cancelled_at) > 0 from outbound_shipments
          where organization_id = ${id}) as "areSomeHeldSomeCancelled",
        (select count(*)::integer from transfer_batches
          where organization_id = ${id} and status = 'pending'
            and expires_at > now() + interval '7 days') as "pendingForAWeek"`
    const { items, transfers, shipments, days, ...others } = found as Seeded
    assert.deepEqual(items.sort(), [...ITEM_STATUSES].sort())
    assert.deepEqual(transfers.sort(), [...TRANSFER_STATUSES].sort())
    assert.deepEqual(shipments.sort(), [...SHIPMENT_STATUSES].sort())
    assert.ok(others.areSomeHeldSomeCancelled && days >= 8 && others.isOld)
    assert.equal(others.primaryAccounts, 1)
    assert.ok(others.pendingForAWeek >= 4, 'as long as the tokens live')
  }
  const [examples] = await sql`
    select
      (select status from inventory_items where id = ${EXAMPLE_IDS.inventoryItem}
        and fbo_account_id = ${EXAMPLE_IDS.fboAccount}) as item,
      (select status from transfer_batches where id = ${EXAMPLE_IDS.transferBatch}) as transfer,
      (select status from outbound_shipments
        where id = ${EXAMPLE_IDS.outboundShipment}) as shipment,
      (select count(*)::integer from fbo_accounts
        where id = ${EXAMPLE_IDS.otherFboAccount}) as other`
  const expected = { item: 'in_vault', transfer: 'pending', shipment: 'packing', other: 1 }
  assert.deepEqual(
    { ...examples },
    expected,
    'requests of the API reference work as they are shown',
  )
}

interface Seeded {
  readonly items: string[]
  readonly transfers: string[]
  readonly shipments: string[]
  readonly days: number
  readonly isOld: boolean
  readonly areSomeHeldSomeCancelled: boolean
  readonly primaryAccounts: number
  readonly pendingForAWeek: number
}

function get(url: string, token: string): Promise<Response> {
  return fetch(url, { headers: { Authorization: `Bearer ${token}` } })
}
