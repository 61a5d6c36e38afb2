import type { Caller } from '../domain/caller.ts'
import { type ListOrder, type PageRequest, type RowKey, rowsBefore } from '../domain/pagination.ts'
import type { RequestDatabase } from './request-database.ts'

/** Texts out of which a list's statement is made for one page. */
export interface PageCut {
  /** Conditions to append: `and ...`, or nothing. */
  readonly where: string
  /** `order by ... limit ... offset ...` */
  readonly rows: string
  /** The same of an inner part that is one of several: its rows up to the last of the page. */
  readonly rowsOfPart: string
}

/**
 * A condition of a list: a text that begins with `and` and names the filter's value `?`, where it
 * names it. A function is also called where the filter was not sent. It returns one of a few texts,
 * never one with a value in it: each text is prepared on every connection and kept for good.
 */
type Condition<Value> = string | ((value: Value | undefined) => string)

type Conditions<Filters> = { readonly [Name in keyof Filters]-?: Condition<Filters[Name]> }

export interface KeysetStatement<Filters> {
  readonly order: ListOrder
  /** The columns that the order has here, where they are not named like the members of a row. */
  readonly columns?: readonly string[]
  readonly conditions: Conditions<Filters>
  /** The list itself. It names the organization `$1`, and `$2` and so on what `read` is given. */
  readonly select: (cut: PageCut) => string
  /**
   * The values of its columns instead of an object: names and Dates cost as much as the reading.
   */
  readonly rowsAre?: 'values'
  /** No page is slow: an index holds the rows in their order, and few of them are skipped. */
  readonly isQuick?: true
  /** What stands around the page, as to tell an empty one from one of a record that is missing. */
  readonly around?: (page: string) => string
}

/**
 * Reads pages of one list: one row more than a page holds, so that `hasMore` is exact without
 * counting. Before a row, it reads backward, and the first row from there on too, for nothing else
 * tells whether the list still goes on there; `toPage` brings them in order.
 *
 * A row's place is compared as a whole, `(created_at, id) < (...)`: with the list's index that is a
 * range which begins at the row, whatever the page's number. Only a page by its number skips rows.
 *
 * Composing such a statement from the driver's fragments took 118 us a page. There is one text per
 * shape instead, made when it is first wanted: which filters are sent, and one of five ways to cut.
 * Nothing that a caller sends stands in a text, so their number is bounded by the lists themselves.
 */
export class KeysetPages<Filters extends object = object> {
  readonly #statement: KeysetStatement<Filters>
  readonly #conditions: readonly (readonly [name: string, condition: Condition<never>])[]
  readonly #texts = new Map<string, string>()

  constructor(statement: KeysetStatement<Filters>) {
    this.#statement = statement
    this.#conditions = Object.entries(statement.conditions as Conditions<Record<string, never>>)
  }

  /** @param values what the statement names `$2` and so on */
  async read<Row>(
    caller: Caller,
    database: RequestDatabase,
    request: PageRequest & Filters,
    ...values: readonly string[]
  ): Promise<Row[]> {
    const { text, parameters } = this.#prepare(caller, request, values)
    const read = this.#statement.isQuick === true ? database.page : database.run
    return await read(caller, (sql) => {
      const query = sql.unsafe(text, parameters, { prepare: true })
      const rows = this.#statement.rowsAre === 'values' ? query.values() : query
      return rows as PromiseLike<readonly unknown[]> as PromiseLike<Row[]>
    })
  }

