import type { Caller } from '../domain/caller.ts'
import {
  type ListOrder,
  orderOf,
  type Page,
  type PageRequest,
  type RowKey,
  rowsBefore,
  type Sorts,
  toPage,
} from '../domain/pagination.ts'
import { pageText } from './keyset-text.ts'
import type { Parameter } from './postgres/values.ts'
import type { RequestDatabase } from './request-database.ts'

/**
 * A condition of a list: a text that begins with `and`, with `?` in place of the filter's value. A
 * function is also called where the filter was not sent. It returns one of a few texts, never one
 * with a value in it: each text is prepared on every connection and kept for good.
 */
type Condition<Value> = string | ((value: Value | undefined) => string)

type Conditions<Filters> = { readonly [Name in keyof Filters]-?: Condition<Filters[Name]> }

/** A page by its number reads all rows before it: so many take some 5 ms. */
const SKIPPED_MAX = 10_000
/** Skipping so many takes no longer than the rest of a page. */
const SKIPPED_QUICKLY_MAX = 500

/** Reads the pages of one list: a `KeysetPages`, or what decides between several of them. */
export interface ListPages<Row, Filters = object> {
  readonly order: ListOrder
  /** The orders that a request may choose by `sort`. */
  readonly sorts?: Sorts | undefined
  /**
   * @param recordId of the record that the list belongs to
   * @returns undefined if there is no such record
   */
  find(
    caller: Caller,
    database: RequestDatabase,
    request: PageRequest & Filters,
    recordId?: string,
  ): Promise<Page<Row> | undefined>
}

interface ListStatement<Filters> {
  readonly order: ListOrder
  /** Orders by columns that have the names of the row's fields. */
  readonly sorts?: Sorts
  /**
   * The filter that may have several values, separated by commas. Each has its rows read in order,
   * as if it were alone: no index has the rows of several values in the order of the list.
   */
  readonly several?: keyof Filters
  /** The columns of the order, where their names are not those of a row's fields. */
  readonly columns?: readonly string[]
  readonly conditions: Conditions<Filters>
  /** The forms in which values of filters are stored. Several are one parameter. */
  readonly forms?: { readonly [Name in keyof Filters]?: (sent: string) => string | string[] }
  /** The list itself. `$1` is the organization; `$2` and so on are the `values` of `read`. */
  readonly select: Parameters<typeof pageText>[0]['select']
  /** An index holds the rows with these filters in their order, and has all that a page shows. */
  readonly isQuick?: (filters: Filters) => boolean
  /** A page may be slow: its rows come from histories, or with these filters no index has them. */
  readonly isSlow?: true | ((filters: Filters) => boolean)
}

interface WholeList<Row> {
  readonly recordTable?: never
  readonly alsoRead?: never
  /** Reads arrays instead of objects: names and Dates cost as much as the rest of the reading. */
  readonly fromValues?: (values: never, caller: Caller) => Row
}

/** Its rows are objects: an empty page is known by the names of the key. */
interface ListOfRecord {
  /** The table of the record that the list belongs to, which `$2` names. */
  readonly recordTable: string
  /** A column to read with each row. */
  readonly alsoRead?: string
  readonly fromValues?: never
}

type KeysetStatement<Row, Filters> = ListStatement<Filters> & (WholeList<Row> | ListOfRecord)

/**
 * Reads pages of one list. It reads one row more than a page holds, so `hasMore` is exact without
 * counting. Before a row, it reads backward. There it also reads the first row from that one on,
 * since only that row shows whether the list goes on. `toPage` sorts them.
 *
 * A list that belongs to a record reads that as well: no row means no record, and a row of nulls an
 * empty page.
 *
 * A row's place is compared as a whole, `(created_at, id) < (...)`: with the list's index that is a
 * range which begins at the row, whatever the page's number. Only a page by its number skips rows.
 *
 * Composing such a statement from fragments took 118 us a page. Instead, each shape
 * has one text, made when it is first needed: a shape is a set of filters and a kind of place. No
 * text holds anything that a caller sent, so the lists themselves bound their number.
 */
export class KeysetPages<Row, Filters extends object = object> implements ListPages<Row, Filters> {
  readonly #statement: KeysetStatement<Row, Filters>
  readonly #conditions: readonly (readonly [name: string, condition: Condition<never>])[]
  readonly #texts = new Map<string, string>()

  readonly order: ListOrder
  readonly sorts: Sorts | undefined

  constructor(statement: KeysetStatement<Row, Filters>) {
    const { order, sorts, conditions } = statement
    this.#statement = statement
    this.order = order
    this.sorts = sorts
    this.#conditions = Object.entries(conditions as Conditions<Record<string, never>>)
  }

