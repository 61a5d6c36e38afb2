import { after } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import type { Sql } from 'postgres'
import {
  assertBearable,
  type Condition,
  type Ground,
  reportedOf,
  Subject,
  suffer,
} from '../support/chaos/database-conditions.ts'
import { openProxy } from '../support/chaos/proxy.ts'
import { isSoak, soakTest } from '../support/chaos/soak-test.ts'
import { startServiceProcess } from '../support/processes/service-process.ts'
import { ApiClient } from '../support/vault/api-client.ts'
import { whoWaitsForLock } from '../support/vault/lock-wait.ts'
import { openVault } from '../support/vault/vault.ts'

// What can be wrong with a database, or with the way to it, while a service is at work.
const { app, sql, records, connection } = await openVault()
const proxy = await openProxy(connection)
after(() => proxy.close())

/** Those of the documents at full length, else smaller ones of the same proportions. */
const LIMITS = isSoak
  ? { CONNECT: 5_000, QUEUE: 3_000, STATEMENT: 10_000, LOCK: 5_000, TRANSACTION: 12_000 }
  : { CONNECT: 500, QUEUE: 300, STATEMENT: 1_000, LOCK: 700, TRANSACTION: 1_200 }
// The embedded server notices clients that are gone; any other one, left as it comes, does not.
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
  cleanup: after,
})
const ground: Ground = {
  service,
  api: new ApiClient(service.url, app),
  sql,
  records,
  // Who asks is found first, then it is done: each waits, connects and runs. Who waits for a
  // connection is looked at four times within its limit.
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
  {
    name: 'PostgreSQL cut off: connections break, new ones are refused',
    refused: ['read', 'update', 'create'],
    ready: 503,
    begin: async () => {
      await proxy.cut()
      return { end: () => proxy.mend() }
    },
  },
  {
    name: 'PostgreSQL cut off: connections break, new ones are taken and ended',
    refused: ['read', 'update', 'create'],
    ready: 503,
    begin: async () => {
      await proxy.hangUp()
      return { end: () => proxy.mend() }
    },
  },
  {
    name: 'PostgreSQL cut off without a word',
    refused: ['read', 'update', 'create'],
    ready: 503,
    begin: async () => {
      proxy.vanish()
      return { end: () => proxy.mend() }
    },
  },
  {
    name: 'rows locked by another',
    refused: ['update', 'create'],
    ready: 200,
    begin: async (_, subject) => ({ end: await holding(rowsOf(subject)) }),
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
  {
    name: 'every connection of the pool in use',
    ready: 200,
    begin: async () => await storm(),
  },
  {
    name: 'PostgreSQL cut off while statements wait for locks',
    isBrief: true,
    refused: ['read', 'update', 'create'],
    ready: 503,
    begin: async () => {
      const { calm, end } = await storm()
      await whoWaitsForLock(sql)
      await proxy.cut()
      const both = () => Promise.all([end(), proxy.mend()])
      return { calm, end: both }
    },
  },
]

for (const condition of CONDITIONS) {
  soakTest(condition.name, 'a proxy before PostgreSQL, locks', async (given) => {
    const suffered = []
    for (let round = 0; round < given.size(1, 3); round += 1) {
      suffered.push(await suffer(ground, condition, given))
    }
    return reportedOf(suffered)
  })
}

/** Holds locks until it is ended. */
async function holding(lock: (tx: Sql) => Promise<unknown>): Promise<() => Promise<void>> {
  const held = await sql.reserve()
  await held`begin`
  await lock(held)
  return async () => {
    await held`rollback`
    held.release()
  }
}

function rowsOf({ accountId, itemIds }: Subject): (tx: Sql) => Promise<unknown> {
  return async (tx) => {
    await tx`select from fbo_accounts where id = ${accountId} for update`
    await tx`select from inventory_items where id = any(${itemIds}::text[]) for update`
  }
}

/** Four organizations ask all the time for rows that somebody has locked. */
async function storm() {
  const subjects: Subject[] = []
  while (subjects.length < 4) subjects.push(await Subject.make(ground.api, records))
  const end = await holding(async (tx) => {
    for (const subject of subjects) await rowsOf(subject)(tx)
  })
  let isOver = false
  const asked = subjects.flatMap((subject) => {
    const { token } = subject
    const [id = ''] = subject.itemIds
    const path = `/v1/inventory-items/${id}/hold`
    const ways = [
      () => subject.ask('update'),
      () => subject.claim(id),
      () => ground.api.post(path, { token, body: { reason: 'Audit' } }),
    ]
    return Array.from({ length: 12 }, async (_, place) => {
      const ask = ways[place % ways.length] as (typeof ways)[number]
      while (!isOver) {
        assertBearable(await ask())
        await pause(5)
      }
    })
  })
  await whoWaitsForLock(sql)
  const calm = async () => {
    isOver = true
    await Promise.all(asked)
  }
  return { calm, end }
}