  #prepare(caller: Caller, request: PageRequest & Filters, values: readonly string[]) {
    const { limit, after, before, anchor } = request
    const parameters: (string | number)[] = [caller.organizationId, ...values]
    const own = parameters.length
    let conditions = ''
    for (const [name, condition] of this.#conditions) {
      const value = request[name as keyof Filters] as string | undefined
      const text = typeof condition === 'string' ? condition : condition(value as undefined)
      if (text === '' || (typeof condition === 'string' && value === undefined)) continue
      conditions += ` ${text}`
      if (text.includes('?')) parameters.push(value as string)
    }
    parameters.push(limit + 1)
    // What lies after a row of the list does not come before the row that the paging began at.
    const way = after !== undefined ? 'after' : before !== undefined ? 'before' : 'offset'
    if (way === 'offset') parameters.push(rowsBefore(request))
    else parameters.push(...((after ?? before) as RowKey))
    const isAnchored = anchor !== undefined && way !== 'after'
    if (isAnchored) parameters.push(...anchor)
    const shape = `${way}${isAnchored ? ' anchored' : ''}${conditions}`
    let text = this.#texts.get(shape)
    if (text === undefined) {
      text = this.#write({ way, isAnchored, conditions, own })
      this.#texts.set(shape, text)
    }
    return { text, parameters }
  }

  #write({ way, isAnchored, conditions, own }: Shape): string {
    const { order, select, around } = this.#statement
    let last = own
    const next = () => `$${++last}`
    const filters = conditions.replaceAll('?', () => next())
    const count = next()
    const place = way === 'offset' ? [next()] : order.key.map(() => next())
    const anchored = isAnchored
      ? this.#lies(
          'from',
          order.key.map(() => next()),
        )
      : ''
    const where = (more: string) =>
      [filters, more, anchored].filter((part) => part !== '').join(' ')
    const { direction } = order
    const page = () => {
      if (way === 'offset') {
        return select({ where: where(''), ...this.#rows(direction, count, place[0]) })
      }
      if (way === 'after') {
        return select({ where: where(this.#lies('after', place)), ...this.#rows(direction, count) })
      }
      const backward = this.#rows(OPPOSITE[direction], count)
      const earlier = select({ where: where(this.#lies('before', place)), ...backward })
      const onwards = `${filters} ${this.#lies('from', place)}`
      const following = select({ where: onwards, ...this.#rows(direction, '1') })
      return `select * from (${earlier}) as earlier union all select * from (${following}) as next`
    }
    return around === undefined ? page() : around(page())
  }

  #rows(direction: ListOrder['direction'], count: string, offset?: string): Omit<PageCut, 'where'> {
    const word = direction === 'ascending' ? 'asc' : 'desc'
    const columns = this.#columns().map((column) => `${column} ${word}`)
    const order = `order by ${columns.join(', ')}`
    if (offset === undefined) {
      const rows = `${order} limit ${count}`
      return { rows, rowsOfPart: rows }
    }
    return {
      rows: `${order} limit ${count} offset ${offset}`,
      rowsOfPart: `${order} limit ${count}::bigint + ${offset}::bigint`,
    }
  }

  /** Rows that lie before a place in the list, from it on, or after it. */
  #lies(side: 'before' | 'from' | 'after', place: readonly string[]): string {
    const { direction, key } = this.#statement.order
    const values = key.map(({ type }, index) => `${place[index]}::${CASTS[type]}`)
    const operator = OPERATORS[direction][side]
    return `and (${this.#columns().join(', ')}) ${operator} (${values.join(', ')})`
  }

  #columns(): readonly string[] {
    const { columns, order } = this.#statement
    return columns ?? order.key.map(({ name }) => columnOf(name))
  }
}

interface Shape {
  readonly way: 'after' | 'before' | 'offset'
  readonly isAnchored: boolean
  readonly conditions: string
  /** Parameters before those of the conditions. */
  readonly own: number
}

/** The conditions of lists that can be narrowed to a span of time. */
export const CREATED_CONDITIONS = {
  createdFrom: 'and created_at >= ?::text::timestamptz',
  createdBefore: 'and created_at < ?::text::timestamptz',
}

const OPPOSITE = { ascending: 'descending', descending: 'ascending' } as const

const OPERATORS = {
  ascending: { before: '<', from: '>=', after: '>' },
  descending: { before: '>', from: '<=', after: '<' },
} as const

const CASTS = {
  // As text: the driver would make a Date of it, and read the text in its own way.
  instant: 'text::timestamptz',
  id: 'text',
  number: 'integer',
}

function columnOf(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}
