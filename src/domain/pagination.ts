import Type, { type TSchema } from 'typebox'
import { PAGE_NUMBER_MAX, PAGE_SIZE_DEFAULT, PAGE_SIZE_MAX } from './limits.ts'

// What every list has in common: its parameters, its response, its order, and how a page is cut out.

/** The query parameters that every list takes. */
export const PAGE_PARAMETERS = {
  page: Type.Optional(
    Type.Integer({
      description: 'Page number, the first is 1. A page past the end is empty.',
      minimum: 1,
      maximum: PAGE_NUMBER_MAX,
      default: 1,
    }),
  ),
  limit: Type.Optional(
    Type.Integer({
      description: 'Results per page. A higher number than the maximum is refused.',
      minimum: 1,
      maximum: PAGE_SIZE_MAX,
      default: PAGE_SIZE_DEFAULT,
    }),
  ),
  cursor: Type.Optional(
    Type.String({
      description:
        'Opaque, out of a link of the `Link` header: keeps the pages to what the list held when its ' +
        'first page was read. Send it with the filters of the same link. Without it a page is cut ' +
        'out of the list as it is now.',
    }),
  ),
}

/** The query parameters of lists that can be narrowed to a span of time. */
export const CREATED_PARAMETERS = {
  createdFrom: Type.Optional(
    Type.String({
      description: 'Only those created at this moment or later (RFC 3339).',
      format: 'date-time',
      examples: ['2026-11-21T00:00:00.000Z'],
    }),
  ),
  createdBefore: Type.Optional(
    Type.String({
      description: 'Only those created before this moment (RFC 3339).',
      format: 'date-time',
      examples: ['2026-11-22T00:00:00.000Z'],
    }),
  ),
}

const PAGINATION = Type.Object(
  {
    page: Type.Integer({ description: 'The page returned, the first is 1.', examples: [1] }),
    hasMore: Type.Boolean({
      description: 'Whether further pages follow; exact.',
      examples: [true],
    }),
  },
  {
    title: 'Pagination',
    description: 'Where in the list this page is.',
    additionalProperties: false,
  },
)

/** The response of a list: a page of these. */
export function pageOf<Entry extends TSchema>(entry: Entry) {
  return Type.Object({ data: Type.Array(entry), pagination: PAGINATION })
}

/** A span of time that a list is narrowed to, as sent. */
export interface CreatedSpan {
  readonly createdFrom?: string
  readonly createdBefore?: string
}

/** The values that a list is ordered by, of one of its rows: the row's place in the list. */
export type RowKey = readonly (string | number)[]

/** What a list is ordered by: total and fixed for a row, or paging could return it twice. */
export interface ListOrder {
  readonly direction: 'ascending' | 'descending'
  /** Members of a row; the columns have the same names. Instants are RFC 3339, in milliseconds. */
  readonly key: readonly { readonly name: string; readonly type: 'instant' | 'id' | 'number' }[]
}

/** By when they were created, ties broken by id (Spec choice N24). */
export const NEWEST_FIRST: ListOrder = {
  direction: 'descending',
  key: [
    { name: 'createdAt', type: 'instant' },
    { name: 'id', type: 'id' },
  ],
}

/** The parts of a record, as they were requested. */
export const BY_POSITION: ListOrder = {
  direction: 'ascending',
  key: [{ name: 'position', type: 'number' }],
}

/** The movements of an item, the first one first. */
export const BY_NUMBER: ListOrder = {
  direction: 'ascending',
  key: [{ name: 'number', type: 'number' }],
}

export const BY_INVENTORY_ITEM: ListOrder = {
  direction: 'ascending',
  key: [{ name: 'inventoryItemId', type: 'id' }],
}

/** The page that a request asks for, and where it begins if a link leads to it. */
export interface PageRequest {
  /** 1-indexed. Without `after` or `before` it says how many rows to skip. */
  readonly page: number
  readonly limit: number
  /** The rows that follow this one. */
  readonly after?: RowKey | undefined
  /** The rows that come right before this one. */
  readonly before?: RowKey | undefined
  /** The first row of page 1 when that was read: no row before it belongs to the pages. */
  readonly anchor?: RowKey | undefined
  /** The instant that the rows are to be of, on lists that take one: RFC 3339. */
  readonly asOf?: string | undefined
}

export interface Page<Row> {
  readonly rows: readonly Row[]
  readonly hasMore: boolean
  /** Whether rows come before these ones; told only of a page that was asked for by `before`. */
  readonly hasEarlier: boolean
  /** The places of the first row and the last; none of an empty page. */
  readonly ends?: { readonly first: RowKey; readonly last: RowKey }
  /** The instant that these rows are of, on lists that take one. */
  readonly asOf?: string
}

/** How many rows to skip: those before a page that is asked for by its number alone. */
export function rowsBefore({ page, limit, after, before }: PageRequest): number {
  if (after !== undefined || before !== undefined) return 0
  // Past any table it is cut: nothing is found either way, and it stays inside a bigint.
  return Math.min((page - 1) * limit, Number.MAX_SAFE_INTEGER)
}

/**
 * The page out of the rows that `KeysetPages` read for it: one more than it holds, so that `hasMore`
 * is exact without counting.
 */
export function toPage<Row>(
  rows: readonly Row[],
  { limit, before }: PageRequest,
  order: ListOrder,
): Page<Row> {
  if (before === undefined) {
    return {
      ...withEnds(rows.slice(0, limit), order),
      hasMore: rows.length > limit,
      hasEarlier: false,
    }
  }
  const sorted = rows.toSorted((one, other) =>
    compare(keyOf(one, order), keyOf(other, order), order),
  )
  const earlier = sorted.filter((row) => compare(keyOf(row, order), before, order) < 0)
  return {
    ...withEnds(earlier.slice(-limit), order),
    hasMore: sorted.length > earlier.length,
    hasEarlier: earlier.length > limit,
  }
}

function withEnds<Row>(rows: readonly Row[], order: ListOrder): Pick<Page<Row>, 'rows' | 'ends'> {
  const [first, last] = [rows[0], rows.at(-1)]
  if (first === undefined || last === undefined) return { rows }
  return { rows, ends: { first: keyOf(first, order), last: keyOf(last, order) } }
}

function keyOf(row: unknown, { key }: ListOrder): RowKey {
  return key.map(({ name }) => {
    const value = (row as Readonly<Record<string, string | number | Date>>)[name]
    return value instanceof Date ? value.toISOString() : (value as string | number)
  })
}

/** Negative where the one place comes first. As PostgreSQL orders them: ids are ASCII, collate "C". */
function compare(one: RowKey, other: RowKey, { direction }: ListOrder): number {
  const place = one.findIndex((value, index) => value !== other[index])
  if (place === -1) return 0
  const isLess = (one[place] as string | number) < (other[place] as string | number)
  return isLess === (direction === 'ascending') ? -1 : 1
}
