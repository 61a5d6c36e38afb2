import { after } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import {
  assertServedOrUnavailable,
  type Condition,
  type ServiceUnderTest,
  testConditions,
} from '../support/chaos/database-conditions.ts'
import { openProxy } from '../support/chaos/proxy.ts'
import { isSoak } from '../support/chaos/soak-test.ts'
import { TestedRecords } from '../support/chaos/tested-records.ts'
import { startServiceProcess } from '../support/processes/service-process.ts'
import { ApiClient } from '../support/vault/api-client.ts'
import { whoWaitsForLock } from '../support/vault/lock-wait.ts'
import type { Statements } from '../support/vault/sql.ts'
import { openOwnVault } from '../support/vault/vault.ts'

// Everything that can go wrong with a database, or the network before it, while a service runs.
const { app, sql, records, connection } = await openOwnVault()
const proxy = await openProxy(connection)
after(() => proxy.close())

/** The documented limits at full length, else shorter ones of the same proportions. */
const LIMITS = isSoak
  ? { CONNECT: 5_000, QUEUE: 3_000, STATEMENT: 10_000, LOCK: 5_000, TRANSACTION: 12_000 }
  : { CONNECT: 500, QUEUE: 300, STATEMENT: 1_000, LOCK: 700, TRANSACTION: 1_200 }
// The embedded server notices lost clients; another server with default settings does not.
if (isSoak) {
  const [row] = await sql`select current_database() as name`
  await sql`alter database ${sql(row?.name)} set client_connection_check_interval = 0`
}
const service = await startServiceProcess({
  env: {
    DATABASE_URL: proxy.url,
    ...Object.fromEntries(
      Object.entries(LIMITS).map(([name, ms]) => [`DATABASE_${name}_TIMEOUT_MS`, `${ms}`]),
    ),
  },
})
const tested: ServiceUnderTest = {
  service,
  api: new ApiClient(service.url, app),
  sql,
  records,
  // A request takes two statements: the token, then the operation. Each waits, connects and runs.
  // The queue checks its time limit four times within that limit.
  responseMs: 2 * (LIMITS.QUEUE * 1.25 + LIMITS.CONNECT + LIMITS.STATEMENT),
}

const CONDITIONS: readonly Condition[] = [
  ...(isSoak ? [1_000, 2_000, 3_000, 4_000, 5_000] : [1_000, 5_000]).map((ms) => ({
    name: `PostgreSQL answers ${ms} ms late`,
    lateMs: ms / 2,
    begin: async () => {
      proxy.delay(ms / 2)
      return { end: async () => proxy.delay(0) }
    },
  })),
  ...(
    [
      [': connections break, new ones are refused', proxy.disconnect],
      [': connections break, new ones are taken and ended', proxy.hangUp],
      [' without a word', proxy.goSilent],
    ] as const
  ).map(([how, cut]) => ({
    name: `PostgreSQL cut off${how}`,
    refused: ['read', 'update', 'create'] as const,
    ready: 503 as const,
    begin: async () => {
      await cut()
      return { end: proxy.restore }
    },
  })),
  {
    name: 'rows locked by another',
    refused: ['update', 'create'],
    ready: 200,
    begin: async (_, target) => ({ end: await holding(rowsOf(target)) }),
  },
  ...['inventory_items', 'fbo_accounts', 'access_tokens'].map((table) => ({
    name: `${table} locked by another`,
    ready: 200 as const,
    begin: async () => ({
      end: await holding(async (tx) => {
        await tx`lock table ${tx(table)} in access exclusive mode`
      }),
    }),
  })),
  { name: 'every connection of the pool in use', ready: 200, begin: async () => await storm() },
  {
    name: 'PostgreSQL cut off while statements wait for locks',
    isBrief: true,
    refused: ['read', 'update', 'create'],
    ready: 503,
    begin: async () => {
      const { stopRequests, end } = await storm()
      await whoWaitsForLock(sql)
      await proxy.disconnect()
      const both = () => Promise.all([end(), proxy.restore()])
      return { stopRequests, end: both }
    },
  },
]

testConditions(tested, CONDITIONS, { tool: 'a proxy before PostgreSQL, locks', rounds: 3 })

/** Holds locks until the returned function is called. */
async function holding(lock: (tx: Statements) => Promise<unknown>): Promise<() => Promise<void>> {
  const held = await sql.reserve()
  await held`begin`
  await lock(held)
  return async () => {
    await held`rollback`
    held.release()
  }
}

function rowsOf({ accountId, itemIds }: TestedRecords): (tx: Statements) => Promise<unknown> {
  return async (tx) => {
    await tx`select from fbo_accounts where id = ${accountId} for update`
    await tx`select from inventory_items where id = any(${itemIds}::text[]) for update`
  }
}

/** Four organizations keep requesting rows that another transaction has locked. */
async function storm() {
  const targets: TestedRecords[] = []
  while (targets.length < 4) targets.push(await TestedRecords.make(tested.api, records))
  const end = await holding(async (tx) => {
    for (const target of targets) await rowsOf(target)(tx)
  })
  let isOver = false
  const asked = targets.flatMap((target) => {
    const { token } = target
    const [id = ''] = target.itemIds
    const path = `/v1/inventory-items/${id}/hold`
    const ways = [
      () => target.send('update'),
      () => target.claim(id),
      () => tested.api.post(path, { token, body: { reason: 'Audit' } }),
    ]
    return Array.from({ length: 12 }, async (_, place) => {
      const ask = ways[place % ways.length] as (typeof ways)[number]
      while (!isOver) {
        assertServedOrUnavailable(await ask())
        await pause(5)
      }
    })
  })
  await whoWaitsForLock(sql)
  const stopRequests = async () => {
    isOver = true
    await Promise.all(asked)
  }
  return { stopRequests, end }
}
