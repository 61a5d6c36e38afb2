import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import { isSoak, soakTest } from '../support/chaos/soak-test.ts'
import { runCommand } from '../support/processes/command.ts'
import { openEmbeddedVault } from '../support/processes/embedded-vault.ts'
import { ApiClient, type ApiResponse } from '../support/vault/api-client.ts'
import { randomNumbers } from '../support/vault/random.ts'
import type { Records } from '../support/vault/records.ts'
import { newKey } from '../support/vault/replays.ts'
import type { Sql } from '../support/vault/sql.ts'
import { openOwnVault } from '../support/vault/vault.ts'

const { app } = await openOwnVault()
const WORKERS = 8
/** Tables whose number of rows does not grow under the load. */
const STEADY = ['fbo_accounts', 'inventory_items', 'access_tokens', 'organizations']

interface Sample {
  readonly memoryMb: number
  /** Bytes of each table with its indexes: all of a steady one, for each row of any other. */
  readonly bytes: Readonly<Record<string, number>>
  readonly deadRows: number
}

soakTest('an hour of mixed load', 'our own load', async ({ t, seed, size }) => {
  const { service, sql, records, dataDir } = await openEmbeddedVault(t)
  const api = new ApiClient(service.url, app)
  const endsAt = performance.now() + size(1_600, 3_600_000)
  const isOver = () => performance.now() >= endsAt
  const samples: Sample[] = []
  const sampling = (async () => {
    while (!isOver()) {
      await pause(Math.min(size(150, 60_000), Math.max(1, endsAt - performance.now())))
      samples.push(await sample(service.metricsUrl, sql))
    }
  })()
  let responded = 0
  const due: Due = async (asked, status = 200) => {
    const response = await asked
    assert.equal(response.status, status, response.text)
    responded += 1
    await pause(size(0, 25))
    return response
  }
  const work = async (_: unknown, index: number) => {
    const setup = await openSetup(records, seed + index)
    while (!isOver()) await takeStep(api, setup, due)
  }
  await Promise.all([...Array.from({ length: WORKERS }, work), sampling])
  const { code, stdout, stderr } = await runCommand(['verify'], { DATA_DIR: dataDir })
  assert.equal(code, 0, stdout + stderr)
  const errors = service.log.filter(({ level }) => level === 'error')
  assert.deepEqual(errors, [])

  const growth = growthOf(samples)
  const worst = Object.entries(growth).reduce((a, b) => (b[1] > a[1] ? b : a))
  if (isSoak) {
    for (const [name, ratio] of Object.entries(growth)) t.diagnostic(`${name}: ${ratio.toFixed(2)}`)
    for (const [name, ratio] of Object.entries(growth)) assert.ok(ratio <= 1.25, `${name} ${ratio}`)
  }
  const memory = samples.map(({ memoryMb }) => memoryMb)
  const dead = samples.map(({ deadRows }) => deadRows)
  return {
    count: `${responded} requests in ${size(1.6, 3_600)} s`,
    result:
      `last quarter against the second: memory ${growth.memory?.toFixed(2)}, the worst of all ` +
      `(${worst[0]}) ${worst[1].toFixed(2)}; memory at most ${Math.max(...memory)} MB; dead rows ` +
      `${Math.max(...dead)} at most, ${dead.at(-1)} in the end; verify clean`,
  }
})

/** Growth of each figure from the second quarter to the last, by their medians. */
function growthOf(samples: readonly Sample[]): Record<string, number> {
  const quarter = Math.floor(samples.length / 4)
  const [second, last] = [samples.slice(quarter, 2 * quarter), samples.slice(-quarter)]
  const ratio = (read: (sample: Sample) => number) =>
    median(last.map(read)) / median(second.map(read))
  const tables = Object.keys(second[0]?.bytes ?? {})
  return {
    memory: ratio(({ memoryMb }) => memoryMb),
    ...Object.fromEntries(
      tables.map((table) => [table, ratio(({ bytes }) => bytes[table] as number)]),
    ),
  }
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] as number
}

