/**
 * Measures the bytes that each kind of record adds on the disk: heap, indexes and write-ahead log.
 * The sizes in docs/SCALING.md come from it.
 *
 *   npx node bench/sizes.ts --items 200000 --transfers 20000 --shipments 20000
 */
import { parseArgs } from 'node:util'
import { decideChange, openDatabase } from '../src/database/database.ts'
import { migrate } from '../src/database/migrations.ts'
import { operatorFor } from '../src/domain/caller.ts'
import { newId } from '../src/domain/ids.ts'
import { readConfig } from '../src/runtime/config/config.ts'
import { takeInInventoryItemsRoute } from '../src/vault/items/take-in-inventory-items.ts'
import { createOutboundShipmentRoute } from '../src/vault/shipments/create-outbound-shipment.ts'
import { createTransferRoute } from '../src/vault/transfers/create-transfer.ts'
import { decideTransferRoutes } from '../src/vault/transfers/decide-transfer.ts'
import { openServer } from '../test/support/vault/open-server.ts'
import { connectionTo, openConnection } from '../test/support/vault/server.ts'
import type { Sql } from '../test/support/vault/sql.ts'
import { copyRows } from './copy-rows.ts'
import { Cleanups } from './measure/cleanups.ts'
import { grouped } from './measure/statistics.ts'
import { accountId, numberedAccount, numberedItem } from './numbered-records.ts'

const ACCOUNTS = 1_000
const ITEMS_OF_A_TRANSFER = 5
const ITEMS_OF_A_SHIPMENT = 3
const AT_ONCE = 64

const { values } = parseArgs({
  options: {
    items: { type: 'string', default: '200000' },
    transfers: { type: 'string', default: '20000' },
    shipments: { type: 'string', default: '20000' },
  },
})
const cleanups = new Cleanups()
const caller = operatorFor('org_sizes')
const accountOf = (n: number) => accountId(n % ACCOUNTS)

await cleanups.around(async () => {
  const { server, stop } = await openServer()
  cleanups.add(stop)
  const connection = connectionTo(server, server.address?.database ?? '')
  const sql = openConnection(connection, 1)
  cleanups.add(() => sql.end())
  await migrate(sql)
  const database = openDatabase(readConfig({}), connection, { applicationName: 'sizes' })
  cleanups.add(() => database.close())
  await sql`insert into organizations (id, name) values (${caller.organizationId}, 'Sizes')`
  const { organizationId } = caller
  const account = (n: number) => ({ organizationId, ...numberedAccount(n) })
  await copyRows(sql, 'fbo_accounts', account, { count: ACCOUNTS })
  console.info('| What | Records | Table | Rows each | Heap, bytes a row | Indexes, bytes a row |')
  console.info('|---|---|---|---|---|---|')
  await phase(sql, 'item taken in', Number(values.items), async (n) => {
    const { description, declaredValueCents: cents } = numberedItem(n, accountOf(n))
    const item = { fboAccountId: accountOf(n), description, declaredValueCents: `${cents}` }
    const intake = { ifMatch: undefined, body: item }
    await decideChange(caller, database, takeInInventoryItemsRoute.change, intake)
  })
  const rows = await sql<{ account: string; ids: string[] }[]>`
    select fbo_account_id as account, array_agg(id) as ids from inventory_items group by 1`
  const idsByAccount = new Map(rows.map(({ account, ids }) => [account, ids]))
  /** Items that no transfer and no shipment has taken. */
  const take = (n: number, count: number) => {
    const ids = idsByAccount.get(accountOf(n))?.splice(0, count) ?? []
    return ids.map((inventoryItemId) => ({ inventoryItemId, reason: 'trade' as const }))
  }
  await phase(sql, 'transfer of 5, approved', Number(values.transfers), async (n) => {
    const id = newId('xfer')
    await decideChange(caller, database, createTransferRoute.change, {
      id,
      idempotencyKey: null,
      fromFboAccountId: accountOf(n),
      toFboAccountId: accountOf(n + 1),
      notes: '',
      items: take(n, ITEMS_OF_A_TRANSFER),
    })
    const decision = { id, verb: 'approve', ifMatch: undefined } as const
    await decideChange(caller, database, decideTransferRoutes.approve.change, decision)
  })
  await phase(sql, 'shipment of 3, packing', Number(values.shipments), async (n) => {
    await decideChange(caller, database, createOutboundShipmentRoute.change, {
      id: newId('ship'),
      fboAccountId: accountOf(n),
      notes: '',
      items: take(n, ITEMS_OF_A_SHIPMENT),
    })
  })
})

interface Size {
  readonly table: string
  readonly rows: number
  readonly heap: number
  readonly indexes: number
}

async function sizes(sql: Sql): Promise<Map<string, Size>> {
  await sql`vacuum analyze`
  const rows = await sql<Size[]>`
    select relname as table, reltuples::float8 as rows, pg_table_size(oid)::float8 as heap,
      pg_indexes_size(oid)::float8 as indexes
    from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by relname`
  return new Map(rows.map((row) => [row.table, row]))
}

async function wal(sql: Sql): Promise<number> {
  const [row] = await sql<[{ bytes: number }]>`
    select (pg_current_wal_insert_lsn() - '0/0'::pg_lsn)::float8 as bytes`
  return row.bytes
}

/** Makes that many records, and prints what they added. */
async function phase(
  sql: Sql,
  what: string,
  count: number,
  make: (n: number) => Promise<void>,
): Promise<void> {
  const before = await sizes(sql)
  await sql`checkpoint`
  const walBefore = await wal(sql)
  let next = 0
  const maker = async () => {
    for (let n = next++; n < count; n = next++) await make(n)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, maker))
  const logged = (await wal(sql)) - walBefore
  for (const { table, rows, heap, indexes } of (await sizes(sql)).values()) {
    const old = before.get(table) as Size
    const made = Math.round(rows) - Math.round(Math.max(0, old.rows))
    if (made < count / 2 && heap === old.heap) continue
    const each = made > 0 ? made : count
    console.info(
      `| ${what} | ${grouped(count, 0)} | ${table} | ${grouped(made / count, 1)} | ` +
        `${grouped((heap - old.heap) / each, 0)} | ${grouped((indexes - old.indexes) / each, 0)} |`,
    )
  }
  console.info(`| ${what} | | write-ahead log | | ${grouped(logged / count, 0)} each | |`)
}
