/**
 * What the counts that pages are found by cost whoever writes: shipments created and moved, before
 * and after, one caller and 64 in one organization. Two source trees, each with its own service
 * over its own database of one PostgreSQL, with the same records; rounds alternate between them.
 *
 *   npx node bench/shipment-writes.ts
 *   npx node bench/shipment-writes.ts --before main --rounds 9
 */
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Sql } from 'postgres'
import { issueAccessToken } from '../src/access-tokens/issue-access-token.ts'
import { operatorFor } from '../src/caller.ts'
import { OUTBOUND_SHIPMENTS_IMPORT } from '../src/outbound-shipments/import-outbound-shipments.ts'
import { PERMISSIONS } from '../src/permissions.ts'
import { openServer } from '../test/support/open-server.ts'
import {
  adminConnection,
  connectionTo,
  connectTo,
  createDatabase,
  dropDatabase,
  type TestServer,
} from '../test/support/server.ts'
import { databaseUrlOf } from '../test/support/service-process.ts'
import {
  type Contender,
  checkOut,
  run,
  startContender,
  type Tree,
  workingTree,
} from './contenders.ts'
import { ORGANIZATION, openBenchDatabase } from './fill-shipments.ts'
import { quantile } from './transfer-round.ts'

const { values } = parseArgs({
  options: {
    before: { type: 'string', default: '344308d' },
    rounds: { type: 'string', default: '7' },
    shipments: { type: 'string', default: '200000' },
  },
})
const rounds = Number(values.rounds)
const LOADS = [
  { callers: 1, requests: 150 },
  { callers: 64, requests: 1_000 },
]
const WORK = ['create', 'move a new one', 'move an old one'] as const
const ACCOUNTS = 50
const cleanups: (() => unknown)[] = []

/** A service, and what its clients have not used yet. */
interface Vault extends Contender {
  readonly items: number[]
  readonly created: string[]
  readonly old: number[]
}

try {
  const { server, stop } = await openServer()
  cleanups.push(stop)
  const admin = adminConnection(server)
  cleanups.push(() => admin.end())
  const before = await checkOut(values.before)
  cleanups.push(before.remove)
  const vaults = [
    await openVault(admin, server, { name: 'before', tree: before, isTended: false }),
    await openVault(admin, server, { name: 'after', tree: await workingTree(), isTended: true }),
  ]
  const head = ['Work', 'Callers', 'Which', 'Per second', 'Ratio', 'p50 ms', 'p95 ms']
  process.stdout.write(`| ${head.join(' | ')} |\n|${'---|'.repeat(head.length)}\n`)
  for (const work of WORK) for (const load of LOADS) await measure(vaults, work, load)
} finally {
  for (const cleanup of cleanups.reverse()) await cleanup()
}

async function openVault(
  admin: Sql,
  server: TestServer,
  { name, tree, isTended }: { name: string; tree: Tree; isTended: boolean },
): Promise<Vault> {
  const databaseName = `vault_bench_${process.pid}_${name}`
  await createDatabase(admin, databaseName)
  cleanups.push(() => dropDatabase(admin, databaseName))
  await run(
    process.execPath,
    [
      join(tree.root, 'src/cli.ts'),
      ...['organization', 'create', '--id', ORGANIZATION, '--name', 'Bench', '--json'],
    ],
    { DATABASE_URL: databaseUrlOf(connectionTo(server, databaseName)) },
  )
  const items = (rounds + 1) * LOADS.reduce((sum, load) => sum + load.requests, 0)
  const sql = connectTo(server, databaseName, 1)
  await fill(sql, items, Number(values.shipments))
  const database = openBenchDatabase(server, databaseName)
  const caller = operatorFor(ORGANIZATION)
  const { signal } = new AbortController()
  if (isTended) await OUTBOUND_SHIPMENTS_IMPORT.tend?.(caller, database, signal)
  const { token } = await issueAccessToken(caller, database, {
    permissions: PERMISSIONS,
    lifetimeSeconds: 86_400,
  })
  await database.close()
  await sql`vacuum analyze organizations, access_tokens, fbo_accounts, inventory_items`
  await sql`vacuum analyze inventory_movements, outbound_shipments`
  await sql`checkpoint`
  await sql.end()
  const contender = await startContender({
    ...{ name: `${name} (${tree.commit})`, server, database: databaseName, tree, token },
    stock: new Map(),
  })
  cleanups.push(contender.stop)
  // Spread over all of them, and none twice.
  const old = Array.from({ length: items }, (_, n) => 1 + ((n * 7919) % Number(values.shipments)))
  return { ...contender, items: Array.from({ length: items }, (_, n) => n + 1), created: [], old }
}

