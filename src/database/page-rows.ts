import type { PendingQuery, Row, Sql } from 'postgres'
import { type ListOrder, type PageRequest, type RowKey, rowsBefore } from '../pages.ts'

type Fragment = PendingQuery<Row[]>

/** What makes a page out of a list's statement. */
export interface PageCut {
  /** Conditions to append: `and ...`, or nothing. */
  readonly where: Fragment
  /** `asc` or `desc`, for an inner part that is to be read the same way. */
  readonly direction: Fragment
  /** `order by ... limit ... offset ...` */
  readonly rows: Fragment
}

/**
 * The statement that reads a page: one row more than it holds, so that `hasMore` is exact without
 * counting. Before a row, it reads backward, and the first row from there on beside, for nothing
 * else tells whether the list still goes on there; `toPage` brings them in order.
 *
 * A row's place is compared as a whole, `(created_at, id) < (...)`: with the list's index that is a
 * range which begins at the row, whatever the page's number. Only a page by its number skips rows.
 */
export function pageRows<Found extends Row>(
  sql: Sql,
  request: PageRequest,
  order: ListOrder,
  select: (cut: PageCut) => Fragment,
): PendingQuery<Found[]> {
  const { limit, after, before, pin } = request
  const count = limit + 1
  const belongs = pin === undefined ? sql`` : sql`and ${lies(sql, order, 'from', pin)}`
  if (before !== undefined) {
    const where = sql`and ${lies(sql, order, 'before', before)} ${belongs}`
    const earlier = select({ where, ...rows(sql, opposite(order), count) })
    const onwards = sql`and ${lies(sql, order, 'from', before)}`
    const next = select({ where: onwards, ...rows(sql, order, 1) })
    return sql`select * from (${earlier}) as earlier union all select * from (${next}) as next`
  }
  if (after !== undefined) {
    const where = sql`and ${lies(sql, order, 'after', after)} ${belongs}`
    return sql`${select({ where, ...rows(sql, order, count) })}`
  }
  return sql`${select({ where: belongs, ...rows(sql, order, count, rowsBefore(request)) })}`
}

function rows(sql: Sql, order: ListOrder, count: number, offset = 0): Omit<PageCut, 'where'> {
  const direction = order.direction === 'ascending' ? sql`asc` : sql`desc`
  const columns = order.key.map(({ name }, index) =>
    index === 0 ? sql`${sql(name)} ${direction}` : sql`, ${sql(name)} ${direction}`,
  )
  return { direction, rows: sql`order by ${columns} limit ${count} offset ${offset}` }
}

const OPERATORS = {
  ascending: { before: '<', from: '>=', after: '>' },
  descending: { before: '>', from: '<=', after: '<' },
} as const

/** Rows that lie before a place in the list, from it on, or after it. */
function lies(
  sql: Sql,
  { direction, key }: ListOrder,
  side: 'before' | 'from' | 'after',
  place: RowKey,
): Fragment {
  const columns = key.map(({ name }, index) =>
    index === 0 ? sql`${sql(name)}` : sql`, ${sql(name)}`,
  )
  const values = key.map(({ type }, index) => {
    const value = typed(sql, type, place[index] as string | number)
    return index === 0 ? value : sql`, ${value}`
  })
  return sql`(${columns}) ${sql.unsafe(OPERATORS[direction][side])} (${values})`
}

function typed(sql: Sql, type: ListOrder['key'][number]['type'], value: string | number): Fragment {
  switch (type) {
    case 'instant':
      // As text: the driver would make a Date of it, and read the text in its own way.
      return sql`${value}::text::timestamptz`
    case 'id':
      return sql`${value}::text`
    case 'number':
      return sql`${value}::integer`
  }
}

function opposite(order: ListOrder): ListOrder {
  const direction = order.direction === 'ascending' ? 'descending' : 'ascending'
  return { ...order, direction }
}
