import { setImmediate as nextTurn } from 'node:timers/promises'
import {
  type OrganizationTransaction,
  runnerOf,
} from '../../database/changes/organization-transaction.ts'
import type { Database } from '../../database/database.ts'
import type { ListPages } from '../../database/list-pages.ts'
import { liftRequestLimits } from '../../database/postgres/lift-request-limits.ts'
import type { TransactionSql } from '../../database/postgres/sql.ts'
import type { RequestDatabase } from '../../database/request-database.ts'
import type { Caller } from '../../domain/caller.ts'
import type { RowKey } from '../../domain/pagination.ts'
import { accountName, type NamedAccount } from '../../domain/record-names.ts'
import type { HoldingRow } from '../items/holding.ts'
import { HOLDING_PAGES } from '../items/read-inventory-items.ts'
import { getStatement } from './get-statement.store.ts'
import { type Statement, toStatement } from './statement.ts'
import type { StatementLineRow } from './statement-line.ts'
import { STATEMENT_LINE_PAGES } from './statement-lines.store.ts'
import { type Period, periodValues } from './statement-period.ts'

/** Rows that are in memory at a time. */
const PAGE = 1_000

export interface Shipment {
  readonly id: string
  readonly carrier: string | null
  readonly trackingNumber: string | null
  readonly shippedAt: Date | null
  readonly deliveredAt: Date | null
  readonly items: number
  readonly valueCents: bigint
}

/** A line with the name of the other account of a transfer. */
export interface NamedLine extends StatementLineRow {
  readonly otherName: string | null
}

/** All that a statement says, of one moment. Rows are read when they are asked for. */
export interface StatementContent {
  readonly statement: Statement
  readonly organizationName: string
  readonly accountName: string | null
  readonly opening: () => AsyncGenerator<HoldingRow>
  readonly lines: () => AsyncGenerator<NamedLine>
  /** Shipments of the lines, oldest first. */
  readonly shipments: () => Promise<readonly Shipment[]>
  readonly closing: () => AsyncGenerator<HoldingRow>
}

/**
 * Reads a statement for a file, in one snapshot, so that its parts fit each other.
 * @returns undefined if the organization has no such account
 */
export async function readStatement<T>(
  caller: Caller,
  { sql }: Pick<Database, 'sql'>,
  { fboAccountId, period }: { readonly fboAccountId: string; readonly period: Period },
  work: (content: StatementContent) => Promise<T>,
): Promise<T | undefined> {
  const read = async (tx: TransactionSql) => {
    await liftRequestLimits(tx)
    const { run } = runnerOf(caller, tx)
    const database = databaseOf(tx)
    const row = await getStatement(caller, database, fboAccountId, period)
    if (row === undefined) return undefined
    const names = accountNames(run)
    await names.read([fboAccountId])
    const rows = rowsIn(caller, database, fboAccountId)
    const { from, to } = period
    const holdingsBefore = (end: string) => () => {
      const asOf = new Date(Date.parse(end) - 1).toISOString()
      return eachOf(rows(HOLDING_PAGES, { asOf }, ['']), async (holding) => holding)
    }
    const [begin, end] = periodValues(period)
    const named = async (line: StatementLineRow, page: readonly StatementLineRow[]) => {
      await names.read(page.map(({ otherFboAccountId }) => otherFboAccountId))
      return { ...line, otherName: names.of(line.otherFboAccountId) }
    }
    const [{ name: organizationName } = { name: '' }] = await run<{ name: string }>(NAME, [])
    return await work({
      statement: toStatement(row, period),
      organizationName,
      accountName: names.of(fboAccountId),
      opening: holdingsBefore(begin),
      lines: () => eachOf(rows(STATEMENT_LINE_PAGES, { from, to }, START), named),
      shipments: () =>
        shipmentsOf(run, rows(STATEMENT_LINE_PAGES, { from, to, kind: 'shipped' }, START)),
      closing: holdingsBefore(end),
    })
  }
  return await sql.begin(read, 'isolation level repeatable read read only')
}

const NAME = 'select name from organizations where id = $1'

/** The place before the first line. */
const START: RowKey = ['1970-01-01T00:00:00.000Z', '', 0, 0]

function databaseOf(tx: TransactionSql): RequestDatabase {
  const run = (_: unknown, statement: (sql: TransactionSql) => unknown) => statement(tx)
  return { run, slow: run } as unknown as RequestDatabase
}

/** The pages of a list, behind a place before its first row. */
function rowsIn(caller: Caller, database: RequestDatabase, fboAccountId: string) {
  return async function* pages<Row, Filters extends object>(
    list: ListPages<Row, Filters>,
    filters: Filters & { readonly asOf?: string },
    start: RowKey,
  ): AsyncGenerator<readonly Row[]> {
    for (let after: RowKey | undefined = start; after !== undefined; ) {
      const request = { ...filters, page: 1, limit: PAGE, after }
      const found = await list.find(caller, database, request, fboAccountId)
      yield found?.rows ?? []
      after = found?.hasMore === true ? found.ends?.last : undefined
      // An interruption is noticed between two pages.
      await nextTurn()
    }
  }
}

async function* eachOf<Row, Shown>(
  pages: AsyncGenerator<readonly Row[]>,
  toShown: (row: Row, page: readonly Row[]) => Promise<Shown>,
): AsyncGenerator<Shown> {
  for await (const page of pages) {
    for (const row of page) yield await toShown(row, page)
  }
}

const ACCOUNTS = `
  select id, business_name, first_name, last_name, email
  from fbo_accounts
  where organization_id = $1 and id = any($2::text[])`

/** The names of accounts, each read once. */
function accountNames(run: OrganizationTransaction['run']) {
  const names = new Map<string, string | null>()
  return {
    read: async (ids: readonly (string | null)[]) => {
      const unread = [...new Set(ids)].filter((id) => id !== null && !names.has(id))
      if (unread.length === 0) return
      const accounts = await run<NamedAccount & { id: string }>(ACCOUNTS, [unread])
      for (const account of accounts) names.set(account.id, accountName(account))
    },
    of: (id: string | null) => (id === null ? null : (names.get(id) ?? null)),
  }
}

const SHIPMENTS = `
  select id, carrier, tracking_number, shipped_at, delivered_at
  from outbound_shipments
  where organization_id = $1 and id = any($2::text[])`

async function shipmentsOf(
  run: OrganizationTransaction['run'],
  pages: AsyncGenerator<readonly StatementLineRow[]>,
): Promise<readonly Shipment[]> {
  const sums = new Map<string, Pick<Shipment, 'items' | 'valueCents'>>()
  for await (const lines of pages) {
    for (const { outboundShipmentId, valueCents } of lines) {
      const id = outboundShipmentId as string
      const sum = sums.get(id) ?? { items: 0, valueCents: 0n }
      const cents = sum.valueCents + BigInt(valueCents)
      sums.set(id, { items: sum.items + 1, valueCents: cents })
    }
  }
  const found = await run<Omit<Shipment, 'items' | 'valueCents'>>(SHIPMENTS, [[...sums.keys()]])
  const byId = new Map(found.map((shipment) => [shipment.id, shipment]))
  return [...sums].flatMap(([id, sum]) => {
    const shipment = byId.get(id)
    return shipment === undefined ? [] : [{ ...shipment, ...sum }]
  })
}