async function fill(sql: Sql, items: number, shipments: number): Promise<void> {
  await sql`
    insert into fbo_accounts (organization_id, id)
    select ${ORGANIZATION}, 'fbo_' || number from generate_series(1, ${ACCOUNTS}::integer) as number`
  await sql`
    insert into inventory_items (organization_id, id, fbo_account_id)
    select ${ORGANIZATION}, 'item_' || number, 'fbo_' || 1 + number % ${ACCOUNTS}::integer
    from generate_series(1, ${items}::integer) as number`
  await sql`
    insert into inventory_movements (organization_id, inventory_item_id, number, at, kind,
      to_fbo_account_id, to_status)
    select organization_id, id, 1, changed_at, 'imported', fbo_account_id, status
    from inventory_items`
  await sql`
    insert into outbound_shipments (organization_id, id, fbo_account_id, created_at)
    select ${ORGANIZATION}, 'ship_' || number, 'fbo_' || 1 + number % ${ACCOUNTS}::integer,
      now() - interval '1 day' - number * interval '1 minute'
    from generate_series(1, ${shipments}::integer) as number`
}

/** Prints a line per vault: medians over the rounds with the range, and the ratio to the first. */
async function measure(
  vaults: readonly Vault[],
  work: (typeof WORK)[number],
  load: { callers: number; requests: number },
): Promise<void> {
  const found = vaults.map((): { rate: number; latencies: number[] }[] => [])
  for (let round = 0; round <= rounds; round += 1) {
    for (const turn of vaults.keys()) {
      const index = (turn + round) % vaults.length
      const result = await runRound(vaults[index] as Vault, work, load)
      // The first round warms up.
      if (round > 0) found[index]?.push(result)
      else await vaults[index]?.analyze()
    }
  }
  for (const [index, results] of found.entries()) {
    const rates = results.map(({ rate }) => rate)
    const ratios = rates.map((rate, round) => rate / (found[0]?.[round]?.rate ?? 1))
    const latencies = results.flatMap((result) => result.latencies).sort((a, b) => a - b)
    const cells = [
      ...[work, load.callers, vaults[index]?.name, spread(rates, 0), spread(ratios, 2)],
      ...[quantile(latencies, 0.5).toFixed(1), quantile(latencies, 0.95).toFixed(1)],
    ]
    process.stdout.write(`| ${cells.join(' | ')} |\n`)
  }
}

async function runRound(
  vault: Vault,
  work: (typeof WORK)[number],
  { callers, requests }: { callers: number; requests: number },
): Promise<{ rate: number; latencies: number[] }> {
  const agent = new Agent({ keepAlive: true, maxSockets: callers })
  const latencies: number[] = []
  let left = requests
  const startedAt = performance.now()
  await Promise.all(
    Array.from({ length: callers }, async () => {
      while (left > 0) {
        left -= 1
        const sentAt = performance.now()
        await once(vault, agent, work)
        latencies.push(performance.now() - sentAt)
      }
    }),
  )
  const rate = requests / ((performance.now() - startedAt) / 1_000)
  agent.destroy()
  return { rate, latencies }
}

async function once(vault: Vault, agent: Agent, work: (typeof WORK)[number]): Promise<void> {
  if (work === 'create') {
    const number = vault.items.pop() as number
    const body = {
      fboAccountId: `fbo_${1 + (number % ACCOUNTS)}`,
      items: [{ inventoryItemId: `item_${number}` }],
    }
    const { data } = await post(vault, agent, { path: '/v1/outbound-shipments', body, status: 201 })
    vault.created.push(data.id)
    return
  }
  const id = work === 'move a new one' ? vault.created.pop() : `ship_${vault.old.pop()}`
  const path = `/v1/outbound-shipments/${id}/inspect`
  await post(vault, agent, { path, body: undefined, status: 200 })
}

function post(
  { url, token }: Contender,
  agent: Agent,
  { path, body, status }: { path: string; body: object | undefined; status: number },
): Promise<{ data: { id: string } }> {
  return new Promise((resolve, reject) => {
    const content = body === undefined ? '' : JSON.stringify(body)
    const headers = {
      authorization: `Bearer ${token}`,
      'content-length': Buffer.byteLength(content),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    }
    const sent = request(new URL(path, url), { method: 'POST', agent, headers }, (answer) => {
      let text = ''
      answer.setEncoding('utf8').on('data', (piece) => {
        text += piece
      })
      answer.on('error', reject).on('end', () => {
        if (answer.statusCode === status) resolve(JSON.parse(text))
        else reject(new Error(`${answer.statusCode} ${text}`))
      })
    })
    sent.on('error', reject)
    sent.end(content)
  })
}

function spread(found: readonly number[], digits: number): string {
  const sorted = found.toSorted((a, b) => a - b)
  const [least, median, most] = [0, 0.5, 1].map((share) => quantile(sorted, share).toFixed(digits))
  return `${median} (${least} to ${most})`
}