  /** One page of a list that belongs to no record. */
  async page(
    caller: Caller,
    database: RequestDatabase,
    request: PageRequest & Filters,
  ): Promise<Page<Row>> {
    return this.toPage(await this.read(caller, database, request), request)
  }

  /** One page; undefined if the list belongs to a record and there is no such record. */
  async find(
    caller: Caller,
    database: RequestDatabase,
    request: PageRequest & Filters,
    recordId?: string,
  ): Promise<Page<Row> | undefined> {
    if (recordId === undefined) return await this.page(caller, database, request)
    const rows = await this.read(caller, database, request, recordId)
    return rows.length === 0 ? undefined : this.toPage(rows, request)
  }

  /** The page out of the rows that `read` found for it. */
  toPage<Shown>(rows: readonly Shown[], request: PageRequest): Page<Shown> {
    const order = orderOf(this, request.sort)
    if (this.#statement.recordTable === undefined) return toPage(rows, request, order)
    const isEntry = (row: Shown) => order.key.every(({ name }) => row[name as keyof Shown] !== null)
    return toPage(rows.filter(isEntry), request, order)
  }

  /** The rows of a page. @param values the statement's parameters from `$2` on */
  async read(
    caller: Caller,
    database: RequestDatabase,
    request: PageRequest & Filters,
    ...values: readonly string[]
  ): Promise<Row[]> {
    const { text, parameters } = this.#prepare(caller, request, values)
    const { fromValues, isQuick, isSlow } = this.#statement
    const skipped = rowsBefore(request)
    const isLong = typeof isSlow === 'function' ? isSlow(request) : isSlow
    const isShort = skipped <= SKIPPED_QUICKLY_MAX && isQuick?.(request)
    const isFar = skipped > SKIPPED_MAX
    const read = isLong || isFar ? database.slow : isShort ? database.page : database.run
    if (fromValues === undefined) {
      return await read(caller, (sql) => sql.query(text, parameters) as Promise<Row[]>)
    }
    const rows = await read(caller, (sql) => sql.query(text, parameters, 'values'))
    return rows.map((values) => fromValues(values as never, caller))
  }

  #prepare(caller: Caller, request: PageRequest & Filters, values: readonly string[]) {
    const { limit, after, before, anchor } = request
    const parameters: Parameter[] = [caller.organizationId, ...values]
    const own = parameters.length
    const parts = this.#partsOf(request).map((part) => this.#conditionsOf(part, parameters))
    parameters.push(limit + 1)
    const place = after !== undefined ? 'after' : before !== undefined ? 'before' : 'offset'
    if (place === 'offset') parameters.push(rowsBefore(request))
    else parameters.push(...((after ?? before) as RowKey))
    // Rows after a row of the list are never before the anchor.
    const isAnchored = anchor !== undefined && place !== 'after'
    if (isAnchored) parameters.push(...anchor)
    const order = orderOf(this, request.sort)
    const kind = `${place}${isAnchored ? ' anchored' : ''}`
    const shape = `${kind} ${order === this.order ? '' : request.sort}${parts.join(';')}`
    let text = this.#texts.get(shape)
    if (text === undefined) {
      text = pageText({ ...this.#statement, order }, { place, isAnchored, parts, own })
      this.#texts.set(shape, text)
    }
    return { text, parameters }
  }

  /** The requests whose rows are together those of this one: one for each value of `several`. */
  #partsOf(request: PageRequest & Filters): readonly (PageRequest & Filters)[] {
    const { several } = this.#statement
    const values = several === undefined ? undefined : (request[several] as string | undefined)
    // In one order, so that fewer texts are prepared.
    const different = [...new Set(values?.split(','))].sort()
    return values === undefined
      ? [request]
      : different.map((value) => ({ ...request, [several as string]: value }))
  }

  #conditionsOf(request: PageRequest & Filters, parameters: Parameter[]): string {
    const { forms = {} } = this.#statement as {
      forms?: Record<string, (sent: string) => Parameter>
    }
    let conditions = ''
    for (const [name, condition] of this.#conditions) {
      const sent = request[name as keyof Filters] as string | undefined
      const value = sent === undefined ? undefined : (forms[name]?.(sent) ?? sent)
      const text = typeof condition === 'string' ? condition : condition(value as undefined)
      if (text === '' || (typeof condition === 'string' && value === undefined)) continue
      conditions += ` ${text}`
      for (const _ of text.matchAll(/\?/g)) parameters.push(value as Parameter)
    }
    return conditions
  }
}

/** Conditions of lists with a filter by time of creation. */
export const CREATED_CONDITIONS = {
  createdFrom: 'and created_at >= ?::text::timestamptz',
  createdBefore: 'and created_at < ?::text::timestamptz',
}