async function sample(metricsUrl: string, sql: Sql): Promise<Sample> {
  const metrics = await (await fetch(metricsUrl)).text()
  const memory = Number(/^process_resident_memory_bytes (\S+)/m.exec(metrics)?.[1])
  const tables = await sql<{ name: string; bytes: number; dead: number }[]>`
    select relname as name, n_dead_tup::integer as dead,
      (pg_total_relation_size(relid)
        / case when relname = any(${STEADY}::text[]) then 1 else n_live_tup end)::float8 as bytes
    from pg_stat_user_tables
    where n_live_tup > 0 and schemaname = 'public'
      and (n_live_tup > 500 or relname = any(${STEADY}::text[]))`
  return {
    memoryMb: Math.round(memory / 1e6),
    bytes: Object.fromEntries(tables.map(({ name, bytes }) => [name, bytes])),
    deadRows: tables.reduce((sum, { dead }) => sum + dead, 0),
  }
}

/** The records of one worker. */
interface Setup {
  readonly creator: string
  readonly approver: string
  readonly groups: readonly ItemGroup[]
  readonly random: () => number
}

/** Items that move together, now in the first of these accounts. */
interface ItemGroup {
  readonly accounts: [string, string]
  readonly itemIds: readonly string[]
}

const GROUPS = 50

type Due = (asked: Promise<ApiResponse>, status?: number) => Promise<ApiResponse>

/**
 * A read, a change of an account, a shipment that is cancelled, or a transfer under a key, which is
 * approved, rejected or cancelled. Every response must be the expected one.
 */
async function takeStep(api: ApiClient, setup: Setup, due: Due): Promise<void> {
  const { creator: token, groups, random } = setup
  const group = groups[Math.floor(random() * GROUPS)] as ItemGroup
  const [account] = group.accounts
  const draw = random()
  if (draw < 0.3) return void (await due(api.get(`/v1/fbo-accounts/${account}`, { token })))
  if (draw < 0.5) {
    const body = { lastName: `${Math.floor(random() * 1e6)}` }
    return void (await due(api.patch(`/v1/fbo-accounts/${account}`, { token, body })))
  }
  if (draw < 0.65) return void (await due(api.get('/v1/outbound-shipments', { token })))
  if (draw < 0.7) return void (await due(api.get('/v1/transfers?limit=20', { token })))
  if (draw < 0.9) return await transfer(api, setup, group, due)
  await ship(api, token, group, due)
}

async function transfer(
  api: ApiClient,
  { creator, approver, random }: Setup,
  { accounts, itemIds }: ItemGroup,
  due: Due,
): Promise<void> {
  const [fromFboAccountId, toFboAccountId] = accounts
  // All of them when it is approved: the account that they are in is the source of the next.
  const verb = ['approve', 'reject', 'cancel'][Math.floor(random() * 3)] as string
  const count = verb === 'approve' ? itemIds.length : 1 + Math.floor(random() * 5)
  const items = itemIds
    .slice(0, count)
    .map((inventoryItemId) => ({ inventoryItemId, reason: 'trade' }))
  const body = { fromFboAccountId, toFboAccountId, items }
  const headers = { 'Idempotency-Key': newKey() }
  const made = await due(api.post('/v1/transfers', { token: creator, body, headers }), 201)
  await due(
    api.post(`/v1/transfers/${made.body.data.id}/${verb}`, {
      token: verb === 'cancel' ? creator : approver,
      ...(verb !== 'approve' && { body: { reason: 'Not verified' } }),
      headers: { 'Idempotency-Key': newKey() },
    }),
  )
  if (verb === 'approve') accounts.reverse()
}

async function ship(
  api: ApiClient,
  token: string,
  { accounts, itemIds }: ItemGroup,
  due: Due,
): Promise<void> {
  const items = itemIds.slice(0, 2).map((inventoryItemId) => ({ inventoryItemId }))
  const body = { fboAccountId: accounts[0], items }
  const made = await due(api.post('/v1/outbound-shipments', { token, body }), 201)
  const path = `/v1/outbound-shipments/${made.body.data.id}`
  await due(api.post(`${path}/inspect`, { token }))
  await due(api.post(`${path}/cancel`, { token, body: { reason: 'The owner keeps it' } }))
}

async function openSetup(records: Records, seed: number): Promise<Setup> {
  const { organizationId, token: creator } = await records.owner()
  const { token: approver } = await records.token(organizationId)
  const from = await records.fboAccount(organizationId)
  const to = await records.fboAccount(organizationId)
  const groups: ItemGroup[] = []
  while (groups.length < GROUPS) {
    const itemIds = await records.inventoryItems(organizationId, from, 8)
    groups.push({ accounts: [from, to], itemIds })
  }
  return { creator, approver, groups, random: randomNumbers(seed) }
}
