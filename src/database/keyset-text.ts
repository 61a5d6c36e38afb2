import type { ListOrder } from '../domain/pagination.ts'
import { snakeCase } from '../domain/text.ts'

/** The direction in which a list is read backward. */
const OPPOSITE = { ascending: 'descending', descending: 'ascending' } as const

/** Comparison of a row's key with that of a place in the list. */
const OPERATORS = {
  ascending: { before: '<', from: '>=', after: '>' },
  descending: { before: '>', from: '<=', after: '<' },
} as const

/** The casts of parameters, by the type of a column of the key. */
const CASTS = {
  // As text: a row has a Date of it, in milliseconds.
  instant: 'text::timestamptz',
  id: 'text',
  number: 'integer',
  cents: 'text::bigint',
}

/** Clauses with blanks between them. */
function joined(...parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join(' ')
}

/** The clauses of a list's statement for one page. */
interface PageClauses {
  /** Conditions to append: `and ...`, or nothing. */
  readonly where: string
  /** `order by ... limit ... offset ...` */
  readonly rows: string
  /** The first clause of `rows`: `order by ...` */
  readonly order: string
  /** The same for one of several inner parts: its rows up to the last of the page. */
  readonly rowsOfPart: string
}

interface TextOfList {
  readonly order: ListOrder
  readonly columns?: readonly string[]
  readonly select: (clauses: PageClauses) => string
  readonly recordTable?: string
  readonly alsoRead?: string
}

interface Shape {
  readonly place: 'after' | 'before' | 'offset'
  readonly isAnchored: boolean
  /** The conditions of each part of the page: of all its rows, where there is one. */
  readonly parts: readonly string[]
  /** Parameters before those of the conditions. */
  readonly own: number
}

export function pageText(list: TextOfList, { place, isAnchored, parts, own }: Shape): string {
  const { order } = list
  let last = own
  const next = () => `$${++last}`
  const nextKey = () => order.key.map(next)
  const filters = parts.map((conditions) => conditions.replaceAll('?', next))
  const count = next()
  if (place === 'offset') {
    const offset = next()
    const anchored = isAnchored ? lies(list, 'from', nextKey()) : ''
    const direction = orderBy(list, order.direction)
    const rows = `${direction} limit ${count}`
    const clauses = {
      order: direction,
      rows: `${rows} offset ${offset}`,
      rowsOfPart: `${rows}::bigint + ${offset}::bigint`,
    }
    return withRecord(list, selected(list, filters, anchored, clauses))
  }
  const key = nextKey()
  const anchored = isAnchored ? lies(list, 'from', nextKey()) : ''
  const part = (placed: string, order: string, limit: string) => {
    const rows = `${order} limit ${limit}`
    return selected(list, filters, placed, { order, rows, rowsOfPart: rows })
  }
  const forward = orderBy(list, order.direction)
  const placed = joined(lies(list, place, key), anchored)
  if (place === 'after') return withRecord(list, part(placed, forward, count))
  const earlier = part(placed, orderBy(list, OPPOSITE[order.direction]), count)
  const following = part(lies(list, 'from', key), forward, '1')
  return withRecord(
    list,
    `select * from (${earlier}) as earlier union all select * from (${following}) as next`,
  )
}

/** The rows of all parts. */
function selected(
  { select }: TextOfList,
  filters: readonly string[],
  placed: string,
  clauses: Omit<PageClauses, 'where'>,
): string {
  const [only = ''] = filters
  if (filters.length === 1) return select({ ...clauses, where: joined(only, placed) })
  const parts = filters.map((conditions) => {
    const where = joined(conditions, placed)
    return `(${select({ ...clauses, where, rows: clauses.rowsOfPart })})`
  })
  return `select * from (${parts.join(' union all ')}) as listed ${clauses.rows}`
}

function withRecord({ order, recordTable, alsoRead }: TextOfList, page: string): string {
  if (recordTable === undefined) return page
  const direction = order.direction === 'descending' ? ' desc' : ''
  const columns = order.key.map(({ name }) => `entry.${snakeCase(name)}${direction}`)
  return `
      select entry.*${alsoRead === undefined ? '' : `, ${alsoRead}`}
      from ${recordTable} as record
      left join lateral (${page}) as entry on true
      where record.organization_id = $1 and record.id = $2
      order by ${columns.join(', ')}`
}

function columnsOf({ order, columns }: TextOfList): readonly string[] {
  return columns ?? order.key.map(({ name }) => snakeCase(name))
}

function orderBy(list: TextOfList, direction: ListOrder['direction']): string {
  const word = direction === 'ascending' ? 'asc' : 'desc'
  return `order by ${columnsOf(list)
    .map((column) => `${column} ${word}`)
    .join(', ')}`
}

/** Rows that lie before a place in the list, from it on, or after it. */
function lies(
  list: TextOfList,
  side: 'before' | 'from' | 'after',
  place: readonly string[],
): string {
  const { direction, key } = list.order
  const values = key.map(({ type }, index) => `${place[index]}::${CASTS[type]}`)
  const operator = OPERATORS[direction][side]
  return `and (${columnsOf(list).join(', ')}) ${operator} (${values.join(', ')})`
}
